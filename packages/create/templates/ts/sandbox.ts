// The sandbox of the bank, for your own computer: npm installs it among the development dependencies.
if (process.env.NODE_ENV === "production") {
  console.error(
    "NODE_ENV is production: the sandbox does not start, because it approves payments that nobody makes. Unset NODE_ENV. npm install then adds the development dependencies, which it leaves out in production.",
  );
  process.exit(1);
}

// Only now: it may not be installed.
export const { createSandbox } = await import("@ventanilla/sandbox");
