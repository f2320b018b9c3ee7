/**
 * Scenes whose boxes are not right yet, by name and language. Who mends one takes it off the list: one that is on it and
 * has no fault fails.
 */
export const knownFaults: readonly string[] = [
  // Router
  "the router's launch page, en",
  "the router's launch page, es",
  "the router's page after the bank, approved, en",
  "the router's page after the bank, approved, es",
  "the router's page after the bank, canceled, en",
  "the router's page after the bank, canceled, es",
  "the router's page after the bank, declined, en",
  "the router's page after the bank, declined, es",
  "the router's page after the bank, in another browser, es",
  "the router's page after the bank, under review, en",
  "the router's page after the bank, under review, es",
  "the router's page for an unknown token, en",
  "the router's page for an unknown token, es",
  "the router's page while the bank is out of reach, es",
  "the router's refusal of an unknown order, es",
  // Bank, its panel and its reference
];
