import { nearestName } from "@ventanilla/web";

/**
 * What to say of fields that other services have: the field of this one, or a sentence. By name, in small letters and
 * without separators.
 */
export type Hints<Field extends string = string> = Readonly<Record<string, Field | SentenceHint<Field>>>;

/** A hint that no single name says; `about` is the field that it concerns. */
export type SentenceHint<Field extends string = string> = { readonly sentence: string; readonly about?: Field };

/**
 * The field that was likely meant by an unknown name.
 * @param name the unknown name
 * @param names the fields that are known
 * @param hints what other services call them
 * @returns one of `names`, or a sentence; undefined when nothing is near
 * @example
 * meantField("orderId", Object.keys(paymentRequestFields), sessionHints); // "OrdenID"
 */
export function meantField(name: string, names: readonly string[], hints: Hints): string | SentenceHint | undefined {
  const hintFor = (known: string) => {
    const hint = Object.hasOwn(hints, known) ? hints[known] : undefined;
    return typeof hint === "string" && !names.includes(hint) ? undefined : hint;
  };
  const plain = name.toLowerCase().replace(/[-_ ]/g, "");
  return hintFor(plain) ?? nearestName(name, names) ?? hintFor(nearestName(plain, Object.keys(hints)) ?? "");
}
