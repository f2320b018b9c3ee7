// The entry of the single file. Only there does an address say where the router is: in a bundle it is that of the bundle.
import "./served-from.ts";
import "./define.ts";
