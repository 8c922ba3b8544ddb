import { realpathSync, statSync } from 'node:fs'

const isWindows = process.platform === 'win32'
const shown = (mode: number): string => (mode & 0o777).toString(8).padStart(4, '0')
const readableByOthers = 0o044
const writableByOthers = 0o022
/** Container platforms mount secrets here, readable in the whole container, which runs the console alone. */
const platformSecrets = '/run/secrets/'

/** Why the owner of a private file or directory, who can change its mode, is a stranger; null where that is this user or root. */
function strangerOf(path: string, uid: number): string | null {
  if (uid === process.geteuid?.() || uid === 0) return null
  return `${path} belongs to user ${uid}; give it to the user of the console: chown ${process.geteuid?.() ?? ''} ${path}`
}

/**
 * How a private file is open to other users, with the command that closes it; null where it is not. Throws the system's error when
 * there is no such file.
 */
export function exposureOf(file: string): string | null {
  // Windows has no such modes: `stat` gives the same for every file.
  if (isWindows) return null
  const { mode, uid } = statSync(file)
  const mounted = realpathSync(file).startsWith(platformSecrets)
  // The platform decides who owns what it mounts.
  const stranger = mounted ? null : strangerOf(file, uid)
  if (stranger !== null) return stranger
  if ((mode & (mounted ? writableByOthers : readableByOthers | writableByOthers)) === 0) return null
  return `${file} has mode ${shown(mode)}, which opens it to others; run: chmod 600 ${file}`
}

/**
 * How a directory of private files lets other users replace them, with the command that stops it; null where it does not. Listing
 * is harmless: the files themselves are closed to others.
 */
export function directoryExposureOf(directory: string): string | null {
  if (isWindows) return null
  const { mode, uid } = statSync(directory)
  const stranger = strangerOf(directory, uid)
  if (stranger !== null) return stranger
  if ((mode & writableByOthers) === 0) return null
  return `${directory} has mode ${shown(mode)}, which lets others replace its files; run: chmod 700 ${directory}`
}
