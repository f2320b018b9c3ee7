import { together } from "./together.ts";

together("documents");
