import { isLive, liveStates, type State, states } from "../../attempt/attempt.ts";
import { decidedStates } from "../../attempt/decision-kind.ts";
import type { Group } from "../../attempt/group.ts";
import type { AttemptFilter, AttemptsRequest, TakingsRequest, TimeSpan } from "../counter-store.ts";
import { codeSpellingsOf, spellingsOf } from "../rules.ts";
import { sqlList } from "../sql-list.ts";
import { checkAttemptsRequest, checkSpan, checkTakingsRequest, currencies, parseCursor } from "./checks.ts";
import { groupName, whereInGroups } from "./group-query.ts";

/** What differs between the engines in the SQL of lists. */
export interface Dialect {
  /** Before the names of tables. */
  schema: string;
  /** The parameter with this number, from 1. */
  parameter(number: number): string;
  /** The last four characters of a text. */
  lastFour(text: string): string;
  /** The fact `settledAt`, as an integer. */
  settledAt: string;
  /** Makes the engine use the index. Without it, an engine that plans without statistics may read all rows. */
  using(index: string): string;
  /** The attempts that wait for a person to resolve them, as a table that is read by its own index only. */
  resolvable: string;
  /** The further payments that wait for a person, in the same way. */
  paidTwice: string;
}

/** A statement, and its parameters by name: the names are for error messages. */
export interface Query {
  text: string;
  values: Record<string, unknown>;
}

/** The indexed expressions of the tables. The migrations have to spell them in the same way. */
const expressions = {
  reference: "(facts -> 'verdict' ->> 'reference')",
  authorizationCode: "(facts -> 'verdict' ->> 'authorizationCode')",
  maskedCard: "(facts -> 'verdict' ->> 'maskedCard')",
  isSettled: `state NOT IN ${sqlList(liveStates)}`,
  settledAt: ({ settledAt }: Pick<Dialect, "settledAt">): string => `coalesce(${settledAt}, created_at)`,
} as const;

/** The rows of a list that are read by one index: those that meet every condition. */
interface Branch {
  table: string;
  conditions: string[];
}

/** Collects the parameters of a statement. */
class QueryParameters {
  readonly values: Record<string, unknown> = {};
  readonly #dialect: Dialect;

  constructor(dialect: Dialect) {
    this.#dialect = dialect;
  }

  /** Adds a value, and returns its parameter. A name that was added before keeps its parameter. */
  readonly add = (name: string, value: unknown): string => {
    this.values[name] = value;
    return this.#dialect.parameter(Object.keys(this.values).indexOf(name) + 1);
  };
}

/**
 * The statement for a page of attempts. It reads one row more than the limit, which shows whether another page follows.
 * @throws ArgumentError naming what is wrong in the request
 */
export function attemptsQuery(dialect: Dialect, request: AttemptsRequest): Query {
  const filter = checkAttemptsRequest(request);
  const place = parseCursor(request.after);
  const { add, values } = new QueryParameters(dialect);
  const selective = selectiveNames.find((name) => filter[name] !== undefined);
  const conditions = conditionsOf(dialect, filter, selective, add);
  if (place) conditions.push(`(created_at, seq) < (${add("after.at", place.at)}, ${add("after.seq", place.seq)})`);
  const order = `ORDER BY created_at DESC, seq DESC LIMIT ${add("limit", request.limit + 1)}`;
  const parts = branchesOf(dialect, filter, selective, add).map(({ table, conditions: own }) => {
    const all = [...own, ...conditions];
    return `SELECT * FROM ${table}${all.length === 0 ? "" : ` WHERE ${all.join(" AND ")}`} ${order}`;
  });
  return { text: mergedBy(order, parts), values };
}

/** The statement that merges the rows of sorted statements. */
function mergedBy(order: string, parts: readonly string[]): string {
  const [only = ""] = parts;
  if (parts.length === 1) return only;
  return `${parts.map((part, index) => `SELECT * FROM (${part}) AS part${index}`).join(" UNION ALL ")} ${order}`;
}

/** The fields whose values few attempts share. The first one that is given chooses the index. */
const selectiveNames = ["order", "reference", "authorizationCode", "lastDigits"] as const;
type SelectiveName = (typeof selectiveNames)[number];

/** Compares like `=`, but no engine uses an index for it. So none chooses an index in which half of the rows match. */
const unindexed = "IS NOT DISTINCT FROM";

