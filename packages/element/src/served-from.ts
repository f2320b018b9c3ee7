// Runs before `define.ts`: once the tag is registered, the elements in the page ask where the router is.
import { takeMountFrom } from "./mount.ts";

takeMountFrom(import.meta.url);
