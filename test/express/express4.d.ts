declare module "express4" {
  import express from "express";
  export default express;
}

declare module "express4-latest" {
  import express from "express";
  export default express;
}
