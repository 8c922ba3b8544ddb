import { defaultProfile } from '#upstream/profile.ts'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { readConfig } from '#server/platform/config/config.ts'
import { ConfigError } from '#server/platform/config/startup-error.ts'
import {
  brokenConfigurations,
  brokenSecretFiles,
  secretWords,
  service,
  sso,
} from './broken-configurations.ts'

const directory = mkdtempSync(join(tmpdir(), 'console-config-'))
afterAll(() => rmSync(directory, { recursive: true }))
const file = (name: string, text: string, mode = 0o600) => {
  const path = join(directory, name)
  writeFileSync(path, text)
  chmodSync(path, mode)
  return path
}
const errorsOf = (env: Record<string, string>): readonly string[] => {
  try {
    readConfig(env)
    return []
  } catch (error) {
    if (error instanceof ConfigError) return error.errors
    throw error
  }
}
const namesOf = (errors: readonly string[]) => errors.map((error) => error.split(':')[0] ?? '')

test('reads single sign-on with one role value', () => {
  expect(readConfig(sso).oidc).toEqual({
    issuer: sso.OIDC_ISSUER,
    clientId: 'console',
    clientSecret: 'secret-word',
    roleClaim: 'realm_access.roles',
    secondFactorValues: null,
    roleValues: { admin: 'admins', supervisor: null, 'help-desk': null, auditor: null },
  })
  expect(
    readConfig({ ...sso, OIDC_AUDITOR_VALUE: 'audit', OIDC_HELP_DESK_VALUE: 'desk' }).oidc,
  ).toMatchObject({
    roleValues: { admin: 'admins', supervisor: null, 'help-desk': 'desk', auditor: 'audit' },
  })
})

test('uses the sandbox on loopback when nothing is set', () => {
  expect(readConfig({})).toMatchObject({
    host: '127.0.0.1',
    port: 8080,
    upstream: null,
    databaseUrl: null,
    oidc: null,
    profile: defaultProfile,
    network: { httpProxy: undefined, httpsProxy: undefined, noProxy: undefined, ca: undefined },
    sandbox: { port: 8081, extensions: 2000 },
  })
})

test('reads the settings of a real service', () => {
  expect(readConfig(service)).toMatchObject({
    upstream: { url: service.UPSTREAM_URL, extensionsUrl: service.UPSTREAM_URL, appKey: 'a-secret-key' },
  })
})

describe('configuration errors', () => {
  test.each(brokenConfigurations)('name the variable and never a secret for %j', (env, name) => {
    const errors = errorsOf(env)
    expect(namesOf(errors)).toContain(name)
    expect(secretWords.filter((word) => errors.join('\n').includes(word))).toEqual([])
  })

  test.each(brokenSecretFiles(directory))(
    'R30: name the variable of a secret file and never the secret: %s',
    (_what, env, name) => {
      const errors = errorsOf(env)
      expect(namesOf(errors)).toEqual([name])
      expect(secretWords.filter((word) => errors.join('\n').includes(word))).toEqual([])
    },
  )

  test('list errors of single values and of combinations together', () => {
    const errors = errorsOf({
      PORT: 'x',
      DATA_DIR: '',
      UPSTREAM_URL: service.UPSTREAM_URL,
      DATABASE_URL: 'postgres://db/x',
      ADMIN_PASSWORD_FILE: file('empty', ''),
    })
    expect(namesOf(errors).toSorted()).toEqual([
      'ADMIN_EMAIL',
      'ADMIN_PASSWORD_FILE',
      'DATABASE_URL',
      'DATA_DIR',
      'PORT',
      'SESSION_SECRET',
      'UPSTREAM_APP_ID',
      'UPSTREAM_APP_KEY',
    ])
  })
})

