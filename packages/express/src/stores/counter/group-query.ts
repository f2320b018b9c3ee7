import type { State } from "../../attempt/attempt.ts";
import type { Group } from "../../attempt/group.ts";

/** The group of a state, and the other group of its attempts that meet a condition. */
interface Rule {
  group: Group;
  except?: { where: string; group: Group };
}

const saidNotPaid = "facts -> 'resolution' -> 'paid' IS NOT DISTINCT FROM 'false'";

/** `groupOf` of `group.ts`, in the SQL of both engines. A condition is true or false, and never NULL. */
const rules: Record<State, Rule> = {
  preparing: { group: "waiting", except: { where: "facts ->> 'launchFailure' IS NOT NULL", group: "failed" } },
  opened: {
    group: "waiting",
    except: {
      where: `facts ->> 'returnedVia' IS NOT DISTINCT FROM 'cancel' AND facts ->> 'cardSentAt' IS NULL
        AND CAST(coalesce(facts ->> 'emptyAnswers', '0') AS bigint) >= 2`,
      group: "cancelled",
    },
  },
  expired: { group: "expired" },
  unknown: { group: "decide", except: { where: saidNotPaid, group: "notPaid" } },
  declined: {
    group: "declined",
    except: { where: `facts ->> 'unconfirmedAt' IS NOT NULL AND NOT (${saidNotPaid})`, group: "decide" },
  },
  review: { group: "decide", except: { where: saidNotPaid, group: "notPaid" } },
  approved: { group: "approved" },
};

/**
 * Which attempts of a state are in one of the groups: all (`true`), none (`false`), or those that meet the condition.
 */
export function whereInGroups(state: State, groups: readonly Group[]): string | boolean {
  const { group, except } = rules[state];
  const has = groups.includes(group);
  if (except === undefined || has === groups.includes(except.group)) return has;
  return has ? `NOT (${except.where})` : except.where;
}

/** The SQL expression for the name of the group of an attempt of this state. */
export function groupName(state: State): string {
  const { group, except } = rules[state];
  return except === undefined ? `'${group}'` : `CASE WHEN ${except.where} THEN '${except.group}' ELSE '${group}' END`;
}
