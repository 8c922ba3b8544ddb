import { existsSync, globSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

const sources = [
  'src/web/**/*',
  'src/contract/**/*',
  'public/**/*',
  'index.html',
  'vite.config.ts',
  'package-lock.json',
]

const changedAt = (file: string): number => statSync(file).mtimeMs

/** True when there is no build, or a source is newer than it. */
function isStale(root: string): boolean {
  const built = join(root, 'dist/index.html')
  if (!existsSync(built)) return true
  const builtAt = changedAt(built)
  return globSync(sources, { cwd: root }).some((file) => changedAt(join(root, file)) > builtAt)
}

/** How long one start waits for the build of another, ms. */
const buildMs = 120_000

/**
 * Builds the SPA into `dist` when it is stale; gives the directory. Starts at the same time build once: the others wait for
 * an SQLite lock, which the system frees with its process, and then find the build done.
 */
export async function ensureBuilt(root: string, say: (text: string) => void): Promise<string> {
  if (isStale(root)) {
    const lock = new DatabaseSync(join(root, 'node_modules/.console-build.db'), { timeout: buildMs })
    try {
      lock.exec('BEGIN EXCLUSIVE')
      if (isStale(root)) {
        say('Building the console (about five seconds) …')
        const { build } = await import('vite')
        await build({ root, logLevel: 'warn' })
      }
    } finally {
      lock.close()
    }
  }
  return join(root, 'dist')
}
