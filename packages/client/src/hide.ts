/**
 * The text with every secret in it replaced by `[hidden]`: as it is, percent-encoded, and as it stands in JSON. Secrets
 * of a few digits (a cvv) are only taken for themselves where no further digit adjoins.
 */
export function hide(text: string, secrets: readonly string[]): string {
  let rest = text;
  for (const secret of secrets) {
    if (/^\d{1,6}$/.test(secret)) rest = rest.replace(new RegExp(`(?<!\\d)${secret}(?!\\d)`, "g"), hidden);
    else if (secret !== "") {
      for (const form of [secret, encodeURIComponent(secret), JSON.stringify(secret).slice(1, -1)]) {
        rest = rest.replaceAll(form, hidden);
      }
    }
  }
  return rest;
}

/** A reviver for `JSON.parse` that hides the secrets in texts, numbers and names. */
export function hiding(secrets: readonly string[]): (key: string, value: unknown) => unknown {
  const clean = (text: string) => hide(text, secrets);
  return (_key, value) => {
    if (typeof value === "string") return clean(value);
    if (typeof value === "number") return clean(String(value)) === String(value) ? value : hidden;
    if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
    const leaks = Object.keys(value).some((name) => clean(name) !== name);
    return leaks ? Object.fromEntries(Object.entries(value).map(([name, one]) => [clean(name), one])) : value;
  };
}

const hidden = "[hidden]";
