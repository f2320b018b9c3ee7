/** What TypeDoc reads for the page of links: the whole entry of `@ventanilla/links`. */
export * from "@ventanilla/links";
