// Links of a package's documents. In a clone they are relative. Whoever reads a document of an installed or published
// package has no clone, so there the links that leave the package's folder point at the repository, as of its version.
import { posix } from "node:path";

/** @typedef {{ version: string, repository: { url: string, directory: string } }} Manifest of a package.json */

const inDocuments = /(?<=\]\(<?|\b(?:href|src)=")[^)>\s"]+/g;

/** The address below which the repository's files can be read, as of the version's tag. */
const filesOf = ({ version, repository: { url } }) =>
  `${url.replace(/^git\+/, "").replace(/\.git$/, "")}/blob/v${version}/`;

/**
 * A document as it is published.
 * @param {string} text
 * @param {Manifest} manifest
 * @param {string} [from] the folder that the document's links start from. Default: the package's
 * @returns {string}
 */
export function outwardLinks(text, manifest, from = manifest.repository.directory) {
  return text.replaceAll(inDocuments, (target) => {
    if (/^(?:[a-z]+:|#|\/)/.test(target)) return target;
    const path = posix.join(from, target);
    // The sources are in the repository alone.
    const stays = from === manifest.repository.directory && path.startsWith(`${from}/`) && !target.startsWith("src/");
    return stays ? target : filesOf(manifest) + path;
  });
}

/**
 * A package's document as it is in the clone: undoes `outwardLinks`.
 * @param {string} text
 * @param {Manifest} manifest
 * @returns {string}
 */
export function relativeLinks(text, manifest) {
  const files = filesOf(manifest);
  return text.replaceAll(inDocuments, (target) =>
    target.startsWith(files) ? posix.relative(manifest.repository.directory, target.slice(files.length)) : target,
  );
}
