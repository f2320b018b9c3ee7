/**
 * Imported first by every package that runs on Node: a Node that is too old says so in a sentence, before something that
 * it lacks is looked for.
 */
const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
if (major < 22 || (major === 22 && minor < 19)) {
  throw new Error(`Ventanilla needs Node 22.19 or newer. This is Node ${process.versions.node}.`);
}

export {};
