import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { ConfigError, readConfig } from '#server/config.ts'

const directory = mkdtempSync(join(tmpdir(), 'console-config-'))
afterAll(() => rmSync(directory, { recursive: true }))
const file = (name: string, text: string, mode = 0o600) => {
  const path = join(directory, name)
  writeFileSync(path, text)
  chmodSync(path, mode)
  return path
}
const faultsOf = (env: Record<string, string>): readonly string[] => {
  try {
    readConfig(env)
    return []
  } catch (error) {
    if (error instanceof ConfigError) return error.faults
    throw error
  }
}
const service = {
  UPSTREAM_URL: 'https://service.example.com/base',
  UPSTREAM_APP_ID: 'app',
  UPSTREAM_APP_KEY: 'a-secret-key',
}

const sso = {
  OIDC_ISSUER: 'https://login.example.com/tenant',
  OIDC_CLIENT_ID: 'console',
  OIDC_CLIENT_SECRET: 'secret-word',
  OIDC_ROLE_CLAIM: 'realm_access.roles',
  OIDC_ADMIN_VALUE: 'admins',
}

test('single sign-on, with one of the roles', () => {
  expect(readConfig(sso).oidc).toEqual({
    issuer: sso.OIDC_ISSUER,
    clientId: 'console',
    clientSecret: 'secret-word',
    roleClaim: 'realm_access.roles',
    adminValue: 'admins',
    supervisorValue: null,
  })
})

test('nothing set: the sandbox, on loopback', () => {
  expect(readConfig({})).toMatchObject({
    host: '127.0.0.1',
    port: 8080,
    upstream: null,
    databaseUrl: null,
    oidc: null,
    extensionsAuth: 'bearer-token',
    sandbox: { port: 8081, extensions: 2000 },
  })
})

test('a real service', () => {
  expect(readConfig(service)).toMatchObject({
    upstream: { url: service.UPSTREAM_URL, extensionsUrl: service.UPSTREAM_URL, appKey: 'a-secret-key' },
  })
})

