import type { Desk } from "./desk.ts";

/** One mistake of a merchant's developer, as it is made with the client and without. */
export type Mistake = {
  /** What is done wrong, as Markdown on one line. */
  mistake: string;
  /** What each side's answer holds, where it is played: the name of the field, or of what was expected. */
  names: { client?: string; sandbox?: string };
  /**
   * Makes it with the client: its error is the answer, else what it gives back. A text where the client leaves no room
   * for it.
   */
  client: ((desk: Desk) => unknown) | string;
  /** Makes it in any other program: the sandbox's last reason or warning is the answer. A text where there is none. */
  raw: ((desk: Desk) => Promise<unknown>) | string;
};
