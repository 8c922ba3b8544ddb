import { existsSync } from 'node:fs'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { roleNames, type Role } from '#contract/access.ts'
import type { CheckOptions } from '#upstream/check/probe.ts'
import type { ProblemCode } from '#contract/problem.ts'
import { inviteUser } from '#contract/users.ts'
import { audited } from '../audit/audited.ts'
import { createAuth, type Auth } from '../auth/auth.ts'
import { readConfig, type Config } from '../platform/config/config.ts'
import { holdDataDir, sessionSecrets, type DataDir } from '../platform/config/data-dir.ts'
import { randomPassword } from '../auth/password.ts'
import type { Environment } from '../platform/config/secret-files.ts'
import { ConfigError, startupError } from '../platform/config/startup-error.ts'
import type { Audit } from '../audit/audit-store.ts'
import { requireSecret } from '../secrets.ts'
import { openAudit } from '../audit/open.ts'
import type { Actor } from '../platform/http/caller.ts'
import { ProblemError } from '../platform/problems.ts'
import { adoptService, listIdentities } from './adopt-service.ts'
import { backUp } from './backup.ts'
import { checkConfigured } from './check-service.ts'
import { openDatabase, type Database } from '../platform/database/database.ts'
import { initDeploy } from './init-deploy.ts'
import { moveStore } from './move-store.ts'
import { grantRuntime } from './runtime-role.ts'
import { verify } from './verify-audit.ts'
import { createSeal, type Secrets } from '../platform/database/encryption.ts'

const usage = `usage:
  npm run admin -- list-users
  npm run admin -- create-user <email> <${roleNames.join('|')}> [name]
  npm run admin -- reset-password <email>
  npm run admin -- verify-audit [copy]
  npm run admin -- backup <new directory>
  npm run admin -- move-store
  npm run admin -- grant-runtime <role>
  npm run admin -- check-service [--json] [--propose <file>]
  npm run admin -- adopt-service [identity]
  npm run admin -- init-deploy <new directory>
A one-time password is made and printed once, good for one sign-in within 24 hours; with --password-stdin a permanent password is
read from standard input instead. With it grant-runtime creates the role, or changes its password.
verify-audit compares the audit with its copy as well: a file (AUDIT_LOG_FILE), or standard input for -.
check-service checks the service of the environment step by step and creates nothing; --propose writes the profile with all its
proposals to a file, for UPSTREAM_PROFILE.`

/** Exit codes (sysexits): wrong usage, wrong configuration, and any other failure. */
const exitUsage = 64
const exitConfig = 78
const exitFailure = 1

const fromStdin = '--password-stdin'

/** A command's input and output: the process's own streams, or a test's. Lines have no line ending. */
export interface Terminal {
  input: () => Promise<string>
  say: (line: string) => void
  printError: (line: string) => void
  /** A person reads along: lines may have colors. */
  isInteractive?: boolean
}

type Command =
  | { name: 'list-users' }
  | { name: 'create-user'; email: string; role: Role; userName: string }
  | { name: 'reset-password'; email: string }
  | { name: 'verify-audit'; copy: string | null }
  | { name: 'backup'; into: string }
  | { name: 'move-store' }
  | { name: 'grant-runtime'; runtimeRole: string }
  | { name: 'check-service'; json: boolean; propose: string | null }
  | { name: 'adopt-service'; from: string | null }
  | { name: 'init-deploy'; into: string }

type UserCommand = Exclude<
  Command,
  {
    name:
      | 'verify-audit'
      | 'backup'
      | 'move-store'
      | 'grant-runtime'
      | 'check-service'
      | 'adopt-service'
      | 'init-deploy'
  }
>

function checkCommandOf(args: string[]): Command | null {
  try {
    const { values } = parseArgs({
      args,
      options: { json: { type: 'boolean' }, propose: { type: 'string' } },
    })
    return { name: 'check-service', json: values.json ?? false, propose: values.propose ?? null }
  } catch {
    return null
  }
}

function commandOf([name, ...args]: readonly string[]): Command | null {
  if (name === 'check-service') return checkCommandOf(args)
  const [email, ...rest] = args
  if (name === 'list-users' || name === 'move-store') return email === undefined ? { name } : null
  // An identity has spaces, so it may be given as several words.
  if (name === 'adopt-service') return { name, from: [email, ...rest].join(' ') || null }
  if (name === 'verify-audit') return rest.length === 0 ? { name, copy: email ?? null } : null
  if (email === undefined) return null
  if (name === 'grant-runtime') return rest.length === 0 ? { name, runtimeRole: email } : null
  if (name === 'backup' || name === 'init-deploy') return rest.length === 0 ? { name, into: email } : null
  if (name === 'reset-password') return rest.length === 0 ? { name, email } : null
  const role = roleNames.find((known) => known === rest[0])
  if (name !== 'create-user' || role === undefined) return null
  return { name, email, role, userName: rest.slice(1).join(' ') || email }
}

