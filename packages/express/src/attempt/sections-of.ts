import { type Group, groups, lineOf, type Reason, reasonsIn, type Section } from "./group.ts";

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
  groups?: readonly (Group | "charged")[];
  reason?: Reason;
}): Section[] {
  const all = named.flatMap((group): Section[] => {
    if (group === "charged") return ["approved"];
    const held = group === "approved" ? (["authorized"] as const) : [];
    return [group, ...held, ...(reasonsIn[group] ?? []).map((each) => `${group}:${each}` as const)];
  });
  return reason === undefined ? all : all.filter((section) => lineOf(section).reason === reason);
}
