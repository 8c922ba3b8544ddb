import { randomBytes } from 'node:crypto'
import { chmodSync, chownSync, cpSync, existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { newSignInPassword } from '../auth/password.ts'

const root = join(import.meta.dirname, '../../..')
/** The user of the console in its containers (deploy/Dockerfile). */
const containerUser = 1000

/** Addresses that every deployment has its own of, with comments that say what they are. */
const settings = `# The https origin that browsers see.
PUBLIC_URL=https://console.example.com
# The first administrator. The password is in secrets/first-password.
ADMIN_EMAIL=you@example.com
# Where the image is built from.
CONSOLE_SOURCE=${root}
`

/** Writes a new directory with a deployment in containers: compose file, balancer, settings and secrets. Returns what is left to do. */
export function initDeploy(directory: string): string[] {
  if (existsSync(directory)) throw new Error(`${directory} exists already; give a new directory`)
  if (!relative(root, directory).startsWith('..'))
    throw new Error(`${directory} is in the project, and its secrets would be in the image; give one outside`)
  const secrets = join(directory, 'secrets')
  mkdirSync(secrets, { recursive: true, mode: 0o700 })
  cpSync(join(root, 'deploy/compose.yaml'), join(directory, 'compose.yaml'))
  cpSync(join(root, 'deploy/nginx'), join(directory, 'nginx'), { recursive: true })
  writeFileSync(join(directory, '.env'), settings)
  const [owner, runtime] = [randomBytes(32).toString('hex'), randomBytes(32).toString('hex')]
  const isRoot = process.getuid?.() === 0
  for (const [name, value] of Object.entries({
    session: randomBytes(32).toString('hex'),
    'owner-password': owner,
    'runtime-password': runtime,
    'owner-database-url': `postgres://console:${owner}@postgres/console`,
    'database-url': `postgres://console_app:${runtime}@postgres/console`,
    'first-password': newSignInPassword(),
  })) {
    const file = join(secrets, name)
    writeFileSync(file, `${value}\n`)
    chmodSync(file, 0o400)
    if (isRoot) chownSync(file, containerUser, containerUser)
  }
  return [
    `1. Set the addresses in ${join(directory, '.env')}.`,
    `2. Put the certificate and key of your host name into ${join(secrets, 'tls-certificate')} and tls-key beside it.`,
    `3. sudo chown ${containerUser} ${secrets}/*`,
    `4. docker compose --project-directory ${directory} up -d`,
  ]
}
