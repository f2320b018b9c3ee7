/** The log, but an error that it throws disturbs no payment: the process warns of the first one. */
export function guardLog(log: (line: string) => void): (line: string) => void {
  let hasFailed = false;
  return (line) => {
    try {
      log(line);
    } catch (error) {
      if (hasFailed) return;
      hasFailed = true;
      process.emitWarning(`the sandbox's log failed: ${String(error)}`, { type: "VentanillaWarning" });
    }
  };
}
