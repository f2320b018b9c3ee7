/** Says why nothing is made, in the language of the one who asked. `exitCode` is 2 for a wrong command line, else 1. */
export class Refusal extends Error {
  override readonly name = "Refusal";
  readonly exitCode: 1 | 2;

  constructor(message: string, exitCode: 1 | 2 = 1, options?: ErrorOptions) {
    super(message, options);
    this.exitCode = exitCode;
  }
}

/** What the operating system has refused. */
interface SystemError {
  code: string;
  path: string;
}

/** Does something. What the operating system refuses is said in a sentence. */
export function orRefuse<Result>(work: () => Result, sentence: (error: SystemError) => string): Result {
  try {
    return work();
  } catch (error) {
    const { syscall, code = "", path = "" } = error as NodeJS.ErrnoException;
    if (syscall === undefined) throw error;
    throw new Refusal(sentence({ code, path }), 1, { cause: error });
  }
}
