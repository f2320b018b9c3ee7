/** What every ArgumentError has: spread it beside the message that a test expects. */
export const argumentError = { name: "TypeError", code: "ERR_VENTANILLA_ARGUMENT" } as const;