/** The conditions that hold in every branch. */
function conditionsOf(
  dialect: Dialect,
  filter: AttemptFilter,
  selective: SelectiveName | undefined,
  add: QueryParameters["add"],
): string[] {
  const { from, until, currency, reference, authorizationCode, lastDigits } = filter;
  const { schema } = dialect;
  const operator = (name: keyof AttemptFilter): string =>
    selective === undefined || name === selective ? "=" : unindexed;
  const texts = [
    from !== undefined && `created_at >= ${add("filter.from", from)}`,
    until !== undefined && `created_at < ${add("filter.until", until)}`,
    currency !== undefined && `currency ${operator("currency")} ${add("filter.currency", currency)}`,
    reference !== undefined && spelledCondition("reference", operator("reference"), spellingsOf(reference), add),
    authorizationCode !== undefined &&
      spelledCondition("authorizationCode", operator("authorizationCode"), codeSpellingsOf(authorizationCode), add),
    lastDigits !== undefined &&
      `${dialect.lastFour(expressions.maskedCard)} ${operator("lastDigits")} ${add("filter.lastDigits", lastDigits)}`,
  ].filter((text) => text !== false);
  if (filter.order !== undefined) {
    const order = add("filter.order", filter.order);
    texts.push(`order_id IN (${order}, (SELECT order_id FROM ${schema}order_references WHERE reference = ${order}))`);
  }
  if (filter.amount !== undefined) {
    const { minor, currency: own } = filter.amount;
    texts.push(`amount ${operator("amount")} ${add("filter.amount.minor", minor)}`);
    texts.push(`currency ${operator("amount")} ${add("filter.amount.currency", own)}`);
  }
  return texts;
}

/** The condition on one of the bank's numbers. Every spelling is compared, because the index has them as they were written. */
function spelledCondition(
  name: "reference" | "authorizationCode",
  operator: string,
  spellings: readonly string[],
  add: QueryParameters["add"],
): string {
  const places = spellings.map((each, i) => add(i === 0 ? `filter.${name}` : `filter.${name} ${i}`, each));
  if (operator === "=") return `${expressions[name]} IN (${places.join(", ")})`;
  return `(${places.map((place) => `${expressions[name]} ${operator} ${place}`).join(" OR ")})`;
}

/** The branches of the filter: each reads one index in the order of the list, however the values are distributed. */
function branchesOf(
  dialect: Dialect,
  filter: AttemptFilter,
  selective: SelectiveName | undefined,
  add: QueryParameters["add"],
): Branch[] {
  const { groups, toDecide, amount, currency } = filter;
  const table = (index: string): string => `${dialect.schema}attempts ${dialect.using(index)}`;
  const ofState = (state: State, is = "="): string => `state ${is} ${add(`state ${state}`, state)}`;
  const inGroups = (): string[] => {
    if (groups === undefined) return [];
    const selections = selectionsOf(groups).map(({ state, where }) => [ofState(state, unindexed), ...where]);
    return [`(${selections.map((each) => each.join(" AND ")).join(" OR ")})`];
  };
  if (toDecide === "paidTwice") return [{ table: dialect.paidTwice, conditions: inGroups() }];
  if (toDecide !== undefined) {
    return [{ table: dialect.resolvable, conditions: [`state = '${decidedStates[toDecide]}'`, ...inGroups()] }];
  }
  if (selective !== undefined) return [{ table: table(indexes[selective]), conditions: inGroups() }];
  const branches = selectionsOf(groups?.filter((group) => group !== "decide")).flatMap(({ state, where }): Branch[] => {
    if (amount !== undefined) return [{ table: table(indexes.amount), conditions: [ofState(state), ...where] }];
    return (currency === undefined ? currencies : [currency]).map((one) => ({
      table: table(indexes.state),
      conditions: [ofState(state), `currency = ${add(`currency ${one}`, one)}`, ...where],
    }));
  });
  // Few of the attempts in a state wait for a person: they are read by an index of their own.
  const waiting = { table: dialect.resolvable, conditions: [] };
  return groups?.includes("decide") ? [...branches, waiting] : branches;
}

/** The states of the groups, each with the further conditions for its attempts. Default: every state */
function selectionsOf(groups: readonly Group[] | undefined): { state: State; where: string[] }[] {
  if (groups === undefined) return states.map((state) => ({ state, where: [] }));
  return states.flatMap((state) => {
    const where = whereInGroups(state, groups);
    if (where === false) return [];
    return [{ state, where: where === true ? [] : [where] }];
  });
}