describe('faults name their variable and never a secret', () => {
  test.each<[Record<string, string>, string]>([
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
    [{ ...service, UPSTREAM_APP_KEY: 'short' }, 'UPSTREAM_APP_KEY'],
    [{ ...service, UPSTREAM_COMPANY_ID: 'a b' }, 'UPSTREAM_COMPANY_ID'],
    [{ ...service, UPSTREAM_EXTENSIONS_AUTH: 'basic' }, 'UPSTREAM_EXTENSIONS_AUTH'],
    [{ ...service, UPSTREAM_EXTENSIONS_AUTH: 'fixed' }, 'UPSTREAM_AUTHORIZATION'],
    [{ ...service, UPSTREAM_AUTHORIZATION: 'secret-word\r\nx: y' }, 'UPSTREAM_AUTHORIZATION'],
    [{ ...service, UPSTREAM_AUTHORIZATION: 'Bearer secret-word' }, 'UPSTREAM_AUTHORIZATION'],
    [{ UPSTREAM_TOKEN_INVALID_CODES: '900002;900007' }, 'UPSTREAM_TOKEN_INVALID_CODES'],
    [{ DATA_DIR: '' }, 'DATA_DIR'],
    [{ DATABASE_URL: 'mysql://secret-word@db/x', SESSION_SECRET: 's'.repeat(32) }, 'DATABASE_URL'],
    [{ DATABASE_URL: 'postgres://u:secret-word@[db/x', SESSION_SECRET: 's'.repeat(32) }, 'DATABASE_URL'],
    [{ DATABASE_URL: 'postgres://db/x' }, 'SESSION_SECRET'],
    [{ SESSION_SECRET: 'secret-word' }, 'SESSION_SECRET'],
    [{ ...sso, OIDC_ISSUER: 'http://login.example.com' }, 'OIDC_ISSUER'],
    [{ ...sso, OIDC_ISSUER: 'https://user:secret-word@login.example.com' }, 'OIDC_ISSUER'],
    [{ ...sso, OIDC_CLIENT_ID: '' }, 'OIDC_CLIENT_ID'],
    [{ OIDC_ISSUER: sso.OIDC_ISSUER }, 'OIDC_CLIENT_ID'],
    [{ OIDC_ISSUER: sso.OIDC_ISSUER }, 'OIDC_CLIENT_SECRET'],
    [{ OIDC_ISSUER: sso.OIDC_ISSUER }, 'OIDC_ROLE_CLAIM'],
    [{ OIDC_ISSUER: sso.OIDC_ISSUER }, 'OIDC_ADMIN_VALUE'],
    [{ ...sso, OIDC_SUPERVISOR_VALUE: sso.OIDC_ADMIN_VALUE }, 'OIDC_SUPERVISOR_VALUE'],
    [{ OIDC_CLIENT_SECRET: 'secret-word' }, 'OIDC_CLIENT_SECRET'],
    [{ OIDC_ADMIN_VALUE: 'admins' }, 'OIDC_ADMIN_VALUE'],
    [{ ADMIN_EMAIL: 'ada' }, 'ADMIN_EMAIL'],
    [{ ADMIN_EMAIL: 'ada@example.com' }, 'ADMIN_PASSWORD'],
    [{ ADMIN_PASSWORD: 'secret-word-long' }, 'ADMIN_EMAIL'],
    [{ ADMIN_EMAIL: 'ada@example.com', ADMIN_PASSWORD: 'secret-word' }, 'ADMIN_PASSWORD'],
    [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL'],
    [{ TRUSTED_PROXIES: 'proxy.example.com' }, 'TRUSTED_PROXIES'],
    [{ TRUSTED_PROXIES: '10.0.0.0/33' }, 'TRUSTED_PROXIES'],
    [{ TRUSTED_PROXIES: '10.0.0.999' }, 'TRUSTED_PROXIES'],
    [{ TRUSTED_PROXIES: '10.0.0.0/8,' }, 'TRUSTED_PROXIES'],
    [{ SANDBOX_PORT: '-1' }, 'SANDBOX_PORT'],
    [{ SANDBOX_APP_KEY: 'secret-word' }, 'SANDBOX_APP_KEY'],
    [{ SANDBOX_EXTENSIONS: '1e12' }, 'SANDBOX_EXTENSIONS'],
    [{ SANDBOX_TOKENS: 'lax' }, 'SANDBOX_TOKENS'],
    [{ NODE_TLS_REJECT_UNAUTHORIZED: '0' }, 'NODE_TLS_REJECT_UNAUTHORIZED'],
    [{ SESSION_SECRET_FILE: join(directory, 'missing') }, 'SESSION_SECRET_FILE'],
    [{ SESSION_SECRET_FILE: file('open', 'secret-word'.repeat(4), 0o644) }, 'SESSION_SECRET_FILE'],
    [{ SESSION_SECRET_FILE: file('empty', '') }, 'SESSION_SECRET_FILE'],
    [{ SESSION_SECRET_FILE: file('lines', 'secret-word\nsecret-word\n') }, 'SESSION_SECRET_FILE'],
    [{ SESSION_SECRET_FILE: file('large', 's'.repeat(5000)) }, 'SESSION_SECRET_FILE'],
    [{ SESSION_SECRET_FILE: file('both', 's'.repeat(40)), SESSION_SECRET: 's'.repeat(40) }, 'SESSION_SECRET'],
  ])('%j', (env, name) => {
    const faults = faultsOf(env)
    expect(faults.map((fault) => fault.split(':')[0])).toContain(name)
    expect(faults.join('\n')).not.toContain('secret-word')
    expect(faults.join('\n')).not.toContain('a-secret-key')
  })

  test('all at once, what single values and their combination lack', () => {
    const faults = faultsOf({
      PORT: 'x',
      DATA_DIR: '',
      UPSTREAM_URL: service.UPSTREAM_URL,
      DATABASE_URL: 'postgres://db/x',
      ADMIN_PASSWORD_FILE: file('world', 'secret-word-long', 0o604),
    })
    expect(faults.map((fault) => fault.split(':')[0] ?? '').toSorted()).toEqual([
      'ADMIN_EMAIL',
      'ADMIN_PASSWORD_FILE',
      'DATA_DIR',
      'PORT',
      'SESSION_SECRET',
      'UPSTREAM_APP_ID',
      'UPSTREAM_APP_KEY',
    ])
  })
})

test('what is written in several ways is read as one', () => {
  expect(
    readConfig({
      PUBLIC_URL: 'https://CONSOLE.example.com:443/',
      TRUSTED_PROXIES: '10.0.0.0/8 , ::1,fd00::/8',
      UPSTREAM_TOKEN_INVALID_CODES: '900002 ,900007',
    }),
  ).toMatchObject({
    publicUrl: 'https://console.example.com',
    trustedProxies: ['10.0.0.0/8', '::1', 'fd00::/8'],
    tokenInvalidCodes: ['900002', '900007'],
  })
})

test('a secret from a file, without its line end', () => {
  expect(readConfig({ SESSION_SECRET_FILE: file('good', `${'s'.repeat(40)}\n`) })).toMatchObject({
    sessionSecret: 's'.repeat(40),
  })
})
