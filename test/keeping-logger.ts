import type { Logger } from "@ventanilla/express";

export interface Line {
  level: string;
  fields: Record<string, unknown>;
  message: string;
}

/** A logger that is called as pino is, and keeps what it was given. */
export function keepingLogger(): Logger & { lines: Line[] } {
  const lines: Line[] = [];
  const at = (level: string) => (fields: object, message: string) => {
    lines.push({ level, fields: { ...fields }, message });
  };
  return { lines, info: at("info"), warn: at("warn"), error: at("error") };
}
