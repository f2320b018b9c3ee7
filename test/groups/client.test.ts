import { together } from "./together.ts";

together("client");
