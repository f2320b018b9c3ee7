/** The text of a page of the counter without its tags, with plain spaces. */
export const visibleText = (page: string): string =>
  page
    .replace(/<style>.*?<\/style>/s, "")
    .replace(/<[^>]+>/g, " ")
    .replace(/&nbsp;|\u00a0/g, " ")
    .replace(/\s+/g, " ");
