// Every one, or every other one: `npm test` draws one half for a run; HALF=1 and HALF=2 name one, too.
const { HALF: half = "" } = process.env;
if (!["", "1", "2"].includes(half)) throw new Error(`HALF is ${half}; it may be 1 or 2`);

/** Those of a list that this run plays: the first, the third …, or the second, the fourth …; without HALF, all. */
export const inHalf = <Each>(all: readonly Each[]): Each[] =>
  all.filter((_, index) => half === "" || index % 2 === Number(half) - 1);

/** Those that it leaves to the run with the other half. */
export function leftOut<Each>(all: readonly Each[]): Each[] {
  const played = inHalf(all);
  return all.filter((each) => !played.includes(each));
}