/** Returns the first line of standard input. */
async function givenPassword(input: Terminal['input']): Promise<string> {
  return (await input()).split(/\r?\n/)[0] ?? ''
}

/** Returns the audit actor for the user of this shell. */
function operator(): Actor {
  let name = 'command line'
  try {
    name += ` (${userInfo().username})`
  } catch {
    // The process's user ID has no name on this machine.
  }
  return { id: 'command-line', name, role: null, session: null, address: null, requestId: null }
}

/** The reason why nothing changed, for the audit and for the operator. */
interface Refusal {
  result: ProblemCode
  sentence: string
}

const missing = (email: string): Refusal => ({ result: 'not-found', sentence: `there is no user ${email}` })

/** Returns the refusal for an error of input; rethrows any other error. */
function refusalOf(error: unknown, email: string): Refusal {
  if (error instanceof ProblemError && error.code === 'user-exists')
    return { result: error.code, sentence: `a user with the e-mail ${email} exists already` }
  // The password or the name is not accepted.
  if (error instanceof TypeError) return { result: 'bad-request', sentence: error.message }
  throw error
}

async function changeUser(
  command: UserCommand,
  passwordGiven: boolean,
  { auth, audit }: { auth: Auth; audit: Audit },
  { input, say }: Terminal,
): Promise<number> {
  if (command.name === 'list-users') {
    for (const { email, role, name } of await auth.users()) say(`${email}\t${role ?? 'none'}\t${name}`)
    return 0
  }
  const { name, email } = command
  if (name === 'create-user') {
    // Apply the same checks as the Users page.
    const { error } = inviteUser.body.safeParse({ email, role: command.role, name: command.userName })
    if (error !== undefined)
      throw new Error(error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('\n'))
  }
  const password = passwordGiven ? await givenPassword(input) : randomPassword()
  const hasSecondFactor = async () =>
    (await auth.users()).some((user) => user.email === email.toLowerCase() && user.secondFactor)
  const action =
    name === 'create-user'
      ? { action: 'user.create', reason: command.role }
      : {
          action: 'user.reset-password',
          reason: (await hasSecondFactor()) ? 'second factor removed' : null,
        }
  const refusal = await audited(
    audit,
    { actor: operator(), object: email, ...action },
    async (): Promise<Refusal | null> => {
      try {
        if (name !== 'create-user')
          return (await auth.resetPassword(email, password, !passwordGiven)) ? null : missing(email)
        const { role, userName } = command
        await auth.createUser({ email, role, name: userName, password, isOneTime: !passwordGiven })
        return null
      } catch (error) {
        return refusalOf(error, email)
      }
    },
    (refused) => refused?.result ?? 'done',
  )
  if (refusal !== null) {
    say(refusal.sentence)
    return exitFailure
  }
  say(passwordGiven ? `password of ${email} set` : `one-time password for ${email}: ${password}`)
  return 0
}

const publicUrlOf = ({ publicUrl, host, port }: Config) => publicUrl ?? `http://${host}:${port}`

/** Throws `ConfigError` when the directory has no store: its path may be mistyped, so nothing is created there. */
function requireEmbeddedStore({ dataDir }: Config): void {
  if (!existsSync(join(dataDir, 'console.db')))
    throw new ConfigError([
      `DATA_DIR: there is no store in ${dataDir}; give the directory of the console's store`,
    ])
}

/**
 * Returns the secrets of a data directory with an existing store. Throws `ConfigError` instead of creating a missing
 * secret, which would not open the store.
 */
const existingSecrets = ({ existing }: DataDir): Pick<DataDir, 'secret' | 'existing'> => ({
  existing,
  secret(name) {
    const secret = existing(name)
    if (secret !== null) return secret
    throw new ConfigError([
      `SESSION_SECRET: DATA_DIR holds a store without its ${name}; put that file back, or set SESSION_SECRET_FILE as for the console`,
    ])
  },
})

/** Opens the store like the console does. The embedded store belongs to one process, so the console must be stopped. */
async function withStore(
  config: Config,
  { mustExist }: { mustExist: boolean },
  use: (database: Database, secrets: Secrets) => Promise<number>,
): Promise<number> {
  if (mustExist && config.databaseUrl === null) requireEmbeddedStore(config)
  const dataDir = config.databaseUrl === null ? holdDataDir(config.dataDir) : null
  let database: Database | null = null
  try {
    const secrets = sessionSecrets(config, mustExist && dataDir !== null ? existingSecrets(dataDir) : dataDir)
    database = await openDatabase(
      config.databaseUrl === null ? { file: dataDir?.path('console.db') ?? '' } : { url: config.databaseUrl },
      { mustExist },
    )
    return await use(database, secrets)
  } finally {
    await database?.close()
    dataDir?.release()
  }
}

