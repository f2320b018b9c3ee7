/**
 * The command that enters a folder, quoted for the shell.
 * @param path relative to where the person is
 * @param platform Windows's shells know double quotes only, and its names have none
 */
export function changeFolder(path: string, platform: NodeJS.Platform): string {
  // What begins with a dash would be an option.
  const named = path.startsWith("-") ? `./${path}` : path;
  if (platform === "win32") return /^[\w.:/\\-]+$/.test(named) ? `cd ${named}` : `cd "${named}"`;
  return /^[\w./-]+$/.test(named) ? `cd ${named}` : `cd '${named.replaceAll("'", "'\\''")}'`;
}
