import { type Group, groups, lineOf, type Reason, reasons, reasonsIn, type Section } from "./group.ts";

const neverAtBank: readonly Reason[] = ["launch", "button"];
/** The reasons of those who sent no card. */
const withoutCard: readonly Reason[] = [...neverAtBank, "bankPage"];

const sectionsIn = (group: Group): Section[] => [
  group,
  ...(group === "approved" ? (["authorized"] as const) : []),
  ...(reasonsIn[group] ?? []).map((reason) => `${group}:${reason}` as const),
];

const because = (named: readonly Reason[]): Section[] =>
  groups.flatMap(sectionsIn).filter((section) => named.some((reason) => reason === lineOf(section).reason));

const except = (left: readonly Reason[]): Reason[] => reasons.filter((reason) => !left.includes(reason));

const refused = because(except(withoutCard));
/** What the staff decides, or has decided. */
const decided: Section[] = ["decide", "notPaid"];

/**
 * What sums add up of more than one group: how far buyers came who pressed the button (`pressed`, `atBank`, `sentCard`), and
 * where they stopped (`refused`, `noCard`, `decided`). What the bank only holds is in none.
 */
export const stages = {
  pressed: ["approved", ...decided, ...because(reasons)],
  atBank: ["approved", ...decided, ...because(except(neverAtBank))],
  sentCard: ["approved", ...decided, ...refused],
  refused,
  noCard: because(withoutCard),
  decided,
} as const satisfies Record<string, readonly Section[]>;

/** One of {@link stages}. */
export type Stage = keyof typeof stages;

/** What `groups` of a filter may name: `charged` is what is approved and not only held. */
export const filterGroups = [...groups, "charged", ...(Object.keys(stages) as Stage[])] as const;

/** Which sections a list is of. */
interface SectionsFilter {
  groups?: readonly (typeof filterGroups)[number][];
  reason?: Reason;
}

const isStage = (name: string): name is Stage => Object.hasOwn(stages, name);

/**
 * The sections that a filter names: no attempt is in two.
 * @param filter Default: all groups, with any reason or none
 * @returns none where a reason does not occur in the groups
 * @example
 * sectionsOf({ reason: "launch" }); // ["failed", "expired:launch"]
 */
export function sectionsOf({ groups: named = groups, reason }: SectionsFilter): Section[] {
  const all = named.flatMap((name): readonly Section[] => {
    if (name === "charged") return ["approved"];
    return isStage(name) ? stages[name] : sectionsIn(name);
  });
  return [...new Set(all)].filter((section) => reason === undefined || lineOf(section).reason === reason);
}

/** What a line of sums is of: see {@link lineOf}. */
interface Line {
  group: string;
  reason?: Reason;
}

/**
 * Tells which lines of sums a filter names.
 * @param filter as for {@link sectionsOf}
 */
export function linesOf(filter: SectionsFilter): (line: Line) => boolean {
  const nameOf = ({ group, reason }: Line) => `${group} ${reason}`;
  const named = new Set(sectionsOf(filter).map((section) => nameOf(lineOf(section))));
  return (line) => named.has(nameOf(line));
}
