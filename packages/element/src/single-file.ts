// The entry of the single file. Only its address says where the router is: in a bundle, the address is the bundle's.
import "./served-from.ts";
import "./define.ts";
