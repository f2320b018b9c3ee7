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
 * @param defaultLanguage the language of the computer
 * @param problemOf what is wrong with a folder, in a sentence
 * @throws Refusal, without a message, when the person ends the input
 */
export async function ask(
  invocation: Invocation,
  defaultLanguage: Language,
  problemOf: (folder: string, language: Language) => string | undefined,
  { input, output }: Terminal,
): Promise<Choices & { folder: string }> {
  const terminal = createInterface({ input, output });
  const question = questions(terminal, output);
  try {
    const language =
      invocation.language ??
      (await question.oneOf("Español / English (es, en)", ["es", "en"], defaultLanguage, messagesIn(defaultLanguage)));
    const messages = messagesIn(language);
    const problem = (answer: string) => problemOf(answer, language);
    const folder =
      invocation.folder ??
      (await question.text(messages.askFolder, usableFolder(messages.defaultFolder, problem), problem));
    const code = invocation.code ?? (await question.oneOf(messages.askCode, ["ts", "js"], defaults.code, messages));
    const database =
      invocation.database ??
      (await question.oneOf(messages.askDatabase, ["sqlite", "postgres"], defaults.database, messages));
    return { language, folder, code, database };
  } finally {
    terminal.close();
  }
}

/** The default folder, or, where that cannot be used, the first of `shop-2`, `shop-3` and so on that can. */
function usableFolder(name: string, problemOf: (folder: string) => string | undefined): string {
  const others = Array.from({ length: 98 }, (_, i) => `${name}-${i + 2}`);
  return [name, ...others].find((folder) => problemOf(folder) === undefined) ?? name;
}

/** The two kinds of questions. Both ask again until the answer is valid. */
function questions(terminal: Interface, output: NodeJS.WritableStream) {
  const closed = new Promise<never>((_resolve, reject) => {
    // At the end of the input, or with Ctrl+C.
    terminal.once("close", () => reject(new Refusal("")));
  });
  closed.catch(() => {});

  async function text(words: string, defaultAnswer: string, problemOf: (answer: string) => string | undefined) {
    for (;;) {
      const answer =
        (await Promise.race([terminal.question(`${words} [${defaultAnswer}]: `), closed])).trim() || defaultAnswer;
      const problem = problemOf(answer);
      if (problem === undefined) return answer;
      output.write(`${problem}\n`);
    }
  }
  return {
    text,
    /** Asks for one of several answers. The beginning of an answer is enough. */
    async oneOf<const Answer extends string>(
      words: string,
      answers: readonly Answer[],
      defaultAnswer: NoInfer<Answer>,
      { askAgain }: { askAgain(expected: string): string },
    ): Promise<Answer> {
      const matching = (typed: string) => answers.find((answer) => answer.startsWith(typed.toLowerCase()));
      const typed = await text(words, defaultAnswer, (answer) =>
        matching(answer) ? undefined : askAgain(answers.join(", ")),
      );
      return matching(typed) ?? defaultAnswer;
    },
  };
}
