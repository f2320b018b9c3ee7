/** Why nothing was made, in the language of the person. Its message may be empty: then they ended the questions. */
export class Refusal extends Error {
  override readonly name = "Refusal";
  /** 2 for a wrong command line, else 1. */
  readonly exitCode: 1 | 2;

  constructor(message: string, exitCode: 1 | 2 = 1, options?: ErrorOptions) {
    super(message, options);
    this.exitCode = exitCode;
  }
}

/** An error of the operating system. */
interface SystemError {
  code: string;
  path: string;
}

/**
 * Runs the work, and returns its result.
 * @throws Refusal with the sentence for an error of the operating system; any other error as it is
 */
export function orRefuse<Result>(work: () => Result, sentence: (error: SystemError) => string): Result {
  try {
    return work();
  } catch (error) {
    const { syscall, code = "", path = "" } = error as NodeJS.ErrnoException;
    if (syscall === undefined) throw error;
    throw new Refusal(sentence({ code, path }), 1, { cause: error });
  }
}
