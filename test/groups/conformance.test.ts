import { after } from "node:test";
import { closeTargets } from "../conformance/target.ts";
import { together } from "./together.ts";

// All files use the same sandboxes; the module that closes them by itself is loaded by the first file.
after(closeTargets);

together("test/conformance");
