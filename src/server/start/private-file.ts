import { realpathSync, statSync } from 'node:fs'

const readableByOthers = 0o044
const writableByOthers = 0o022
/** Container platforms mount secrets here, readable by all of the container, which holds the console alone. */
const platformSecrets = '/run/secrets/'

/**
 * How a file that is to be its owner's alone is open to others, with the command that closes it; null where it is not. Throws
 * what the system throws when there is no such file.
 */
export function exposureOf(file: string): string | null {
  // Windows has no such modes: `stat` gives the same for every file.
  if (process.platform === 'win32') return null
  const { mode } = statSync(file)
  const mounted = realpathSync(file).startsWith(platformSecrets)
  if ((mode & (mounted ? writableByOthers : readableByOthers | writableByOthers)) === 0) return null
  const shown = (mode & 0o777).toString(8).padStart(4, '0')
  return `${file} has mode ${shown}, which opens it to others; run: chmod 600 ${file}`
}
