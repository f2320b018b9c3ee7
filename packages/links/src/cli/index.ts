#!/usr/bin/env node
import { runCommandLine } from "./command-line.ts";

const { env, stdout, stderr } = process;
const onStop = (stop: () => void): void => {
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, stop);
};
process.exitCode = await runCommandLine(process.argv.slice(2), { env, stdout, stderr, onStop });
