// Links of a package's documents. In a clone they are relative. Whoever reads a document of an installed or published
// package has no clone, so there the links that leave the package's folder point at the repository.
import { posix } from "node:path";

/** @typedef {{ url: string, directory: string }} Repository `repository` of a package.json */

const inDocuments = /(?<=\]\(<?|\b(?:href|src)=")[^)>\s"]+/g;

/** Where the files of the repository can be read. */
const filesOf = ({ url }) => `${url.replace(/^git\+/, "").replace(/\.git$/, "")}/blob/main/`;

/**
 * A document as it is published.
 * @param {string} text
 * @param {Repository} repository
 * @param {string} [from] the folder that the document's links start from. Default: the package's
 * @returns {string}
 */
export function outwardLinks(text, repository, from = repository.directory) {
  return text.replaceAll(inDocuments, (target) => {
    if (/^(?:[a-z]+:|#|\/)/.test(target)) return target;
    const path = posix.join(from, target);
    const stays = from === repository.directory && path.startsWith(`${from}/`);
    return stays ? target : filesOf(repository) + path;
  });
}

/**
 * A package's document as it is in the clone: undoes `outwardLinks`.
 * @param {string} text
 * @param {Repository} repository
 * @returns {string}
 */
export function relativeLinks(text, repository) {
  const files = filesOf(repository);
  return text.replaceAll(inDocuments, (target) =>
    target.startsWith(files) ? posix.relative(repository.directory, target.slice(files.length)) : target,
  );
}
