import { createInterface, type Interface } from "node:readline/promises";
import { type Choices, defaults, type Invocation, type Language } from "./choices.ts";
import { messagesIn } from "./messages.ts";
import { Refusal } from "./refusal.ts";

/** Where questions are written, and answers read. */
export interface Terminal {
  input: NodeJS.ReadableStream;
  output: NodeJS.WritableStream;
}

/**
 * Asks a person for what the command line does not say.
 * @param usual the language of the computer
 * @param problemOf what is wrong with a folder, in a sentence
 * @throws Refusal when the person ends the questions
 */
export async function ask(
  invocation: Invocation,
  usual: Language,
  problemOf: (folder: string, language: Language) => string | undefined,
  { input, output }: Terminal,
): Promise<Choices & { folder: string }> {
  const terminal = createInterface({ input, output });
  const question = questions(terminal, output);
  try {
    const language =
      invocation.language ??
      (await question.oneOf("Español / English (es, en)", ["es", "en"], usual, messagesIn(usual)));
    const messages = messagesIn(language);
    const folder =
      invocation.folder ??
      (await question.text(messages.askFolder, messages.defaultFolder, (answer) => problemOf(answer, language)));
    const code = invocation.code ?? (await question.oneOf(messages.askCode, ["ts", "js"], defaults.code, messages));
    const database =
      invocation.database ??
      (await question.oneOf(messages.askDatabase, ["sqlite", "postgres"], defaults.database, messages));
    return { language, folder, code, database };
  } finally {
    terminal.close();
  }
}

function questions(terminal: Interface, output: NodeJS.WritableStream) {
  const closed = new Promise<never>((_resolve, reject) => {
    // The end of the input, or Ctrl+C.
    terminal.once("close", () => reject(new Refusal("")));
  });
  closed.catch(() => {});

  async function text(words: string, usual: string, problemOf: (answer: string) => string | undefined) {
    for (;;) {
      const answer = (await Promise.race([terminal.question(`${words} [${usual}]: `), closed])).trim() || usual;
      const problem = problemOf(answer);
      if (problem === undefined) return answer;
      output.write(`${problem}\n`);
    }
  }
  return {
    text,
    /** Takes the beginning of an answer, too. */
    async oneOf<const Answer extends string>(
      words: string,
      answers: readonly Answer[],
      usual: NoInfer<Answer>,
      { askAgain }: { askAgain(expected: string): string },
    ): Promise<Answer> {
      const meant = (typed: string) => answers.find((answer) => answer.startsWith(typed.toLowerCase()));
      const typed = await text(words, usual, (answer) => (meant(answer) ? undefined : askAgain(answers.join(", "))));
      return meant(typed) ?? usual;
    },
  };
}
