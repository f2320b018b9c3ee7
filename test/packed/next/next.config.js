export default {
  // Pages that are rendered when they are built; the shop serves them.
  output: "export",
  basePath: "/next",
  trailingSlash: true,
};
