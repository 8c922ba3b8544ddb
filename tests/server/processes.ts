import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect } from 'vitest'
import { compileCache } from '../compile-cache.ts'
import { storeFolder } from '../stores/folder.ts'

const root = join(import.meta.dirname, '../..')

/** Starts the project's own scripts as processes with a clean environment. Kills the running ones after the suite. */
export function processes() {
  const directory = mkdtempSync(join(storeFolder, 'console-processes-'))
  const children: ChildProcess[] = []
  afterAll(async () => {
    for (const child of children) {
      if (child.exitCode !== null || child.signalCode !== null) continue
      child.kill('SIGKILL')
      await once(child, 'exit')
    }
    rmSync(directory, { recursive: true, force: true })
  })

  function spawned(
    command: string,
    args: string[],
    env: Record<string, string> = {},
    input = '',
    options: { detached?: boolean } = {},
  ) {
    const child = spawn(command, args, {
      cwd: root,
      env: { PATH: process.env['PATH'], ...compileCache, ...env },
      stdio: ['pipe', 'pipe', 'pipe'],
      ...options,
    })
    children.push(child)
    child.stdin.end(input)
    let output = ''
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => {
        output += chunk.toString()
      })
    return {
      child,
      output: () => output,
      says: async (text: RegExp) => {
        await expect.poll(() => output).toMatch(text)
      },
      /** Resolves with the exit code; `null` when a signal ended the process. */
      ended: async () => {
        if (child.exitCode === null && child.signalCode === null) await once(child, 'close')
        return child.exitCode
      },
    }
  }

  const run = (args: string[], env: Record<string, string> = {}, input = '') =>
    spawned(process.execPath, args, env, input)

  return {
    directory,
    run,
    spawned,
    /** Starts the console on free ports. */
    start: (
      dataDir: string,
      env: Record<string, string> = {},
      nodeOptions: string[] = [],
      args: string[] = [],
    ) =>
      run([...nodeOptions, 'src/server/main.ts', ...args], {
        PORT: '0',
        SANDBOX_PORT: '0',
        // One test user sends the requests of many users.
        SESSION_REQUESTS_PER_SECOND: '10000',
        DATA_DIR: join(directory, dataDir),
        ...env,
      }),
    admin: (env: Record<string, string>, args: string[], input = '') =>
      run(['src/server/admin.ts', ...args], env, input),
  }
}
