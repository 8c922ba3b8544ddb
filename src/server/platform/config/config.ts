import { isIP } from 'node:net'
import * as z from 'zod'
import type { Role } from '#contract/access.ts'
import { ianaZone, passwordLength } from '#contract/text.ts'
import { crossChecks, loopback, unknownNames } from './config-checks.ts'
import { ConfigError } from './startup-error.ts'
import { databaseErrors } from './database-tls.ts'
import { readCertificates, readProfile } from './upstream-files.ts'
import { sessionSecret, withSecretFiles, type Environment } from './secret-files.ts'

const text = z.string().min(1, 'must not be empty; give a value or remove it')
/** Accepts digits only: `Number` would read an empty text as 0. */
const wholeNumber = (least: number, most: number, kind = 'whole number') => {
  const error = `must be a ${kind} from ${least} to ${most}`
  return z
    .string()
    .regex(/^\d{1,9}$/, error)
    .transform(Number)
    .refine((value) => value >= least && value <= most, error)
}
const port = wholeNumber(0, 65_535, 'port')
const maxExtensions = 5_000_000

/** True for a base URL: https (http only on loopback), with its path, without parts that could hold a credential. */
export function isBaseUrl(text: string): boolean {
  const url = URL.parse(text)
  if (url === null || (url.protocol !== 'https:' && url.protocol !== 'http:')) return false
  if (url.protocol === 'http:' && !loopback.test(url.hostname)) return false
  return url.username === '' && url.password === '' && url.search === '' && url.hash === ''
}
export const mustBeBaseUrl = 'must be an https URL (http only on loopback) without user, query or fragment'
const baseUrl = z.string().refine(isBaseUrl, mustBeBaseUrl)

/** A proxy, which may be plain http and hold a user and password. */
const proxy = z
  .string()
  .refine(
    (url) => ['http:', 'https:'].includes(URL.parse(url)?.protocol ?? ''),
    'must be an http or https URL',
  )

const origin = baseUrl.refine(
  (text) => URL.parse(text)?.pathname === '/',
  'must be an origin, without a path',
)

/** True for an IP address or a CIDR range. */
function isRange(range: string): boolean {
  const [address = '', bits, ...rest] = range.split('/')
  const most = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1
  if (bits === undefined) return most > 0
  return rest.length === 0 && /^\d{1,3}$/.test(bits) && Number(bits) <= most
}

/** True for an IANA time zone that this Node.js knows. */
function isZone(zone: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone }).format()
    return ianaZone.safeParse(zone).success
  } catch {
    return false
  }
}

