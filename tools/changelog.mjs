// The repository's changelog, and the changesets (`.changeset/*.md`) that become entries of it when a version is made.

/**
 * @typedef {{ packages: string[], text: string }} Changeset the names without `@ventanilla/`, and what has changed
 */

/**
 * Reads a changeset.
 * @param {string} file its content
 * @returns {Changeset}
 */
export function changesetIn(file) {
  const [, head, text] = /^---\n(.*?)\n---\n(.*)$/s.exec(file.replaceAll("\r\n", "\n")) ?? [];
  const packages = [...(head ?? "").matchAll(/^"@ventanilla\/([\w-]+)": (?:major|minor|patch)$/gm)].map(
    ([, name]) => name,
  );
  if (packages.length === 0) throw new Error(`not a changeset: ${file}`);
  return { packages, text: text.trim() };
}

/**
 * The changelog with a version that is released now: what was under "Unreleased", then an entry for each changeset.
 * @param {string} changelog
 * @param {{ version: string, date: string }} release
 * @param {Changeset[]} changesets
 */
export function withRelease(changelog, { version, date }, changesets) {
  const [intro, ...sections] = changelog.split(/^(?=## )/m);
  const unreleased = sections[0]?.startsWith("## Unreleased") ? sections.shift().replace(/^.*\n/, "").trim() : "";
  const entries = changesets.map(
    ({ packages, text }) => `- ${packages.map((name) => `\`${name}\``).join(", ")}: ${text.replaceAll("\n", "\n  ")}\n`,
  );
  const parts = [`## ${version} (${date})\n`, unreleased && `${unreleased}\n`, entries.join(""), sections.join("")];
  return `${intro.trimEnd()}\n\n${parts.filter(Boolean).join("\n")}`;
}

/**
 * What the changelog says of a version.
 * @param {string} changelog
 * @param {string} version
 */
export function notesOf(changelog, version) {
  const [, notes] =
    changelog
      .split(/^## (?=\d)/m)
      .find((part) => part.startsWith(`${version} `))
      ?.match(/\n(.*)/s) ?? [];
  if (!notes?.trim()) throw new Error(`CHANGELOG.md says nothing of ${version}: run npm run release:version`);
  return `${notes.trim()}\n`;
}
