/** What differs in the SQL of the databases that a shop's processes share. */
interface Dialect {
  /** A statement with `?` for each value, in the engine's own form. */
  own(text: string): string;
  /** Reads the number of the connection, as `backend`. */
  backend: string;
  /** From now on the server ends this transaction when its process sleeps. The store's own limit is 20 s. */
  impatient: string;
  /** A COMMIT that only the server can see. */
  smuggled: readonly string[];
}

const dialects: Record<"postgres" | "mariadb", Dialect> = {
  postgres: {
    own(text) {
      let count = 0;
      return text.replaceAll("?", () => `$${++count}`);
    },
    backend: "SELECT pg_backend_pid() AS backend",
    impatient: "SET LOCAL idle_in_transaction_session_timeout = 300",
    // With this setting, the server reads texts otherwise.
    smuggled: ["SET LOCAL standard_conforming_strings = off", String.raw`SELECT '\'; SELECT '; COMMIT; --'`],
  },
  mariadb: {
    own: (text) => text,
    backend: "SELECT CONNECTION_ID() AS backend",
    // Within a transaction, MariaDB's own limit is the one that counts.
    impatient: "SET SESSION wait_timeout = 1, SESSION idle_transaction_timeout = 1",
    // The server runs what is in such a comment.
    smuggled: ["/*! COMMIT */"],
  },
};

/** The dialect of the database at the address. */
export const dialectOf = (url: string): Dialect => dialects[url.startsWith("mysql:") ? "mariadb" : "postgres"];
