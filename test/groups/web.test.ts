import { together } from "./together.ts";

together("web");
