// All of a list, or every fourth: `npm test` draws a quarter for a run; QUARTER=1 to QUARTER=4 name one, too.
const { QUARTER: quarter = "" } = process.env;
if (!/^[1-4]?$/.test(quarter)) throw new Error(`QUARTER is ${quarter}; it may be 1 to 4`);

/** Those of a list that this run plays: quarter 1 the first, the fifth …; without QUARTER, all. Of two, 1 and 3 play the first. */
export const inQuarter = <Each>(all: readonly Each[]): Each[] => {
  const quarters = Math.min(4, all.length);
  return all.filter((_, index) => quarter === "" || index % quarters === (Number(quarter) - 1) % quarters);
};

/** Those that it leaves to the runs with other quarters. */
export function leftOut<Each>(all: readonly Each[]): Each[] {
  const played = inQuarter(all);
  return all.filter((each) => !played.includes(each));
}
