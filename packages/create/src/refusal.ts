/** Says why nothing is made, in the language of the one who asked. `exitCode` is 2 for a wrong command line, else 1. */
export class Refusal extends Error {
  override readonly name = "Refusal";
  readonly exitCode: 1 | 2;

  constructor(message: string, exitCode: 1 | 2 = 1) {
    super(message);
    this.exitCode = exitCode;
  }
}
