// Imported first by every package that runs on Node: a Node that is too old fails with a clear sentence, before the
// packages use something that it lacks. So does Bun, which calls itself a Node.

/** The oldest Node that the packages run on. */
export const neededNode: string = "22.19";

if (process.versions.bun !== undefined) {
  throw new Error(
    `Ventanilla needs Node ${neededNode} or newer. This is Bun ${process.versions.bun}: it puts a stub of its own in place of undici, and no call would reach the bank. Bun may install the packages; run them with node.`,
  );
}
const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
const [neededMajor = 0, neededMinor = 0] = neededNode.split(".").map(Number);
if (major < neededMajor || (major === neededMajor && minor < neededMinor)) {
  throw new Error(`Ventanilla needs Node ${neededNode} or newer. This is Node ${process.versions.node}.`);
}
