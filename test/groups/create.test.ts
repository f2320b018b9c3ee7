import { together } from "./together.ts";

together("create");
