/** The language of the messages, and of the shop that is made. */
export type Language = "es" | "en";

/** What a project is made of. */
export interface Choices {
  language: Language;
  code: "ts" | "js";
  database: "sqlite" | "postgres";
}

/** The command line, read. What it does not say is absent. */
export interface Invocation extends Partial<Choices> {
  /** The folder of the shop. */
  folder?: string;
  /** Whether the defaults count for what is not said. */
  yes: boolean;
  /** Whether files are added to the app in the current folder. */
  here: boolean;
}

/** What a project is made of when nobody says otherwise. Its language is that of the computer. */
export const defaults = { code: "ts", database: "sqlite" } as const satisfies Partial<Choices>;
