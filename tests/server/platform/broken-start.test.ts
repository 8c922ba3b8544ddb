import { expect, test } from 'vitest'
import { secretWords, service } from './broken-configurations.ts'
import { processes } from '../processes.ts'

const { start } = processes()

// config.test.ts tests each error and its message.
test('R47: exits with 78 on a wrong configuration and names each variable without secrets', async () => {
  const console = start('never-made', {
    PORT: 'http',
    ...service,
    UPSTREAM_APP_KEY: '',
    SESSION_SECRET: 'secret-word',
    DATABASE_URL: 'postgres://u:secret-word@[db/x',
  })
  expect(await console.ended()).toBe(78)
  const named = [...console.output().matchAll(/^ {2}([A-Z_]+): ./gm)].map(([, name]) => name)
  expect(new Set(named)).toEqual(new Set(['PORT', 'SESSION_SECRET', 'UPSTREAM_APP_KEY', 'DATABASE_URL']))
  for (const word of secretWords) expect(console.output()).not.toContain(word)
})
