import { parseArgs } from 'node:util'
import { roleNames } from '#contract/access.ts'
import type { CheckOptions } from '#upstream/check/probe.ts'
import type { Audit } from '../audit/audit-store.ts'
import { openAudit } from '../audit/open.ts'
import { Channels } from '../notifications/channels.ts'
import { Notifier } from '../notifications/notify.ts'
import { createAuth, type Auth } from '../auth/auth.ts'
import { readConfig, type Config } from '../platform/config/config.ts'
import { holdDataDir, sessionSecrets } from '../platform/config/data-dir.ts'
import type { Environment } from '../platform/config/secret-files.ts'
import { ConfigError, startupError } from '../platform/config/startup-error.ts'
import { openDatabase, type Database } from '../platform/database/database.ts'
import { createSeal, type Seal } from '../platform/database/encryption.ts'
import { requireSecret } from '../secrets.ts'
import { backUp } from './backup.ts'
import { checkConfigured } from './check-service.ts'
import { moveStore } from './move-store.ts'
import { requireEmbeddedStore, withStore } from './store-access.ts'
import { createUser, resetPassword } from './users.ts'
import { verify } from './verify-audit.ts'

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

interface Context {
  config: Config
  terminal: Terminal
  /** The first line of standard input with `--password-stdin`; null without. */
  password: () => Promise<string | null>
  checkOptions: CheckOptions
}
/** Returns the exit code. */
type Work = (context: Context) => Promise<number>

interface Command {
  /** The words after the name. */
  usage: string
  /** Returns the work of these words; null for a wrong usage. */
  work: (words: readonly string[]) => Work | null
}

const alone = (usage: string, work: Work): Command => ({
  usage,
  work: (words) => (words.length === 0 ? work : null),
})
const withWord = (usage: string, work: (word: string, context: Context) => Promise<number>): Command => ({
  usage,
  work: ([word, ...rest]) =>
    word === undefined || rest.length > 0 ? null : (context) => work(word, context),
})

interface Opened {
  database: Database
  seal: Seal
  audit: Audit
  auth: Auth
}

/** Opens the store with its audit, like the console does. */
const onRecord = (
  { config, terminal }: Context,
  options: { mustExist: boolean },
  use: (opened: Opened) => Promise<void>,
): Promise<number> =>
  withStore(config, options, async (database, { current, previous }) => {
    const seal = createSeal(current, previous)
    await requireSecret(database, seal)
    const publicUrl = config.publicUrl ?? `http://${config.host}:${config.port}`
    const auth = createAuth(database, { publicUrl, secret: current, previousSecret: previous })
    // About users only, who belong to no service.
    const notifying = {
      database,
      channels: new Channels(database, seal),
      account: '',
      gatherMs: 0,
      onFault: () => undefined,
    }
    const { audit, close } = openAudit(database, seal, {
      file: config.auditLogFile,
      notify: new Notifier(notifying).notify,
      account: notifying.account,
      onFault: () => terminal.printError('AUDIT_LOG_FILE cannot be written; the entry is in the store'),
    })
    try {
      await use({ database, seal, audit, auth })
      return 0
    } finally {
      await close()
    }
  })

/** Moves the embedded store of DATA_DIR into the PostgreSQL of DATABASE_URL, which must be empty. The console must be stopped. */
async function move({ config, terminal: { say, printError } }: Context): Promise<number> {
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

const commands: Readonly<Record<string, Command>> = {
  'list-users': alone('', (context) =>
    onRecord(context, { mustExist: true }, async ({ auth }) => {
      for (const { email, role, name } of await auth.users.list())
        context.terminal.say(`${email}\t${role ?? 'none'}\t${name}`)
    }),
  ),
  'create-user': {
    usage: `<email> <${roleNames.join('|')}> [name]`,
    work([email, roleName, ...names]) {
      const role = roleNames.find((name) => name === roleName)
      if (email === undefined || role === undefined) return null
      const user = { email, role, name: names.join(' ') || email }
      return (context) =>
        // May run before the console's first start.
        onRecord(context, { mustExist: false }, async (opened) =>
          context.terminal.say(await createUser(opened, user, await context.password())),
        )
    },
  },
  'reset-password': withWord('<email>', (email, context) =>
    onRecord(context, { mustExist: true }, async (opened) =>
      context.terminal.say(await resetPassword(opened, email, await context.password())),
    ),
  ),
  'verify-audit': {
    usage: '[copy]',
    work: ([copy = null, ...rest]) =>
      rest.length > 0
        ? null
        : ({ config, terminal }) =>
            withStore(config, { mustExist: true }, async (database, { current, previous }) =>
              (await verify(copy, database, createSeal(current, previous), terminal)) ? 0 : exitFailure,
            ),
  },
  backup: withWord('<new directory>', async (into, { config, terminal }) => {
    requireEmbeddedStore(config)
    const { sessionSecret, previousSessionSecret } = config
    await backUp(config.dataDir, into, { current: sessionSecret, previous: previousSessionSecret })
    terminal.say(`backed up to ${into}; start with DATA_DIR there to restore`)
    return 0
  }),
  'move-store': alone('', move),
  // May run before the console's first start.
  migrate: alone('', ({ config }) => withStore(config, { mustExist: false }, () => Promise.resolve(0))),
  'check-service': {
    usage: '[--json] [--propose <file>]',
    work(args) {
      try {
        const { values } = parseArgs({
          args: [...args],
          options: { json: { type: 'boolean' }, propose: { type: 'string' } },
        })
        const options = { json: values.json ?? false, propose: values.propose ?? null }
        return async ({ config, terminal, checkOptions }) =>
          (await checkConfigured(config, options, terminal, checkOptions)) ? 0 : exitFailure
      } catch {
        return null
      }
    },
  },
}

const usage = `usage:
${Object.entries(commands)
  .map(([name, command]) => `  npm run admin -- ${name} ${command.usage}`.trimEnd())
  .join('\n')}
A one-time password is made and printed once, good for one sign-in within 24 hours; with --password-stdin a permanent password is
read from standard input instead.
migrate creates or upgrades the tables, for a console whose database role does not own them.
verify-audit compares the audit with its copy as well: a file (AUDIT_LOG_FILE), or standard input for -.
check-service checks the service of the environment step by step and creates nothing; --propose writes the profile with all its
proposals to a file, for UPSTREAM_PROFILE.`

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
  const [name = '', ...args] = words.filter((word) => word !== fromStdin)
  const work = Object.hasOwn(commands, name) ? commands[name]?.work(args) : null
  if (work == null) {
    terminal.printError(usage)
    return exitUsage
  }
  const password = async () =>
    words.includes(fromStdin) ? ((await terminal.input()).split(/\r?\n/)[0] ?? '') : null
  try {
    return await work({ config: readConfig(env), terminal, password, checkOptions })
  } catch (error) {
    terminal.printError(startupError(error) ?? (error instanceof Error ? error.message : 'failed'))
    return error instanceof ConfigError ? exitConfig : exitFailure
  }
}
