import { roleNames } from '#contract/access.ts'
import { createAuth } from './auth.ts'
import { ConfigError, readConfig } from './config.ts'
import { holdDataDir } from './data-dir.ts'
import { randomPassword } from './first-users.ts'
import { openDatabase } from './store/database.ts'

const usage = `usage:
  npm run admin -- list-users
  npm run admin -- create-user <email> <${roleNames.join('|')}> [name]
  npm run admin -- reset-password <email>`

const say = (text: string) => process.stdout.write(`${text}\n`)

/** Runs one command; gives the exit code. */
async function run([command, email, ...rest]: string[]): Promise<number> {
  const role = roleNames.find((name) => name === rest[0])
  const known =
    command === 'list-users' ||
    (command === 'reset-password' && email !== undefined) ||
    (command === 'create-user' && email !== undefined && role !== undefined)
  if (!known) {
    say(usage)
    return 64
  }
  const config = readConfig(process.env)
  // The embedded store belongs to one process: stop the console first, or use PostgreSQL.
  const dataDir =
    config.databaseUrl === null || config.sessionSecret === null ? holdDataDir(config.dataDir) : null
  const database = await openDatabase(
    config.databaseUrl === null ? { file: dataDir?.path('console.db') ?? '' } : { url: config.databaseUrl },
  )
  const secret = config.sessionSecret ?? dataDir?.secret('session-secret') ?? ''
  const auth = await createAuth(database, {
    publicUrl: config.publicUrl ?? `http://${config.host}:${config.port}`,
    secret,
  })
  try {
    if (command === 'list-users') {
      for (const user of await auth.users()) say(`${user.email}\t${user.role}\t${user.name}`)
      return 0
    }
    const password = randomPassword()
    if (command === 'create-user' && role !== undefined && email !== undefined)
      await auth.createUser({ email, role, name: rest.slice(1).join(' ') || email, password })
    else if (email !== undefined && !(await auth.resetPassword(email, password))) {
      say(`there is no user ${email}`)
      return 1
    }
    say(`password for ${email}: ${password}`)
    return 0
  } finally {
    await database.close()
    dataDir?.release()
  }
}

try {
  process.exitCode = await run(process.argv.slice(2))
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : 'failed'}\n`)
  process.exitCode = error instanceof ConfigError ? 78 : 1
}
