import type { Answer, Program, Statement } from "../sql/program.ts";

/** Runs steps on a database over a network. An error of the database ends them. */
export async function runLater<T>(steps: Program<T>, ask: (statement: Statement) => Promise<Answer>): Promise<T> {
  let step = steps.next();
  while (!step.done) step = steps.next(await ask(step.value));
  return step.value;
}
