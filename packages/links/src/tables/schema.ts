/**
 * The tables of the links, beside the router's. What no statement asks for is one text of JSON.
 *
 * - `links`: one row for each link. Its `terms` never change.
 * - `links_uses`: one row for each order that was launched from a link's page or by a signed order, with what was `agreed`.
 *   `state`: `begun` holds one of a stock, `ended` charged nothing, `paid` counts for ever. `code` is empty for a signed
 *   order. `buyer` is deleted with a use that has ended. `looked_at`: when a begun use was last found to be under way.
 */
const tables = `
CREATE TABLE @links (
  seq @serial, scope @name NOT NULL, code @name NOT NULL, terms @text NOT NULL, customer @text NOT NULL, times @int NOT NULL,
  until_at @int, created_at @int NOT NULL, withdrawn_at @int, currency @name NOT NULL,
  paid_count @int NOT NULL, paid_total @int NOT NULL
)@options;
CREATE UNIQUE INDEX links_by_code ON @links (scope, code);
CREATE INDEX links_by_time ON @links (scope, seq, withdrawn_at, until_at, times, paid_count);
CREATE INDEX links_by_currency ON @links (scope, currency, withdrawn_at, until_at, times, paid_count, paid_total);

CREATE TABLE @links_uses (
  scope @name NOT NULL, order_id @key NOT NULL, code @name, state @name NOT NULL, agreed @text NOT NULL, buyer @text,
  begun_at @int NOT NULL, looked_at @int NOT NULL, payment @text, paid_at @int, PRIMARY KEY (scope, order_id)
)@options;
CREATE INDEX links_uses_by_code ON @links_uses (scope, code, state, looked_at);
CREATE INDEX links_uses_by_state ON @links_uses (scope, state, looked_at);
`;

/** The versions of the tables, oldest first. A published version never changes. */
export const versions: readonly string[] = [tables];
