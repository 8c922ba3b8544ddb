import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, globSync, renameSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'

const sources = [
  'src/web/**/*',
  'src/contract/**/*',
  'public/**/*',
  'index.html',
  'vite.config.ts',
  'src/*.ts',
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

const ending = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const

/**
 * Builds in a child process: the bundler takes a gigabyte, which our process would keep for its lifetime. Replaces `dist` once the
 * build is complete, so that an interrupted build is never served.
 */
async function build(root: string, say: (text: string) => void): Promise<void> {
  const vite = join(root, 'node_modules/vite/bin/vite.js')
  const unfinished = join(root, `node_modules/.dist-${process.pid}`)
  const builder = spawn(
    process.execPath,
    [vite, 'build', '--logLevel', 'error', '--outDir', unfinished, '--emptyOutDir'],
    { cwd: root, stdio: ['ignore', 'ignore', 'pipe'] },
  )
  const stop = (signal: NodeJS.Signals) => {
    builder.kill('SIGKILL')
    rmSync(unfinished, { recursive: true, force: true })
    process.kill(process.pid, signal)
  }
  for (const signal of ending) process.once(signal, stop)
  const [complaint] = await Promise.all([text(builder.stderr), once(builder, 'exit')])
  for (const signal of ending) process.off(signal, stop)
  if (complaint !== '') say(complaint.trimEnd())
  if (builder.exitCode !== 0) throw new Error('the build failed')
  const dist = join(root, 'dist')
  rmSync(dist, { recursive: true, force: true })
  renameSync(unfinished, dist)
}

/**
 * Builds the SPA into `dist` when the build is stale. Returns the directory. Throws when the build fails, after printing the
 * bundler's output.
 */
export async function ensureBuilt(root: string, say: (text: string) => void): Promise<string> {
  if (isStale(root)) {
    say('Building the console …')
    await build(root, say)
  }
  return join(root, 'dist')
}
