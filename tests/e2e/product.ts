import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { compileCache } from '../compile-cache.ts'
import { storeFolder } from '../stores/folder.ts'

const root = join(import.meta.dirname, '../..')
const startMs = 60_000

export interface Product {
  url: string
  pid: number
  sandboxUrl: string | null
  dataDir: string
  accounts: Record<'admin' | 'supervisor', { email: string; password: string }>
  /** Everything the process has written so far. */
  output: () => string
  stop: () => Promise<void>
}

/**
 * Starts the console as `npm start` does, on free ports and with its own data in `folder`. Rejects when it does not start within
 * 60 s.
 */
export async function startProduct(
  environment: Record<string, string> = {},
  folder = storeFolder,
): Promise<Product> {
  const dataDir = mkdtempSync(join(folder, 'console-e2e-'))
  const child = spawn(process.execPath, ['src/server/main.ts'], {
    cwd: root,
    env: {
      ...process.env,
      ...compileCache,
      PORT: '0',
      SANDBOX_PORT: '0',
      // The one user of a test sends as many requests as many users.
      SESSION_REQUESTS_PER_SECOND: '10000',
      DATA_DIR: dataDir,
      LOG_LEVEL: 'debug',
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  // A test that is cut off must leave no process behind.
  const kill = () => child.kill('SIGKILL')
  process.once('exit', kill)
  child.once('exit', () => process.off('exit', kill))
  let output = ''
  const url = await new Promise<string>((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`the console did not start:\n${output}`)), startMs)
    const hear = (chunk: Buffer) => {
      output += chunk.toString()
      const [, address] = /^Console at (\S+)$/m.exec(output) ?? []
      if (address === undefined) return
      clearTimeout(timer)
      resolve(address)
    }
    child.stdout.on('data', hear)
    child.stderr.on('data', hear)
    // No effect once the URL is known.
    child.once('exit', () => reject(new Error(`the console ended:\n${output}`)))
  })
  const given = environment['ADMIN_EMAIL'] ?? ''
  const lines =
    given === ''
      ? readFileSync(join(dataDir, 'demo-accounts.txt'), 'utf8').split('\n')
      : [`${given} ${environment['ADMIN_PASSWORD'] ?? ''}`, ' ']
  const [admin, supervisor] = lines.map((line) => {
    const [email = '', password = ''] = line.split(' ')
    return { email, password }
  })
  if (admin === undefined || supervisor === undefined) throw new Error('no accounts')
  return {
    url,
    pid: child.pid ?? 0,
    sandboxUrl: /^Sandbox at (\S+)/m.exec(output)?.[1] ?? null,
    dataDir,
    accounts: { admin, supervisor },
    output: () => output,
    stop: () =>
      new Promise((resolve) => {
        child.once('exit', () => {
          rmSync(dataDir, { recursive: true, force: true })
          resolve()
        })
        child.kill('SIGINT')
      }),
  }
}
