import { realpathSync, statSync } from 'node:fs'

const isWindows = process.platform === 'win32'
const shown = (mode: number): string => (mode & 0o777).toString(8).padStart(4, '0')
const readableByOthers = 0o044
const writableByOthers = 0o022
/** Container platforms mount secrets here, readable to the whole container, in which only the console runs. */
const platformSecrets = '/run/secrets/'

/** Returns an error when a user other than ours or root owns the path: an owner can change its mode. `null` otherwise. */
function strangerOf(path: string, uid: number): string | null {
  if (uid === process.geteuid?.() || uid === 0) return null
  return `${path} belongs to user ${uid}; give it to the user of the console: chown ${process.geteuid?.() ?? ''} ${path}`
}

/**
 * Returns how a private file is open to other users, with the command that closes it; `null` when it is closed. Throws the
 * system's error when the file does not exist.
 */
export function exposureOf(file: string): string | null {
  // Windows has no file modes: `stat` returns the same mode for every file.
  if (isWindows) return null
  const { mode, uid } = statSync(file)
  const mounted = realpathSync(file).startsWith(platformSecrets)
  // The container platform sets the owner of mounted secrets.
  const stranger = mounted ? null : strangerOf(file, uid)
  if (stranger !== null) return stranger
  if ((mode & (mounted ? writableByOthers : readableByOthers | writableByOthers)) === 0) return null
  return `${file} has mode ${shown(mode)}, which opens it to others; run: chmod 600 ${file}`
}

/**
 * Returns how a directory of private files lets other users replace them, with the command that prevents it; `null` when it
 * does not. Listing the directory is harmless: other users cannot open the files.
 */
export function directoryExposureOf(directory: string): string | null {
  if (isWindows) return null
  const { mode, uid } = statSync(directory)
  const stranger = strangerOf(directory, uid)
  if (stranger !== null) return stranger
  if ((mode & writableByOthers) === 0) return null
  return `${directory} has mode ${shown(mode)}, which lets others replace its files; run: chmod 700 ${directory}`
}
