import { together } from "./together.ts";

together("package");