test.each<[url: string, more?: Record<string, string>]>([
  ['postgres://u@127.0.0.1/x'],
  ['postgres://u@localhost/x'],
  ['postgres://u@[::1]/x'],
  ['postgres://u@%2Fvar%2Frun%2Fpostgresql/x'],
  ['postgres://u@db.example.com/x?sslmode=verify-full'],
  ['postgres://u@127.0.0.1/x?sslmode=verify-full'],
  ['postgres://u@127.0.0.1/x?sslmode=disable'],
  ['postgres://u@db.example.com/x', { DATABASE_TLS: 'off' }],
  ['postgres://u@db.example.com/x?sslmode=no-verify', { DATABASE_TLS: 'off' }],
])('accepts a database on a private or verified connection: %s %j', (url, more = {}) => {
  expect(readConfig({ DATABASE_URL: url, SESSION_SECRET: 's'.repeat(32), ...more }).databaseUrl).toBe(url)
})

const refusedMode = /^DATABASE_URL: sslmode must be verify-full; /
test.each([
  ['verify-full', /^$/],
  ['no-verify', /^$/],
  ['disable', /^$/],
  ['prefer', refusedMode],
  ['require', refusedMode],
  ['verify-ca', refusedMode],
])('accepts or rejects sslmode=%s before pg warns about it', (mode, errors) => {
  const warn = vi.spyOn(process, 'emitWarning')
  onTestFinished(() => warn.mockRestore())
  const url = `postgres://u@127.0.0.1/x?sslmode=${mode}`
  expect(errorsOf({ DATABASE_URL: url, SESSION_SECRET: 's'.repeat(32) }).join('\n')).toMatch(errors)
  expect(warn).not.toHaveBeenCalled()
})

test('normalizes URLs and address ranges', () => {
  expect(
    readConfig({
      PUBLIC_URL: 'https://CONSOLE.example.com:443/',
      TRUSTED_PROXIES: '10.0.0.0/8 , ::1,fd00::/8',
    }),
  ).toMatchObject({
    publicUrl: 'https://console.example.com',
    trustedProxies: ['10.0.0.0/8', '::1', 'fd00::/8'],
  })
})

test('reads the profile of a service, and a fixed credential only where the profile has one', () => {
  const profile = file('profile.json', JSON.stringify({ name: 'ours', auth: { credential: 'fixed' } }))
  const env = { ...service, UPSTREAM_PROFILE: profile }
  expect(namesOf(errorsOf(env))).toEqual(['UPSTREAM_AUTHORIZATION'])
  expect(readConfig({ ...env, UPSTREAM_AUTHORIZATION: 'Basic x' })).toMatchObject({
    profile: { ...defaultProfile, name: 'ours', auth: { ...defaultProfile.auth, credential: 'fixed' } },
    authorization: 'Basic x',
  })
})

test('lists every error of a profile by its path', () => {
  const profile = file('wrong.json', JSON.stringify({ nmae: 'x', token: { createTime: 'minutes' } }))
  expect(errorsOf({ ...service, UPSTREAM_PROFILE: profile })).toEqual([
    'UPSTREAM_PROFILE: token.createTime: must be s or ms',
    'UPSTREAM_PROFILE: nmae: is not a key of the profile',
  ])
  expect(errorsOf({ ...service, UPSTREAM_PROFILE: file('not.json', '{') })).toEqual([
    'UPSTREAM_PROFILE: the file is not JSON',
  ])
})

test('reads proxies in either case', () => {
  expect(
    readConfig({
      ...service,
      https_proxy: 'http://proxy.example.com:3128',
      NO_PROXY: 'localhost',
      HTTP_PROXY: '',
    }),
  ).toMatchObject({ network: { httpsProxy: 'http://proxy.example.com:3128', noProxy: 'localhost' } })
})

test('reads a secret from a file, without its line end', () => {
  expect(readConfig({ SESSION_SECRET_FILE: file('good', `${'s'.repeat(40)}\n`) })).toMatchObject({
    sessionSecret: 's'.repeat(40),
  })
})
