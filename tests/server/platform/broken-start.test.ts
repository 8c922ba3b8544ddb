import { join } from 'node:path'
import { expect, test } from 'vitest'
import { brokenSecretFiles, secretWords, service } from './broken-configurations.ts'
import { processes } from '../processes.ts'

// config.test.ts tests the errors and their messages. This file tests that the process prints them and exits.
const { directory, start } = processes()
const [, , readable] = brokenSecretFiles(join(directory, 'secrets'))

test.each<[env: Record<string, string>, names: string[]]>([
  [
    { PORT: 'http', ...service, UPSTREAM_APP_KEY: '', SESSION_SECRET: 'secret-word' },
    ['PORT', 'SESSION_SECRET', 'UPSTREAM_APP_KEY'],
  ],
  [{ DATABASE_URL: 'postgres://u:secret-word@[db/x', SESSION_SECRET: 's'.repeat(32) }, ['DATABASE_URL']],
  [readable?.[1] ?? {}, ['SESSION_SECRET_FILE']],
])(
  'R47: exits with 78 on a wrong configuration and names each variable without secrets',
  async (env, names) => {
    const console = start('never-made', env)
    expect(await console.ended()).toBe(78)
    const named = [...console.output().matchAll(/^ {2}([A-Z_]+): ./gm)].map(([, name]) => name)
    expect(new Set(named)).toEqual(new Set(names))
    for (const word of secretWords) expect(console.output()).not.toContain(word)
  },
)
