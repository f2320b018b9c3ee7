// The checks of src/hosted/card-form.ts and src/card-number.ts, for the browser; a test holds the two alike.

const schemes = {
  visa: { starts: /^4/, groups: [4, 4, 4, 4] },
  mastercard: { starts: /^(?:5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720)/, groups: [4, 4, 4, 4] },
  amex: { starts: /^3[47]/, groups: [4, 6, 5] },
};

export function schemeOf(digits) {
  return Object.keys(schemes).find((name) => schemes[name].starts.test(digits));
}

/** Digits in the groups they stand in on the card, parted by spaces. */
export function groupDigits(digits) {
  const groups = [];
  let rest = digits;
  for (const length of schemes[schemeOf(digits)]?.groups ?? [4, 4, 4, 4]) {
    if (rest !== "") groups.push(rest.slice(0, length));
    rest = rest.slice(length);
  }
  return rest === "" ? groups.join(" ") : `${groups.join(" ")} ${rest}`;
}

/** What is wrong with each field, by the names of src/hosted/card-form.ts; `thisMonth` is like `2026-11`. */
export function problemsOf({ number, expiry, cvv }, thisMonth, testNumbers) {
  const digits = number.trim().replace(/[\s-]/g, "");
  const found = {
    number: numberProblem(digits, testNumbers),
    expiry: expiryProblem(expiry.trim(), thisMonth),
    cvv: cvvProblem(cvv.trim(), digits),
  };
  return Object.fromEntries(Object.entries(found).filter(([, problem]) => problem !== undefined));
}

function numberProblem(digits, testNumbers) {
  if (digits === "") return "numberMissing";
  if (!/^\d+$/.test(digits)) return "numberWrong";
  const length = schemes[schemeOf(digits)]?.groups.reduce((sum, group) => sum + group, 0);
  if (digits.length < (length ?? 12)) return "numberShort";
  if (digits.length > (length ?? 19) || !passesLuhn(digits)) return "numberWrong";
  return testNumbers.has(digits) ? undefined : "numberNotTest";
}

function passesLuhn(digits) {
  let sum = 0;
  for (let i = 0; i < digits.length; i++) {
    const digit = Number(digits[digits.length - 1 - i]) * (i % 2 === 0 ? 1 : 2);
    sum += digit > 9 ? digit - 9 : digit;
  }
  return sum % 10 === 0;
}

function expiryProblem(expiry, thisMonth) {
  if (expiry === "") return "expiryMissing";
  const [, month = "", year = ""] = /^(\d{1,2})\s*[/.-]?\s*(?:20)?(\d{2})$/.exec(expiry) ?? [];
  if (Number(month) < 1 || Number(month) > 12) return "expiryWrong";
  return `20${year}-${month.padStart(2, "0")}` < thisMonth ? "expiryPast" : undefined;
}

function cvvProblem(cvv, digits) {
  if (cvv === "") return "cvvMissing";
  const amex = schemeOf(digits) === "amex";
  if (/^\d+$/.test(cvv) && cvv.length === (amex ? 4 : 3)) return undefined;
  return amex ? "cvvWrongAmex" : "cvvWrong";
}
