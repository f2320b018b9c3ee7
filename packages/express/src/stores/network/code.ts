/**
 * What is not code, in the order of Postgres's lexer: a line comment; where a block comment begins; a text with
 * backslashes; a text; a quoted name; a text in dollars.
 */
const notCode =
  /--[^\n\r]*|\/\*|\b[eE]'(?:[^'\\]|\\[\s\S]|'')*'|'[^']*'|"[^"]*"|(?<![\w$])\$([a-z_\u0080-\uffff][\w\u0080-\uffff]*)?\$[\s\S]*?\$\1\$/gi;

/** The code of a text of SQL: without its comments, texts and quoted names. */
export function codeOf(text: string): string {
  const parts: string[] = [];
  let from = 0;
  for (const skipped = new RegExp(notCode); ; ) {
    skipped.lastIndex = from;
    const match = skipped.exec(text);
    parts.push(text.slice(from, match?.index));
    if (match === null) return parts.join(" ");
    from = match[0] === "/*" ? endOfComment(text, match.index) : skipped.lastIndex;
  }
}

/** Where the block comment that begins at `start` ends: comments of Postgres hold others. */
function endOfComment(text: string, start: number): number {
  const marks = /\/\*|\*\//g;
  marks.lastIndex = start;
  let depth = 0;
  for (let mark = marks.exec(text); mark; mark = marks.exec(text)) {
    depth += mark[0] === "/*" ? 1 : -1;
    if (depth === 0) return marks.lastIndex;
  }
  return text.length;
}
