// Before the tag is registered, which brings the elements of the page to life.
import { mountedBeside } from "./mount.ts";

mountedBeside(import.meta.url);