const environment = z.object({
  HOST: text.default('127.0.0.1'),
  PORT: port.default(8080),
  PUBLIC_URL: origin.optional(),
  UPSTREAM_URL: baseUrl.optional(),
  UPSTREAM_EXTENSIONS_URL: baseUrl.optional(),
  UPSTREAM_APP_ID: text.max(128, 'must have at most 128 characters').optional(),
  UPSTREAM_APP_KEY: text.optional(),
  UPSTREAM_COMPANY_ID: z
    .string()
    .regex(/^[\w.:@-]{1,64}$/, 'must be at most 64 letters, digits or . : @ _ -')
    .optional(),
  UPSTREAM_AUTHORIZATION: z
    .string()
    .regex(/^[\x20-\x7e]{1,4096}$/, 'must be printable ASCII')
    .optional(),
  UPSTREAM_PROFILE: text.optional(),
  UPSTREAM_CA_FILE: text.optional(),
  HTTPS_PROXY: proxy.optional(),
  HTTP_PROXY: proxy.optional(),
  NO_PROXY: z.string().optional(),
  JOB_VISIBILITY_TIMEOUT_SECONDS: wholeNumber(1, 3_600, 'whole number of seconds').default(60),
  SESSION_REQUESTS_PER_SECOND: wholeNumber(1, 100_000).default(20),
  REQUIRE_SECOND_FACTOR: z.enum(['admin', 'everyone'], 'must be admin or everyone').optional(),
  DATA_DIR: text.default('./data'),
  DATABASE_URL: z
    .string()
    .refine(
      (url) => /^postgres(ql)?:\/\//.test(url) && URL.canParse(url),
      'must be a URL that begins with postgres:// (encode special characters of the password)',
    )
    .optional(),
  DATABASE_TLS: z.enum(['verified', 'off'], 'must be verified or off').default('verified'),
  SESSION_SECRET: sessionSecret.optional(),
  SESSION_SECRET_PREVIOUS: sessionSecret.optional(),
  OIDC_ISSUER: baseUrl.optional(),
  OIDC_CLIENT_ID: text.max(256, 'must have at most 256 characters').optional(),
  OIDC_CLIENT_SECRET: text.optional(),
  OIDC_ROLE_CLAIM: text.max(256, 'must have at most 256 characters').optional(),
  OIDC_SECOND_FACTOR_VALUES: text.optional(),
  OIDC_ADMIN_VALUE: text.optional(),
  OIDC_SUPERVISOR_VALUE: text.optional(),
  OIDC_HELP_DESK_VALUE: text.optional(),
  OIDC_AUDITOR_VALUE: text.optional(),
  ADMIN_EMAIL: z.email('must be an e-mail address').optional(),
  ADMIN_PASSWORD: z
    .string()
    .min(passwordLength.least, `must have at least ${passwordLength.least} characters`)
    .max(passwordLength.most, `must have at most ${passwordLength.most} characters`)
    .optional(),
  AUDIT_LOG_FILE: text.optional(),
  TIME_ZONE: z.string().refine(isZone, 'must be an IANA time zone such as Asia/Shanghai').optional(),
  LOG_LEVEL: z
    .enum(['silent', 'error', 'warn', 'info', 'debug'], 'must be silent, error, warn, info or debug')
    .default('info'),
  METRICS_PORT: port.optional(),
  METRICS_HOST: text.default('127.0.0.1'),
  TRUSTED_PROXIES: z
    .string()
    .transform((ranges) => ranges.split(',').map((range) => range.trim()))
    .refine((ranges) => ranges.every(isRange), 'must be addresses or CIDR ranges separated by commas')
    .default([]),
  WEBHOOK_PRIVATE_NETWORKS: z.enum(['refused', 'allowed'], 'must be refused or allowed').default('refused'),
  SANDBOX_PORT: port.default(8081),
  SANDBOX_APP_ID: text.max(128, 'must have at most 128 characters').default('sandbox'),
  SANDBOX_APP_KEY: z.string().min(16, 'must have at least 16 characters').optional(),
  SANDBOX_EXTENSIONS: wholeNumber(0, maxExtensions).default(2000),
  SANDBOX_PROFILE: text.optional(),
})

const secretNames = [
  'UPSTREAM_APP_KEY',
  'UPSTREAM_AUTHORIZATION',
  'DATABASE_URL',
  'SESSION_SECRET',
  'SESSION_SECRET_PREVIOUS',
  'OIDC_CLIENT_SECRET',
  'ADMIN_PASSWORD',
  'SANDBOX_APP_KEY',
] as const

/** The time zone of this process: of `TZ`, or of the machine. */
export const processZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone

/** Every variable the console reads, for the table in docs/configuration.md and its test. */
export const variableNames: readonly string[] = Object.keys(environment.shape)

const proxyNames = ['HTTPS_PROXY', 'HTTP_PROXY', 'NO_PROXY'] as const
/** Other programs read these variables also in lower case; an empty one is none. */
const withProxies = (env: Environment): Environment => ({
  ...env,
  ...Object.fromEntries(
    proxyNames.map((name) => [name, (env[name] ?? env[name.toLowerCase()]) || undefined]),
  ),
})

