/**
 * Statements that begin, end or change a transaction. `ROLLBACK TO`, `SAVEPOINT` and `RELEASE` are none: they stay
 * within it.
 */
const control =
  /^(?:BEGIN|COMMIT|END|ABORT|ROLLBACK(?!\s+(?:(?:WORK|TRANSACTION)\s+)?TO\b)|START\s+TRANSACTION|PREPARE\s+TRANSACTION|SET\s+(?:LOCAL\s+)?TRANSACTION|SET\s+SESSION\s+CHARACTERISTICS)\b/i;

const backToSavepoint = /^ROLLBACK\s+(?:(?:WORK|TRANSACTION)\s+)?TO\b/i;

/** A trigger or function, whose body has an END of its own and does not run here. */
const withBody = /^CREATE\b[\s\S]*\bBEGIN\b/i;

/**
 * The statement of a hook that would begin or end the transaction, which is the router's: what the hook writes and the
 * delivery of its event are committed together.
 * @param code the SQL, without its comments, texts and quoted names
 * @param others what else ends a transaction in the engine
 * @returns the error that refuses it; `undefined` when there is none to see
 */
export function controlError(code: string, others?: RegExp): Error | undefined {
  for (const statement of code.split(";").map((each) => each.trimStart())) {
    if (withBody.test(statement)) return undefined;
    const [found] = control.exec(statement) ?? others?.exec(statement) ?? [];
    if (found === undefined) continue;
    const name = found.toUpperCase().replaceAll(/\s+/g, " ");
    return new Error(
      `transaction: ${name} is refused, and what was written is undone: the router begins and ends the transaction, ` +
        "the hook has only to return or to throw. Savepoints work",
    );
  }
  return undefined;
}

/**
 * Whether the statement goes back to a savepoint.
 * @param code the SQL, without its comments, texts and quoted names
 */
export function returnsToSavepoint(code: string): boolean {
  return backToSavepoint.test(code.trimStart());
}

/** The error of what comes after the end of a transaction. */
export const overError = (): Error => new Error("transaction: expected an open one, this one has ended");

/** The error of a transaction that is no longer the one that was begun. */
export const endedError = (): Error => new Error("transaction: it was ended by one of its own statements");
