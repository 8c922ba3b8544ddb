import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Every secret below contains one of these words; no message may contain them. */
export const secretWords = ['secret-word', 'a-secret-key']

export const service = {
  UPSTREAM_URL: 'https://service.example.com/base',
  UPSTREAM_APP_ID: 'app',
  UPSTREAM_APP_KEY: 'a-secret-key',
}

export const sso = {
  OIDC_ISSUER: 'https://login.example.com/tenant',
  OIDC_CLIENT_ID: 'console',
  OIDC_CLIENT_SECRET: 'secret-word',
  OIDC_ROLE_CLAIM: 'realm_access.roles',
  OIDC_ADMIN_VALUE: 'admins',
}

/** Broken environments, each with the variable that the error must name. */
export const brokenConfigurations: [env: Record<string, string>, name: string][] = [
  [{ PORT: 'http' }, 'PORT'],
  [{ PORT: '70000' }, 'PORT'],
  [{ PORT: '' }, 'PORT'],
  [{ PORT: '0x50' }, 'PORT'],
  [{ HOST: '0.0.0.0' }, 'PUBLIC_URL'],
  [{ HOST: '' }, 'HOST'],
  [{ PUBLIC_URL: 'console.example.com' }, 'PUBLIC_URL'],
  [{ PUBLIC_URL: 'https://console.example.com/path' }, 'PUBLIC_URL'],
  [{ PUBLIC_URL: 'http://console.example.com' }, 'PUBLIC_URL'],
  [{ ...service, UPSTREAM_URL: 'http://service.example.com' }, 'UPSTREAM_URL'],
  [{ ...service, UPSTREAM_URL: 'https://user:secret-word@service.example.com' }, 'UPSTREAM_URL'],
  [{ ...service, UPSTREAM_URL: 'https://service.example.com/?token=secret-word' }, 'UPSTREAM_URL'],
  [{ ...service, UPSTREAM_URL: 'ftp://service.example.com' }, 'UPSTREAM_URL'],
  [{ ...service, UPSTREAM_EXTENSIONS_URL: 'nowhere' }, 'UPSTREAM_EXTENSIONS_URL'],
  [{ UPSTREAM_URL: service.UPSTREAM_URL, UPSTREAM_APP_KEY: 'a-secret-key' }, 'UPSTREAM_APP_ID'],
  [{ UPSTREAM_URL: service.UPSTREAM_URL, UPSTREAM_APP_ID: 'app' }, 'UPSTREAM_APP_KEY'],
  [{ UPSTREAM_APP_ID: 'app' }, 'UPSTREAM_APP_ID'],
  [{ UPSTREAM_APP_KEY: 'a-secret-key' }, 'UPSTREAM_APP_KEY'],
  [{ ...service, UPSTREAM_APP_KEY: '' }, 'UPSTREAM_APP_KEY'],
  [{ ...service, UPSTREAM_COMPANY_ID: 'a b' }, 'UPSTREAM_COMPANY_ID'],
  [{ ...service, UPSTREAM_EXTENSIONS_AUTH: 'basic' }, 'UPSTREAM_EXTENSIONS_AUTH'],
  [{ ...service, UPSTREAM_PROFILE: '/nowhere/profile.json' }, 'UPSTREAM_PROFILE'],
  [{ ...service, UPSTREAM_CA_FILE: '/nowhere/ca.pem' }, 'UPSTREAM_CA_FILE'],
  [{ ...service, UPSTREAM_CA_FILE: import.meta.filename }, 'UPSTREAM_CA_FILE'],
  [{ ...service, HTTPS_PROXY: 'proxy.example.com:3128' }, 'HTTPS_PROXY'],
  [{ ...service, UPSTREAM_AUTHORIZATION: 'secret-word\r\nx: y' }, 'UPSTREAM_AUTHORIZATION'],
  [{ ...service, UPSTREAM_AUTHORIZATION: 'Bearer secret-word' }, 'UPSTREAM_AUTHORIZATION'],
  [{ DATA_DIR: '' }, 'DATA_DIR'],
  [{ DATABASE_URL: 'mysql://secret-word@db/x', SESSION_SECRET: 's'.repeat(32) }, 'DATABASE_URL'],
  [{ DATABASE_URL: 'postgres://u:secret-word@[db/x', SESSION_SECRET: 's'.repeat(32) }, 'DATABASE_URL'],
  [{ DATABASE_URL: 'postgres://db/x' }, 'SESSION_SECRET'],
  [{ SESSION_SECRET: 'secret-word' }, 'SESSION_SECRET'],
  [{ SESSION_SECRET: ' '.repeat(40) }, 'SESSION_SECRET'],
  [{ SESSION_SECRET_PREVIOUS: 'secret-word' }, 'SESSION_SECRET_PREVIOUS'],
  [{ SESSION_SECRET_PREVIUOS: 'secret-word' }, 'SESSION_SECRET_PREVIUOS'],
  [
    { SESSION_SECRET: 'secret-word'.repeat(3), SESSION_SECRET_PREVIOUS: 'secret-word'.repeat(3) },
    'SESSION_SECRET_PREVIOUS',
  ],
  ...[
    'postgres://u:secret-word@db.example.com/x',
    'postgres://u:secret-word@db.example.com/x?sslmode=disable',
    'postgres://u:secret-word@db.example.com/x?sslmode=no-verify',
    'postgres://u:secret-word@db.example.com/x?uselibpqcompat=true&sslmode=require',
    ...['require', 'prefer', 'verify-ca'].map(
      (mode) => `postgres://u:secret-word@db.example.com/x?sslmode=${mode}`,
    ),
    'postgres://u:secret-word@db.example.com/x?ssl=0',
    'postgres://u:secret-word@db.example.com/x?ssl=true',
    'postgres://u:secret-word@db.example.com/x?sslmode=NO-VERIFY',
    'postgres://u:secret-word@db.example.com/x?sslmode=x',
    'postgres://u:secret-word@db.example.com/x?sslmode=',
    'postgres://u:secret-word@db.example.com/x?sslmode=verify-full&sslmode=verify-full',
    'postgres://u:secret-word@db.example.com/x?sslnegotiation=direct',
    'postgres://u:secret-word@127.0.0.1/x?sslmode=require',
    'postgres://u:secret-word@%2Fvar%2Frun%2Fpostgresql/x?sslmode=x',
    'postgres://u:secret-word@127.0.0.1/x?host=db.example.com',
    'postgres://u:secret-word@localhost.example.com/x',
    'postgres://u:secret-word@db.example.com/x?sslmode=verify-full&sslrootcert=/nowhere/ca.pem',
  ].map((url): [Record<string, string>, string] => [
    { DATABASE_URL: url, SESSION_SECRET: 's'.repeat(32) },
    'DATABASE_URL',
  ]),
  [
    {
      DATABASE_URL: 'postgres://u:secret-word@db.example.com/x?sslmode=prefer',
      DATABASE_TLS: 'off',
      SESSION_SECRET: 's'.repeat(32),
    },
    'DATABASE_URL',
  ],
  [{ DATABASE_TLS: 'off' }, 'DATABASE_TLS'],
  [{ DATABASE_URL: 'postgres://db/x', DATABASE_TLS: 'on', SESSION_SECRET: 's'.repeat(32) }, 'DATABASE_TLS'],
  [{ ...sso, OIDC_ISSUER: 'http://login.example.com' }, 'OIDC_ISSUER'],
  [{ ...sso, OIDC_ISSUER: 'https://user:secret-word@login.example.com' }, 'OIDC_ISSUER'],
  [{ ...sso, OIDC_CLIENT_ID: '' }, 'OIDC_CLIENT_ID'],
  [{ OIDC_ISSUER: sso.OIDC_ISSUER }, 'OIDC_CLIENT_ID'],
  [{ OIDC_ISSUER: sso.OIDC_ISSUER }, 'OIDC_CLIENT_SECRET'],
  [{ OIDC_ISSUER: sso.OIDC_ISSUER }, 'OIDC_ROLE_CLAIM'],
  [{ OIDC_ISSUER: sso.OIDC_ISSUER }, 'OIDC_ADMIN_VALUE'],
  [{ ...sso, OIDC_SUPERVISOR_VALUE: sso.OIDC_ADMIN_VALUE }, 'OIDC_SUPERVISOR_VALUE'],
  [{ ...sso, OIDC_AUDITOR_VALUE: sso.OIDC_ADMIN_VALUE }, 'OIDC_AUDITOR_VALUE'],
  [{ OIDC_CLIENT_SECRET: 'secret-word' }, 'OIDC_CLIENT_SECRET'],
  [{ OIDC_ADMIN_VALUE: 'admins' }, 'OIDC_ADMIN_VALUE'],
  [{ ADMIN_EMAIL: 'ada' }, 'ADMIN_EMAIL'],
  [{ ADMIN_EMAIL: 'ada@example.com' }, 'ADMIN_PASSWORD'],
  [{ ADMIN_PASSWORD: 'secret-word-long' }, 'ADMIN_EMAIL'],
  [{ ADMIN_EMAIL: 'ada@example.com', ADMIN_PASSWORD: 'secret-word' }, 'ADMIN_PASSWORD'],
  [{ TIME_ZONE: 'Mars/Olympus' }, 'TIME_ZONE'],
  [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL'],
  [{ TRUSTED_PROXIES: 'proxy.example.com' }, 'TRUSTED_PROXIES'],
  [{ TRUSTED_PROXIES: '10.0.0.0/33' }, 'TRUSTED_PROXIES'],
  [{ TRUSTED_PROXIES: '10.0.0.999' }, 'TRUSTED_PROXIES'],
  [{ TRUSTED_PROXIES: '10.0.0.0/8,' }, 'TRUSTED_PROXIES'],
  [{ SANDBOX_PORT: '-1' }, 'SANDBOX_PORT'],
  [{ SANDBOX_APP_KEY: 'secret-word' }, 'SANDBOX_APP_KEY'],
  [{ SANDBOX_EXTENSIONS: '1e12' }, 'SANDBOX_EXTENSIONS'],
  [{ NODE_TLS_REJECT_UNAUTHORIZED: '0' }, 'NODE_TLS_REJECT_UNAUTHORIZED'],
  [{ UPSTREAM_APPKEY: 'a-secret-key' }, 'UPSTREAM_APPKEY'],
  [{ ...sso, OIDC_ROLE: 'secret-word' }, 'OIDC_ROLE'],
  [{ UPSTREAM_APP_ID_FILE: 'secret-word' }, 'UPSTREAM_APP_ID_FILE'],
]

/** Creates secret files in `directory` that the console must reject. */
export function brokenSecretFiles(
  directory: string,
): [what: string, env: Record<string, string>, name: string][] {
  mkdirSync(directory, { recursive: true })
  const file = (name: string, text: string) => {
    const path = join(directory, name)
    writeFileSync(path, text)
    return path
  }
  const pipe = join(directory, 'pipe')
  if (!existsSync(pipe)) execFileSync('mkfifo', ['-m', '600', pipe])
  const secret = 'secret-word'.repeat(4)
  const broken: [what: string, path: string][] = [
    ['missing', join(directory, 'missing')],
    ['a directory', directory],
    ['a pipe', pipe],
    ['empty', file('empty', '')],
    ['an empty line', file('line-end', '\n')],
    ['two lines', file('lines', `${secret}\n${secret}\n`)],
    ['a carriage return within', file('return', `${secret}\r${secret}`)],
    ['a NUL within', file('nul', `${secret}\0${secret}`)],
    ['larger than 4 KB', file('large', 'secret-word'.repeat(400))],
    ['too short a secret', file('short', 'secret-word')],
  ]
  const both = { SESSION_SECRET_FILE: file('both', secret), SESSION_SECRET: secret }
  return [
    ...broken.map(([what, path]): [string, Record<string, string>, string] => [
      what,
      { SESSION_SECRET_FILE: path },
      what.startsWith('too short') ? 'SESSION_SECRET' : 'SESSION_SECRET_FILE',
    ]),
    ['given twice', both, 'SESSION_SECRET'],
  ]
}
