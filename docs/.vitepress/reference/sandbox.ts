/** What TypeDoc reads for the sandbox's page. */
export * from "@ventanilla/sandbox";
