import { cardLikeDigits, passesLuhn } from "@ventanilla/web";
import type { Span } from "./named-secrets.ts";

const [shortest, longest] = [13, 19];

/** Every card number in a text, with at most one separator between two digits, also next to other numbers. */
export function cardNumbersIn(text: string): Span[] {
  return [...text.matchAll(cardLikeDigits)].flatMap((found) =>
    inRun(found[0]).map(({ start, end }) => ({ start: found.index + start, end: found.index + end })),
  );
}

// A card number begins and ends where a group of digits does: `2 4111 1111 1111 1111` holds one.
function inRun(text: string): Span[] {
  const places = [...text.matchAll(/\d/g)].map(({ index }) => index);
  const digits = text.replace(/\D/g, "");
  const spans: Span[] = [];
  for (let first = 0; first + shortest <= places.length; first++) {
    if (first > 0 && isAdjacent(places, first)) continue;
    for (let length = Math.min(longest, places.length - first); length >= shortest; length--) {
      const after = first + length;
      if (isAdjacent(places, after) || !passesLuhn(digits.slice(first, after))) continue;
      spans.push({ start: places[first] ?? 0, end: (places[after - 1] ?? 0) + 1 });
      first = after - 1;
      break;
    }
  }
  return spans;
}

/** Whether nothing separates this digit from the one before it. */
const isAdjacent = (places: readonly number[], at: number): boolean => places[at] === (places[at - 1] ?? 0) + 1;