/** Moves the embedded store of DATA_DIR into the PostgreSQL of DATABASE_URL, which must be empty. The console must be stopped. */
async function move(config: Config, { say, printError }: Terminal): Promise<number> {
  if (config.databaseUrl === null || config.sessionSecret === null) {
    printError(
      'move-store: set DATABASE_URL, and SESSION_SECRET_FILE as for the console (the path of session-secret in DATA_DIR where it was made there)',
    )
    return exitUsage
  }
  requireEmbeddedStore(config)
  const dataDir = holdDataDir(config.dataDir)
  let database: Database | null = null
  try {
    const source = { file: dataDir.path('console.db') }
    // Upgrades the embedded store first, so that both stores have the same tables, or refuses its version.
    await (await openDatabase(source, { mustExist: true })).close()
    database = await openDatabase({ url: config.databaseUrl })
    // Like the console on PostgreSQL, read no secret from a data directory.
    const { current, previous } = sessionSecrets(config, null)
    const seal = createSeal(current, previous)
    for (const [table, rows] of await moveStore(source.file, database, seal)) say(`${table}\t${rows}`)
    return 0
  } finally {
    await database?.close()
    dataDir.release()
  }
}

async function execute(
  command: Command,
  config: Config,
  passwordGiven: boolean,
  terminal: Terminal,
  checkOptions: CheckOptions,
): Promise<number> {
  if (command.name === 'check-service')
    return (await checkConfigured(config, command, terminal, checkOptions)) ? 0 : exitFailure
  if (command.name === 'move-store') return move(config, terminal)
  if (command.name === 'init-deploy') {
    for (const line of initDeploy(command.into)) terminal.say(line)
    return 0
  }
  if (command.name === 'backup') {
    requireEmbeddedStore(config)
    const { sessionSecret, previousSessionSecret } = config
    await backUp(config.dataDir, command.into, { current: sessionSecret, previous: previousSessionSecret })
    terminal.say(`backed up to ${command.into}; start with DATA_DIR there to restore`)
    return 0
  }
  if (command.name === 'grant-runtime' && config.databaseUrl === null) {
    terminal.printError(
      'grant-runtime: set DATABASE_URL as the owner of the tables; the embedded store has no roles',
    )
    return exitUsage
  }
  // These two commands may run before the console's first start.
  const mustExist = command.name !== 'create-user' && command.name !== 'grant-runtime'
  return withStore(config, { mustExist }, async (database, { current, previous }) => {
    const seal = createSeal(current, previous)
    if (command.name === 'verify-audit')
      return (await verify(command.copy, database, seal, terminal)) ? 0 : exitFailure
    await requireSecret(database, seal)
    if (command.name === 'adopt-service' && command.from === null) {
      await listIdentities(config, database, seal, terminal.say)
      return 0
    }
    const publicUrl = publicUrlOf(config)
    const auth = createAuth(database, { publicUrl, secret: current, previousSecret: previous })
    if (command.name === 'grant-runtime') {
      const password = passwordGiven ? await givenPassword(terminal.input) : null
      const { runtimeRole } = command
      await grantRuntime(database, runtimeRole, password)
      terminal.say(`${runtimeRole} may run the console and cannot change the audit`)
      return 0
    }
    const { audit, close } = openAudit(database, seal, {
      file: config.auditLogFile,
      onFault: () => terminal.printError('AUDIT_LOG_FILE cannot be written; the entry is in the store'),
      log: null,
    })
    try {
      if (command.name !== 'adopt-service')
        return await changeUser(command, passwordGiven, { auth, audit }, terminal)
      const from = command.from ?? ''
      const current = await adoptService(from, config, { database, seal, audit, actor: operator() })
      terminal.say(`joined ${from} into ${current}`)
      return 0
    } finally {
      await close()
    }
  })
}

/**
 * Runs `npm run admin -- <words>`. Returns the exit code; never throws.
 * @param checkOptions the pace of `check-service`
 */
export async function runCommand(
  words: readonly string[],
  env: Environment,
  terminal: Terminal,
  checkOptions: CheckOptions = {},
): Promise<number> {
  const command = commandOf(words.filter((word) => word !== fromStdin))
  if (command === null) {
    terminal.printError(usage)
    return exitUsage
  }
  try {
    return await execute(command, readConfig(env), words.includes(fromStdin), terminal, checkOptions)
  } catch (error) {
    terminal.printError(startupError(error) ?? (error instanceof Error ? error.message : 'failed'))
    return error instanceof ConfigError ? exitConfig : exitFailure
  }
}
