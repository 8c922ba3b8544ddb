import { existsSync, globSync, statSync } from 'node:fs'
import { join } from 'node:path'

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

/** Builds the SPA into `dist` when it is stale; gives the directory. */
export async function ensureBuilt(root: string, say: (text: string) => void): Promise<string> {
  if (isStale(root)) {
    say('Building the console (about five seconds) …')
    const { build } = await import('vite')
    await build({ root, logLevel: 'warn' })
  }
  return join(root, 'dist')
}
