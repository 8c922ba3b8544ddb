import { readFileSync, statSync } from 'node:fs'
import * as z from 'zod'
import { tokenInvalidCodes } from '#upstream/assumptions.ts'

/** Thrown with every fault of the configuration at once; main exits 78 with them (sysexits: configuration error). */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'
  readonly faults: readonly string[]
  constructor(faults: readonly string[]) {
    super(faults.join('\n'))
    this.faults = faults
  }
}

const loopback = /^(127\.\d+\.\d+\.\d+|localhost|\[::1\])$/
const port = z.coerce
  .number('must be a port from 0 to 65535')
  .int()
  .min(0)
  .max(65_535, 'must be a port from 0 to 65535')

/** A base URL: https unless on this machine, its path kept, nothing that could hide a credential. */
const baseUrl = z.string().refine((text) => {
  const url = URL.parse(text)
  if (url === null || (url.protocol !== 'https:' && url.protocol !== 'http:')) return false
  if (url.protocol === 'http:' && !loopback.test(url.hostname)) return false
  return url.username === '' && url.password === '' && url.search === '' && url.hash === ''
}, 'must be an https URL (http only on loopback) without user, query or fragment')

const origin = baseUrl.refine(
  (text) => URL.parse(text)?.pathname === '/',
  'must be an origin, without a path',
)

const environment = z.object({
  HOST: z.string().min(1).default('127.0.0.1'),
  PORT: port.default(8080),
  PUBLIC_URL: origin.optional(),
  UPSTREAM_URL: baseUrl.optional(),
  UPSTREAM_EXTENSIONS_URL: baseUrl.optional(),
  UPSTREAM_APP_ID: z.string().min(1).max(128).optional(),
  UPSTREAM_APP_KEY: z.string().min(8, 'must have at least 8 characters').optional(),
  UPSTREAM_COMPANY_ID: z
    .string()
    .regex(/^[\w.:@-]{1,64}$/, 'must be at most 64 letters, digits or . : @ _ -')
    .optional(),
  UPSTREAM_EXTENSIONS_AUTH: z
    .enum(
      ['bearer-token', 'token-header', 'company-token', 'fixed', 'none'],
      'must be bearer-token, token-header, company-token, fixed or none',
    )
    .default('bearer-token'),
  UPSTREAM_AUTHORIZATION: z
    .string()
    .regex(/^[\x20-\x7e]{1,4096}$/, 'must be printable ASCII')
    .optional(),
  UPSTREAM_TOKEN_INVALID_CODES: z
    .string()
    .regex(/^\d{1,10}(\s*,\s*\d{1,10})*$/, 'must be codes separated by commas')
    .default(tokenInvalidCodes.join(',')),
  DATA_DIR: z.string().min(1).default('./data'),
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, 'must be a postgres:// URL')
    .optional(),
  SESSION_SECRET: z.string().min(32, 'must have at least 32 characters').optional(),
  ADMIN_EMAIL: z.email('must be an e-mail address').optional(),
  ADMIN_PASSWORD: z.string().min(12, 'must have at least 12 characters').max(256).optional(),
  LOG_LEVEL: z
    .enum(['silent', 'error', 'warn', 'info', 'debug'], 'must be silent, error, warn, info or debug')
    .default('info'),
  TRUSTED_PROXIES: z
    .string()
    .regex(
      /^[\d.:a-fA-F]+(\/\d{1,3})?(\s*,\s*[\d.:a-fA-F]+(\/\d{1,3})?)*$/,
      'must be addresses or CIDR ranges separated by commas',
    )
    .optional(),
  SANDBOX_PORT: port.default(8081),
  SANDBOX_APP_ID: z.string().min(1).max(128).default('sandbox'),
  SANDBOX_APP_KEY: z.string().min(16, 'must have at least 16 characters').optional(),
  SANDBOX_EXTENSIONS: z.coerce.number('must be a whole number').int().min(0).max(5_000_000).default(2000),
  SANDBOX_TOKENS: z.enum(['strict', 'lenient'], 'must be strict or lenient').default('strict'),
})

const secretNames = [
  'UPSTREAM_APP_KEY',
  'UPSTREAM_AUTHORIZATION',
  'DATABASE_URL',
  'SESSION_SECRET',
  'ADMIN_PASSWORD',
  'SANDBOX_APP_KEY',
] as const
const largestSecretFile = 4096

/** Every variable that is read, for the README's table and its test. */
export const variableNames: readonly string[] = Object.keys(environment.shape)

type Environment = Readonly<Record<string, string | undefined>>