const indexes = {
  order: "attempts_by_order",
  reference: "attempts_by_reference",
  authorizationCode: "attempts_by_authorization",
  lastDigits: "attempts_by_card",
  amount: "attempts_by_amount",
  state: "attempts_by_state",
} as const;

const settledIndex = "attempts_by_settled";

/** Approved, and not only authorized. */
const isPaid = `state = 'approved' AND facts ->> 'capture' IS NULL`;

/**
 * The statement for a page of takings, with one row more than the limit.
 * @throws ArgumentError naming what is wrong in the request
 */
export function takingsQuery(dialect: Dialect, request: TakingsRequest): Query {
  checkTakingsRequest(request);
  const place = parseCursor(request.after);
  const { add, values } = new QueryParameters(dialect);
  const settled = expressions.settledAt(dialect);
  const rest = place && ` AND (${settled}, seq) > (${add("after.at", place.at)}, ${add("after.seq", place.seq)})`;
  const text = `SELECT *, ${settled} AS settled_at FROM ${dialect.schema}attempts ${dialect.using(settledIndex)}
    WHERE ${expressions.isSettled} AND ${isPaid} AND ${settled} >= ${add("from", request.from)}
    AND ${settled} < ${add("until", request.until)}${rest ?? ""}
    ORDER BY ${settled}, seq LIMIT ${add("limit", request.limit + 1)}`;
  return { text, values };
}

/** Whether `givenBackOf` of `given-back.ts` returns a value, in the SQL of both engines. */
const isGivenBack = `(facts -> 'givenBack' IS NOT NULL OR facts -> 'handled' -> 'returned' IS NOT DISTINCT FROM 'true'
  AND coalesce(facts -> 'handled' ->> 'returnedAttempt', CAST(id AS text)) = CAST(id AS text))`;

/**
 * `approvedAmountOf` of `approved-part.ts`: what a person named, and whether nobody named what the bank approved in
 * part.
 */
const namedMinor = `CAST(facts -> 'resolution' -> 'approvedAmount' ->> 'minor' AS bigint)`;
const isUnnamedPart = `(${namedMinor} IS NULL AND facts -> 'verdict' ->> 'code' IS NOT DISTINCT FROM '10')`;
const countedMinor = `CASE WHEN ${isUnnamedPart} THEN 0 ELSE coalesce(${namedMinor}, amount) END`;

/** The columns of the tally that have values for approvals only. */
const approvedColumns = `${countedMinor} AS counted, CASE WHEN ${isGivenBack} THEN ${countedMinor} END AS back,
      CASE WHEN ${namedMinor} < amount THEN ${namedMinor} END AS part, CASE WHEN ${isUnnamedPart} THEN 1 END AS unnamed`;
const otherColumns = "amount, CAST(NULL AS bigint), CAST(NULL AS bigint), CAST(NULL AS integer)";

const hourMs = 3_600_000;

/**
 * The statement for the tally of a span.
 * @throws ArgumentError naming what is wrong in the span
 */
export function tallyQuery(dialect: Dialect, span: TimeSpan): Query {
  checkSpan(span);
  const { add, values } = new QueryParameters(dialect);
  const from = add("from", span.from);
  const until = add("until", span.until);
  // The first SELECT names the columns of all: it has to be that of `approved`.
  const parts = states.toReversed().map((state) => {
    const isOver = !isLive(state);
    const reached = isOver ? expressions.settledAt(dialect) : "created_at";
    const condition = isOver ? `${expressions.isSettled} AND ` : `currency IN ${sqlList(currencies)} AND `;
    const name = state === "approved" ? `CASE WHEN ${isPaid} THEN 'approved' ELSE 'authorized' END` : groupName(state);
    return `SELECT ${name} AS name, currency, CAST((${reached} - ${from}) / ${hourMs} AS bigint) AS hour,
      ${state === "approved" ? approvedColumns : otherColumns}
      FROM ${dialect.schema}attempts ${dialect.using(isOver ? settledIndex : indexes.state)}
      WHERE ${condition}state = '${state}' AND ${reached} >= ${from} AND ${reached} < ${until}`;
  });
  const text = `SELECT name, currency, hour, count(*) AS n, sum(counted) AS minor,
    count(back) AS back_n, sum(back) AS back_minor, count(part) AS part_n, sum(part) AS part_minor,
    count(unnamed) AS unnamed_n FROM (${parts.join(" UNION ALL ")}) AS counted
    GROUP BY 1, 2, 3 ORDER BY 3, 1, 2`;
  return { text, values };
}
