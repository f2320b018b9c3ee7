// The repository's changelog, and the changesets (`.changeset/*.md`) that become entries of it when a version is made.

import { parseChangesetFile } from "@changesets/parse";

/**
 * @typedef {{ packages: string[], text: string }} Changeset the names without `@ventanilla/`, and what has changed; an empty
 *   one names no package
 */

/**
 * Reads a changeset.
 * @param {string} file its content
 * @returns {Changeset}
 */
export function changesetIn(file) {
  const { releases, summary } = parseChangesetFile(file.replaceAll("\r\n", "\n"));
  const changed = releases.filter(({ type }) => type !== "none");
  return { packages: changed.map(({ name }) => name.replace(/^@ventanilla\//, "")), text: summary };
}

/**
 * The changelog with a version that is released now: what was under "Unreleased", then an entry for each changeset
 * that names a package.
 * @param {string} changelog
 * @param {{ version: string, date: string }} release
 * @param {Changeset[]} changesets
 */
export function withRelease(changelog, { version, date }, changesets) {
  const [intro, ...sections] = changelog.split(/^(?=## )/m);
  const unreleased = sections[0]?.startsWith("## Unreleased") ? sections.shift().replace(/^.*\n/, "").trim() : "";
  const entries = changesets
    .filter(({ packages }) => packages.length > 0)
    .map(
      ({ packages, text }) =>
        `- ${packages.map((name) => `\`${name}\``).join(", ")}: ${text.replaceAll("\n", "\n  ")}\n`,
    );
  const parts = [`## ${version} (${date})\n`, unreleased && `${unreleased}\n`, entries.join(""), sections.join("")];
  return `${intro.trimEnd()}\n\n${parts.filter(Boolean).join("\n")}`;
}

/**
 * What the changelog says about a version.
 * @param {string} changelog
 * @param {string} version
 */
export function notesOf(changelog, version) {
  const [, notes] =
    changelog
      .split(/^## (?=\d)/m)
      .find((part) => part.startsWith(`${version} `))
      ?.match(/\n(.*)/s) ?? [];
  if (!notes?.trim()) throw new Error(`CHANGELOG.md says nothing of ${version}: run npm run release version`);
  return `${notes.trim()}\n`;
}
