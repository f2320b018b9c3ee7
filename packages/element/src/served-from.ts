// Runs before `define.ts`: once the tag is registered, the elements in the page ask where the router is.
import { mountedBeside } from "./mount.ts";

mountedBeside(import.meta.url);
