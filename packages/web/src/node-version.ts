// Imported first by every package that runs on Node: a Node that is too old fails with a clear sentence, before the
// packages use something that it lacks.

/** The oldest Node that the packages run on. */
export const neededNode: string = "22.19";

const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
const [neededMajor = 0, neededMinor = 0] = neededNode.split(".").map(Number);
if (major < neededMajor || (major === neededMajor && minor < neededMinor)) {
  throw new Error(`Ventanilla needs Node ${neededNode} or newer. This is Node ${process.versions.node}.`);
}
