import { type Group, groups, type Reason, reasonsIn, type Section } from "./group.ts";

/** The reason in groups that have one alone. */
const only: Partial<Record<Group, Reason>> = { failed: "launch", cancelled: "bankPage" };

/** What a section is a part of, in a line of sums. */
export function lineOf(section: Section): { group: Group | "authorized"; reason?: Reason } {
  const [group, named] = section.split(":") as [Group, Reason?];
  const reason = named ?? only[group];
  return { group, ...(reason && { reason }) };
}

/**
 * The sections that a filter names: no attempt is in two.
 * @param filter Default: all groups, with any reason or none
 * @returns none where a reason does not occur in the groups
 * @example
 * sectionsOf({ reason: "launch" }); // ["failed", "expired:launch"]
 */
export function sectionsOf({
  groups: named = groups,
  reason,
}: {
  groups?: readonly Group[];
  reason?: Reason;
}): Section[] {
  const all = named.flatMap((group): Section[] => [
    group,
    ...(group === "approved" ? (["authorized"] as const) : []),
    ...(reasonsIn[group] ?? []).map((each) => `${group}:${each}` as const),
  ]);
  return reason === undefined ? all : all.filter((section) => lineOf(section).reason === reason);
}
