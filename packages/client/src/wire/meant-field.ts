import { nearestName } from "@ventanilla/web";

/**
 * Hints about names that other services use, by that name in lower case and without separators: the field of this
 * service, or a sentence.
 */
export type Hints<Field extends string = string> = Readonly<Record<string, Field | SentenceHint<Field>>>;

/** A hint that needs a sentence; `about` is the field that it concerns. */
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
