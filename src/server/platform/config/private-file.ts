import { realpathSync, statSync } from 'node:fs'

const isWindows = process.platform === 'win32'
const shown = (mode: number): string => (mode & 0o777).toString(8).padStart(4, '0')
const readableByOthers = 0o044
const writableByOthers = 0o022
/** Container platforms mount secrets here, readable in the whole container, which runs the console alone. */
const platformSecrets = '/run/secrets/'

/**
 * How a private file is open to other users, with the command that closes it; null where it is not. Throws the system's error when
 * there is no such file.
 */
export function exposureOf(file: string): string | null {
  // Windows has no such modes: `stat` gives the same for every file.
  if (isWindows) return null
  const { mode } = statSync(file)
  const mounted = realpathSync(file).startsWith(platformSecrets)
  if ((mode & (mounted ? writableByOthers : readableByOthers | writableByOthers)) === 0) return null
  return `${file} has mode ${shown(mode)}, which opens it to others; run: chmod 600 ${file}`
}

/**
 * How a directory of private files lets other users replace them, with the command that stops it; null where it does not. Listing
 * is harmless: the files themselves are closed to others.
 */
export function directoryExposureOf(directory: string): string | null {
  if (isWindows) return null
  const { mode } = statSync(directory)
  if ((mode & writableByOthers) === 0) return null
  return `${directory} has mode ${shown(mode)}, which lets others replace its files; run: chmod 700 ${directory}`
}
