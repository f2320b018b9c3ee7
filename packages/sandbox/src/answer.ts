/** What a handler answers to one HTTP request. */
export type Answer = {
  status: number;
  headers: Readonly<Record<string, string>>;
  body: string | Buffer;
};

/** A JSON body. No charset, no frills: this is what the session API sends. */
export function json(status: number, value: unknown): Answer {
  return { status, headers: { "content-type": "application/json", ...uncached }, body: JSON.stringify(value) };
}

/** The session API's only error body: `{"message":"…"}`. */
export function failure(status: number, message: string): Answer {
  return json(status, { message });
}

/** 303: the browser goes on with a GET of `location`, a path of this server. */
export function seeOther(location: string): Answer {
  return { status: 303, headers: { location, ...uncached }, body: "" };
}

const uncached = { "cache-control": "no-store", "x-content-type-options": "nosniff" };
