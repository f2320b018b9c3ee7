/** A heading's anchor, as GitHub makes it: links into a page are valid there and on the site. */
export function slug(heading: string): string {
  return heading
    .trim()
    .toLowerCase()
    .replaceAll(/[^\p{Letter}\p{Mark}\p{Number}\p{Connector_Punctuation}\s-]/gu, "")
    .replaceAll(/\s/g, "-");
}