/** Reads the configuration. Throws `ConfigError` with every error; errors name the variable, never its value. */
export function readConfig(env: Environment) {
  const { values, errors } = withSecretFiles(withProxies(env), secretNames)
  errors.push(...unknownNames(env, [...variableNames, ...secretNames.map((name) => `${name}_FILE`)]))
  errors.push(...crossChecks(env))
  const read = environment.safeParse(values)
  if (!read.success)
    errors.push(...read.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`))
  if (
    values['SESSION_SECRET'] !== undefined &&
    values['SESSION_SECRET'].trim() === values['SESSION_SECRET_PREVIOUS']?.trim()
  )
    errors.push(
      'SESSION_SECRET_PREVIOUS: must differ from SESSION_SECRET; remove it, or give the other secret',
    )
  // An invalid URL is already in the errors.
  if (!errors.some((error) => error.startsWith('DATABASE_URL'))) errors.push(...databaseErrors(values))
  const profile = readProfile('UPSTREAM_PROFILE', values, errors)
  const sandboxProfile = readProfile('SANDBOX_PROFILE', values, errors)
  const ca = readCertificates('UPSTREAM_CA_FILE', values, errors)
  const isFixed = profile.auth.credential === 'fixed'
  if (isFixed && values['UPSTREAM_AUTHORIZATION'] === undefined)
    errors.push('UPSTREAM_AUTHORIZATION: required when auth.credential of UPSTREAM_PROFILE is fixed')
  if (!isFixed && values['UPSTREAM_AUTHORIZATION'] !== undefined)
    errors.push(
      'UPSTREAM_AUTHORIZATION: has no effect unless auth.credential of UPSTREAM_PROFILE is fixed; remove one',
    )
  if (!read.success || errors.length > 0) throw new ConfigError(errors)
  const { data } = read
  return {
    host: data.HOST,
    port: data.PORT,
    /** Undefined: the URL the server listens on. */
    publicUrl: data.PUBLIC_URL === undefined ? undefined : new URL(data.PUBLIC_URL).origin,
    /** `null` uses the embedded sandbox. */
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
    profile,
    authorization: data.UPSTREAM_AUTHORIZATION ?? null,
    network: {
      httpProxy: data.HTTP_PROXY,
      httpsProxy: data.HTTPS_PROXY,
      noProxy: data.NO_PROXY,
      ca,
    },
    jobVisibilityTimeoutMs: data.JOB_VISIBILITY_TIMEOUT_SECONDS * 1_000,
    sessionRequestsPerSecond: data.SESSION_REQUESTS_PER_SECOND,
    requireSecondFactor: data.REQUIRE_SECOND_FACTOR ?? null,
    dataDir: data.DATA_DIR,
    databaseUrl: data.DATABASE_URL ?? null,
    sessionSecret: data.SESSION_SECRET ?? null,
    previousSessionSecret: data.SESSION_SECRET_PREVIOUS ?? null,
    /** `null` turns single sign-on off. */
    oidc:
      data.OIDC_ISSUER === undefined
        ? null
        : {
            issuer: data.OIDC_ISSUER,
            clientId: data.OIDC_CLIENT_ID ?? '',
            clientSecret: data.OIDC_CLIENT_SECRET ?? '',
            roleClaim: data.OIDC_ROLE_CLAIM ?? '',
            secondFactorValues:
              data.OIDC_SECOND_FACTOR_VALUES?.split(',').map((value) => value.trim()) ?? null,
            roleValues: {
              admin: data.OIDC_ADMIN_VALUE ?? null,
              supervisor: data.OIDC_SUPERVISOR_VALUE ?? null,
              'help-desk': data.OIDC_HELP_DESK_VALUE ?? null,
              auditor: data.OIDC_AUDITOR_VALUE ?? null,
            } satisfies Record<Role, string | null>,
          },
    firstAdmin:
      data.ADMIN_EMAIL === undefined || data.ADMIN_PASSWORD === undefined
        ? null
        : { email: data.ADMIN_EMAIL, password: data.ADMIN_PASSWORD },
    /** `null` keeps the audit only in the store. */
    auditLogFile: data.AUDIT_LOG_FILE ?? null,
    timeZone: data.TIME_ZONE ?? processZone(),
    logLevel: data.LOG_LEVEL,
    /** `null` serves no metrics. */
    metrics: data.METRICS_PORT === undefined ? null : { port: data.METRICS_PORT, host: data.METRICS_HOST },
    trustedProxies: data.TRUSTED_PROXIES,
    webhookPrivateNetworks: data.WEBHOOK_PRIVATE_NETWORKS === 'allowed',
    sandbox: {
      port: data.SANDBOX_PORT,
      appId: data.SANDBOX_APP_ID,
      appKey: data.SANDBOX_APP_KEY,
      extensions: data.SANDBOX_EXTENSIONS,
      profile: sandboxProfile,
    },
  }
}
export type Config = ReturnType<typeof readConfig>
export type OidcConfig = NonNullable<Config['oidc']>
