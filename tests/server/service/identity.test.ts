import { expect, test } from 'vitest'
import { readFileSync } from 'node:fs'
import { createSeal } from '#server/platform/database/encryption.ts'
import { serviceIdentity } from '#server/service/connection.ts'
import { ServiceStore } from '#server/service/store.ts'
import { eachStore } from '../../stores/each-store.ts'
import { runOn } from '../../stores/earlier-store.ts'

const address = {
  sandbox: false,
  url: 'https://api.example.com/v5',
  extensionsUrl: 'https://voice.example.com',
  appId: 'app 1',
  companyId: null,
}

test('an identity is scheme, host, port, path, app ID and company, however the URL is written', () => {
  const identity = 'https://api.example.com/v5 https://voice.example.com app%201'
  expect(serviceIdentity(address)).toBe(identity)
  for (const written of ['https://API.example.com:443/v5/', 'https://api.example.com/./v5//'])
    expect(serviceIdentity({ ...address, url: written })).toBe(identity)
  for (const other of [
    { url: 'https://api.example.com' },
    { extensionsUrl: 'https://voice.example.com:8443' },
    { appId: 'app 2' },
    { companyId: 'c1' },
  ])
    expect(serviceIdentity({ ...address, ...other })).not.toBe(identity)
  expect(serviceIdentity({ ...address, sandbox: true, url: 'http://127.0.0.1:1' })).toBe('sandbox')
})

eachStore(({ copyStore, open }) => {
  test('the statement of docs/operations.md keeps the data of a service with another address', async () => {
    const where = await copyStore()
    const [, statement = ''] =
      /```sql\n(INSERT INTO service_alias[^`]+)```/.exec(readFileSync('docs/operations.md', 'utf8')) ?? []
    await runOn(where, statement)
    const store = new ServiceStore(await open(where), createSeal('a session secret for tests, long enough'))
    const [old, moved, other] = ['old', 'new', 'other'].map((host) => {
      const url = `https://${host}.example.com`
      return { sandbox: false, url, extensionsUrl: url, appId: 'my-app', companyId: null }
    })
    if (old === undefined || moved === undefined || other === undefined) throw new Error('three services')
    expect(await store.accountOf(moved)).toBe(serviceIdentity(old))
    expect(await store.accountOf(other)).toBe(serviceIdentity(other))
  })
})
