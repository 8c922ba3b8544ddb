import { text } from 'node:stream/consumers'
import { roleNames, type Role } from '#contract/access.ts'
import { createAuth, type Auth } from './auth.ts'
import { ConfigError, readConfig, type Config } from './config.ts'
import { holdDataDir } from './data-dir.ts'
import { randomPassword } from './password.ts'
import { startFault } from './start-fault.ts'
import { backUp } from './store/backup.ts'
import { openDatabase } from './store/database.ts'
import { moveStore } from './store/move-store.ts'

const usage = `usage:
  npm run admin -- list-users
  npm run admin -- create-user <email> <${roleNames.join('|')}> [name]
  npm run admin -- reset-password <email>
  npm run admin -- backup <new directory>
  npm run admin -- move-store
A password is made and printed once; with --password-stdin it is read from standard input instead.`

/** Sysexits: the command was used wrongly; wrong configuration; and the usual "it did not work". */
const exitUsage = 64
const exitConfig = 78
const exitFailure = 1

const fromStdin = '--password-stdin'
const say = (line: string) => process.stdout.write(`${line}\n`)

type Command =
  | { name: 'list-users' }
  | { name: 'create-user'; email: string; role: Role; userName: string }
  | { name: 'reset-password'; email: string }
  | { name: 'backup'; into: string }
  | { name: 'move-store' }

type UserCommand = Exclude<Command, { name: 'backup' | 'move-store' }>

function commandOf([name, email, ...rest]: readonly string[]): Command | null {
  if (name === 'list-users' || name === 'move-store') return email === undefined ? { name } : null
  if (email === undefined) return null
  if (name === 'backup') return rest.length === 0 ? { name, into: email } : null
  if (name === 'reset-password') return rest.length === 0 ? { name, email } : null
  const role = roleNames.find((known) => known === rest[0])
  if (name !== 'create-user' || role === undefined) return null
  return { name, email, role, userName: rest.slice(1).join(' ') || email }
}

/** The first line of standard input, or a random password. */
async function newPassword(given: boolean): Promise<string> {
  return given ? ((await text(process.stdin)).split(/\r?\n/)[0] ?? '') : randomPassword()
}

async function run(command: UserCommand, passwordGiven: boolean, auth: Auth): Promise<number> {
  if (command.name === 'list-users') {
    for (const { email, role, name } of await auth.users()) say(`${email}\t${role ?? 'none'}\t${name}`)
    return 0
  }
  const password = await newPassword(passwordGiven)
  if (command.name === 'create-user') {
    const { email, role, userName } = command
    await auth.createUser({ email, role, name: userName, password })
  } else if (!(await auth.resetPassword(command.email, password))) {
    say(`there is no user ${command.email}`)
    return exitFailure
  }
  say(passwordGiven ? `password of ${command.email} set` : `password for ${command.email}: ${password}`)
  return 0
}

const publicUrlOf = ({ publicUrl, host, port }: Config) => publicUrl ?? `http://${host}:${port}`

/** Opens users and sessions as the console does. The embedded store belongs to one process: the console has to be stopped. */
async function withAuth(config: Config, use: (auth: Auth) => Promise<number>): Promise<number> {
  const dataDir = config.databaseUrl === null ? holdDataDir(config.dataDir) : null
  const database = await openDatabase(
    config.databaseUrl === null ? { file: dataDir?.path('console.db') ?? '' } : { url: config.databaseUrl },
  )
  try {
    const secret = config.sessionSecret ?? dataDir?.secret('session-secret') ?? ''
    return await use(await createAuth(database, { publicUrl: publicUrlOf(config), secret }))
  } finally {
    await database.close()
    dataDir?.release()
  }
}

/** Moves the embedded store of DATA_DIR into the PostgreSQL of DATABASE_URL, which must be empty. The console has to be stopped. */
async function move(config: Config): Promise<number> {
  if (config.databaseUrl === null || config.sessionSecret === null) {
    process.stderr.write(
      'move-store: set DATABASE_URL, and SESSION_SECRET_FILE to session-secret in DATA_DIR\n',
    )
    return exitUsage
  }
  const dataDir = holdDataDir(config.dataDir)
  const database = await openDatabase({ url: config.databaseUrl })
  try {
    // Makes the tables of users and sessions.
    await createAuth(database, { publicUrl: publicUrlOf(config), secret: config.sessionSecret })
    if (dataDir.secret('session-secret') !== config.sessionSecret) {
      process.stderr.write(
        'move-store: SESSION_SECRET must be the one in DATA_DIR, which opens what is moved\n',
      )
      return exitUsage
    }
    for (const [table, rows] of await moveStore(dataDir.path('console.db'), database))
      say(`${table}\t${rows}`)
    return 0
  } finally {
    await database.close()
    dataDir.release()
  }
}

async function carryOut(command: Command, config: Config, passwordGiven: boolean): Promise<number> {
  if (command.name === 'move-store') return move(config)
  if (command.name === 'backup') {
    await backUp(config.dataDir, command.into)
    say(`backed up to ${command.into}; start with DATA_DIR there to restore`)
    return 0
  }
  return withAuth(config, (auth) => run(command, passwordGiven, auth))
}

const words = process.argv.slice(2)
const command = commandOf(words.filter((word) => word !== fromStdin))
try {
  if (command === null) {
    process.stderr.write(`${usage}\n`)
    process.exitCode = exitUsage
  } else process.exitCode = await carryOut(command, readConfig(process.env), words.includes(fromStdin))
} catch (error) {
  process.stderr.write(`${startFault(error) ?? (error instanceof Error ? error.message : 'failed')}\n`)
  process.exitCode = error instanceof ConfigError ? exitConfig : exitFailure
}
