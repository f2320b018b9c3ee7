/** What TypeDoc reads for the router's page: every entry of `@ventanilla/express` that a shop imports; `/store` is for authors of stores, `/sql` for those of packages. */
export * from "@ventanilla/express";
export * from "@ventanilla/express/counter";
export * from "@ventanilla/express/mysql";
export * from "@ventanilla/express/postgres";
export * from "@ventanilla/express/sqlite";
