/** The language of the messages, and of the new shop. */
export type Language = "es" | "en";

/** The choices for a project. */
export interface Choices {
  language: Language;
  code: "ts" | "js";
  database: "sqlite" | "postgres";
}

/** What the command line says. What it does not say is absent. */
export interface Invocation extends Partial<Choices> {
  /** The folder of the shop. */
  folder?: string;
  /** Whether to take the defaults without questions. */
  yes: boolean;
  /** Whether to add files to the app in the current folder. */
  here: boolean;
}

/** The default choices. The default language is that of the computer. */
export const defaults = { code: "ts", database: "sqlite" } as const satisfies Partial<Choices>;