/** Takes each secret from its `X_FILE` where that is given. */
function withSecretFiles(env: Environment, faults: string[]): Environment {
  const values: Record<string, string | undefined> = { ...env }
  for (const name of secretNames) {
    const file = env[`${name}_FILE`]
    if (file === undefined) continue
    if (env[name] !== undefined) {
      faults.push(`${name}: given twice, as ${name} and as ${name}_FILE; keep one`)
      continue
    }
    try {
      const { mode, size } = statSync(file)
      const text = readFileSync(file, 'utf8').replace(/\r?\n$/, '')
      if ((mode & 0o007) !== 0) faults.push(`${name}_FILE: the file is open to everyone; chmod 600 it`)
      else if (size > largestSecretFile)
        faults.push(`${name}_FILE: the file is larger than ${largestSecretFile} bytes`)
      else if (text === '' || /[\0\r\n]/.test(text))
        faults.push(`${name}_FILE: the file must hold one line of text`)
      else values[name] = text
    } catch {
      faults.push(`${name}_FILE: the file cannot be read`)
    }
  }
  return values
}

function crossChecks(env: z.infer<typeof environment>): string[] {
  const faults: string[] = []
  if (env.UPSTREAM_URL !== undefined) {
    if (env.UPSTREAM_APP_ID === undefined) faults.push('UPSTREAM_APP_ID: required with UPSTREAM_URL')
    if (env.UPSTREAM_APP_KEY === undefined)
      faults.push('UPSTREAM_APP_KEY: required with UPSTREAM_URL (or UPSTREAM_APP_KEY_FILE)')
  } else {
    for (const name of ['UPSTREAM_EXTENSIONS_URL', 'UPSTREAM_APP_ID', 'UPSTREAM_APP_KEY'] as const)
      if (env[name] !== undefined)
        faults.push(`${name}: has no effect without UPSTREAM_URL; set that as well or remove this`)
  }
  if (env.UPSTREAM_EXTENSIONS_AUTH === 'fixed' && env.UPSTREAM_AUTHORIZATION === undefined)
    faults.push('UPSTREAM_AUTHORIZATION: required when UPSTREAM_EXTENSIONS_AUTH is fixed')
  if (env.DATABASE_URL !== undefined && env.SESSION_SECRET === undefined)
    faults.push('SESSION_SECRET: required with DATABASE_URL, the same on all replicas')
  if ((env.ADMIN_EMAIL === undefined) !== (env.ADMIN_PASSWORD === undefined))
    faults.push(
      `${env.ADMIN_EMAIL === undefined ? 'ADMIN_EMAIL' : 'ADMIN_PASSWORD'}: ADMIN_EMAIL and ADMIN_PASSWORD go together`,
    )
  return faults
}

/** Reads the whole configuration once. Throws `ConfigError` with every fault by variable name, never with a value. */
export function readConfig(env: Environment) {
  const faults: string[] = []
  const values = withSecretFiles(env, faults)
  if (env['NODE_TLS_REJECT_UNAUTHORIZED'] === '0')
    faults.push('NODE_TLS_REJECT_UNAUTHORIZED: must not be 0; give the CA by NODE_EXTRA_CA_CERTS instead')
  const read = environment.safeParse(values)
  if (!read.success) {
    for (const issue of read.error.issues) faults.push(`${issue.path.join('.')}: ${issue.message}`)
    throw new ConfigError(faults)
  }
  faults.push(...crossChecks(read.data))
  if (faults.length > 0) throw new ConfigError(faults)
  const data = read.data
  return {
    host: data.HOST,
    port: data.PORT,
    /** Undefined: where the server listens. */
    publicUrl: data.PUBLIC_URL?.replace(/\/$/, ''),
    /** Null: the embedded sandbox. */
    upstream:
      data.UPSTREAM_URL === undefined
        ? null
        : {
            url: data.UPSTREAM_URL,
            extensionsUrl: data.UPSTREAM_EXTENSIONS_URL ?? data.UPSTREAM_URL,
            appId: data.UPSTREAM_APP_ID ?? '',
            appKey: data.UPSTREAM_APP_KEY ?? '',
          },
    companyId: data.UPSTREAM_COMPANY_ID ?? null,
    extensionsAuth: data.UPSTREAM_EXTENSIONS_AUTH,
    authorization: data.UPSTREAM_AUTHORIZATION ?? null,
    tokenInvalidCodes: data.UPSTREAM_TOKEN_INVALID_CODES.split(',').map((code) => code.trim()),
    dataDir: data.DATA_DIR,
    databaseUrl: data.DATABASE_URL ?? null,
    sessionSecret: data.SESSION_SECRET ?? null,
    firstAdmin:
      data.ADMIN_EMAIL === undefined || data.ADMIN_PASSWORD === undefined
        ? null
        : { email: data.ADMIN_EMAIL, password: data.ADMIN_PASSWORD },
    logLevel: data.LOG_LEVEL,
    trustedProxies: data.TRUSTED_PROXIES?.split(',').map((range) => range.trim()) ?? [],
    sandbox: {
      port: data.SANDBOX_PORT,
      appId: data.SANDBOX_APP_ID,
      appKey: data.SANDBOX_APP_KEY,
      extensions: data.SANDBOX_EXTENSIONS,
      tokens: data.SANDBOX_TOKENS,
    },
  }
}
export type Config = ReturnType<typeof readConfig>
