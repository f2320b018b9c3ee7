import { existsSync } from "node:fs";

/** Where Debian's package and others put the server. */
const places = ["/usr/sbin/mariadbd", "/usr/local/sbin/mariadbd", "/opt/homebrew/bin/mariadbd"];

/**
 * The program of this machine's MariaDB server.
 * @returns {string | undefined} `undefined` where there is none
 */
export const findMariaDb = () => places.find((path) => existsSync(path));
