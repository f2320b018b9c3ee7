import { together } from "./together.ts";

together("mistakes");
