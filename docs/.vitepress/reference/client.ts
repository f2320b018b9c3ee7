/** What TypeDoc reads for the client's page: every entry of `@ventanilla/client` but the table of messages. */
export * from "@ventanilla/client";
export * from "@ventanilla/client/rest";
export * from "@ventanilla/client/three-ds";
