/**
 * The command that enters a folder, quoted for the shell.
 * @param path relative to the current folder
 * @param platform the shells of Windows know double quotes only, which no path there contains
 */
export function changeFolder(path: string, platform: NodeJS.Platform): string {
  // A path that begins with a dash would be read as an option.
  const named = path.startsWith("-") ? `./${path}` : path;
  if (platform === "win32") return /^[\w.:/\\-]+$/.test(named) ? `cd ${named}` : `cd "${named}"`;
  return /^[\w./-]+$/.test(named) ? `cd ${named}` : `cd '${named.replaceAll("'", "'\\''")}'`;
}
