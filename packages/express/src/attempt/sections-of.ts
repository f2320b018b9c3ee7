/**
 * How payments are counted and listed. Each is in exactly one group, whatever its state and facts:
 *
 * - `approved`: the bank approved it, to charge the amount or only to hold it;
 * - `declined`: finally refused;
 * - `waiting`: its outcome is not known yet: it begins, or it is at the bank;
 * - `cancelled`: the buyer came back by the cancel address, and no card was sent;
 * - `failed`: its launch never reached the bank's page;
 * - `expired`: the time has passed, and nothing was charged;
 * - `decide`: it is `unknown`, under `review`, or `declined` without a clear last answer of the bank, and a person has
 *   to say whether the buyer was charged;
 * - `notPaid`: it was `unknown` or under `review`, and a person has said that the buyer was not charged, or that the
 *   money was given back.
 */
export const groups = [
  "approved",
  "declined",
  "waiting",
  "cancelled",
  "failed",
  "expired",
  "decide",
  "notPaid",
] as const;
/** One of {@link groups}. */
export type Group = (typeof groups)[number];

/**
 * Why a buyer's try was not paid. The bank refused it:
 *
 * - `funds`: the card has no funds or limit left;
 * - `card`: what was typed of the card is wrong, or the card is not for such payments;
 * - `challenge`: 3-D Secure was refused or not completed: the bank has one code for both;
 * - `bank`: the issuer said no, and gave no other reason;
 * - `shop`: the affiliation or what the shop sends is not in order.
 *
 * Or nobody sent a card:
 *
 * - `launch`: the bank's page could not be opened;
 * - `button`: the buyer left between the button and the bank's page;
 * - `bankPage`: the buyer left at the bank's page.
 */
export const reasons = ["funds", "card", "challenge", "bank", "shop", "launch", "button", "bankPage"] as const;
/** One of {@link reasons}. */
export type Reason = (typeof reasons)[number];

/**
 * The smallest part of a group that lists and sums tell apart: by the reason; and what the bank only holds is
 * `authorized`, a part of `approved`.
 */
export type Section = Group | "authorized" | `${Group}:${Reason}`;

/** The reason in groups that have one alone. */
const only: Partial<Record<Group, Reason>> = { failed: "launch", cancelled: "bankPage" };

/** What a section is a part of, in a line of sums. */
export function lineOf(section: Section): { group: Group | "authorized"; reason?: Reason } {
  const [group, named] = section.split(":") as [Group, Reason?];
  const reason = named ?? only[group];
  return { group, ...(reason && { reason }) };
}

/** The groups that have more than one reason. */
export type GroupWithReasons = "declined" | "expired";

const reasonsIn: Partial<Record<Group, readonly Reason[]>> & Record<GroupWithReasons, readonly Reason[]> = {
  declined: ["funds", "card", "challenge", "bank", "shop", "bankPage"],
  expired: ["launch", "button", "bankPage"],
};

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
