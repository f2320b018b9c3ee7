import { together } from "./together.ts";

together("express");
