/**
 * Replaces the digits of other scripts by those of ASCII. Unicode has each script's ten in a row, from zero on.
 * @param text any text
 * @returns the text with ASCII digits
 * @example
 * asciiDigits("٤٢"); // "42"
 */
export function asciiDigits(text: string): string {
  return text.replace(/(?![0-9])\p{Nd}/gu, (digit) => {
    const code = digit.codePointAt(0) ?? 0;
    let zero = code;
    while (zero > code - 9 && /\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero--;
    return String((code - zero) % 10);
  });
}
