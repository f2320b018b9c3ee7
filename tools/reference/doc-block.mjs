// Reads a doc block: its text, and what its tags say.

/** The text in one line, except for the items of a list. */
const clean = (text) =>
  text
    .replaceAll(/\{@link ([^}]+)\}/g, "`$1`")
    .replaceAll(/\n+- /g, "\u0000")
    .replaceAll(/\s+/g, " ")
    .replaceAll("\u0000", "\n- ")
    .trim();

/**
 * @param {string} block the inside of a doc block, with the asterisks of its lines
 * @returns {{ text: string, params: { name: string, text: string }[], returns: string, throws: string[], see: string[] }}
 */
export function readDocBlock(block) {
  const parts = [{ tag: "", lines: [] }];
  for (const line of block.split("\n").map((each) => each.replace(/^\s*\*? ?/, "").trimEnd())) {
    const [, tag, rest = ""] = /^@(\w+)\s*(.*)$/.exec(line) ?? [];
    if (tag) parts.push({ tag, lines: [rest] });
    else parts.at(-1).lines.push(line);
  }
  const of = (wanted) => parts.filter(({ tag }) => tag === wanted).map(({ lines }) => lines.join("\n"));
  return {
    text: clean(of("")[0] ?? ""),
    params: of("param").map((text) => {
      const [, name = "", said = ""] = /^(\w+)\s*(.*)$/s.exec(text) ?? [];
      return { name, text: clean(said) };
    }),
    returns: clean(of("returns")[0] ?? ""),
    throws: of("throws").map(clean),
    see: of("see").map(clean),
  };
}
