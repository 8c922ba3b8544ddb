import { copyFileSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { defaultProfile } from '#upstream/profile.ts'
import { limitsOf } from '#upstream/send.ts'
import { defaultCooldowns } from '#upstream/token.ts'
import type { Timings } from '#server/platform/timings.ts'
import { copyPreparedTo } from '../stores/each-store.ts'
import { openBff, type Answer, type Bff } from '../server/bff.ts'
import { storeFolder } from '../stores/folder.ts'

/** More than a test ever calls, so that no case opens the breaker for the next read; see tests/upstream/breaker.test.ts. */
export const untiring = {
  ...limitsOf(defaultProfile),
  breaker: { ...limitsOf(defaultProfile).breaker, leastCalls: 1_000 },
}

const cooldowns = { ...defaultCooldowns, usualMs: 20, credentialsMs: 20, failingMs: 0, refusedMs: 0 }

const minute = { read: 60_000, token: 60_000, create: 60_000 }
/** Long enough for a correct response with a large body on a busy machine. Tests of silence pass their own limits. */
const patient = { ...untiring, headersMs: minute, totalMs: minute }

/** Opens consoles on a misbehaving service. Each has its own copy of a store in which the administrator is signed in. */
export async function manyConsoles(limits: Timings['upstream']['limits'] = patient) {
  const directory = mkdtempSync(join(storeFolder, 'console-hostile-'))
  const template = join(directory, 'template.db')
  copyPreparedTo(template)
  const first = await openBff({ store: { file: template } })
  const cookie = await first.cookieOf('admin')
  await first.requestAs('admin', '/api/settings', { legacyCreate: true }, {}, 'PATCH')
  await first.close()
  let opened = 0

  return {
    /** Returns the contents of all store files as text. */
    disk: (): string =>
      readdirSync(directory)
        .map((name) => readFileSync(join(directory, name), 'latin1'))
        .join('\n'),
    async open(serviceUrl: string) {
      const file = join(directory, `${++opened}.db`)
      copyFileSync(template, file)
      const timings = {
        upstream: { limits, cooldowns },
        answerMs: 120_000,
        creationAnswerMs: 120_000,
      }
      const bff = await openBff({ store: { file }, serviceUrl, visibilityTimeoutMs: 300, timings })
      return { ...bff, ask: (path: string, json?: object) => ask(bff, cookie, path, json) }
    },
    remove: () => rmSync(directory, { recursive: true }),
  }
}
export type Consoles = Awaited<ReturnType<typeof manyConsoles>>

/** Sends a request as the signed-in administrator; with `json`, a POST. */
const ask = (bff: Bff, cookie: string, path: string, json?: object): Promise<Answer> =>
  bff.send(path, {
    method: json === undefined ? 'GET' : 'POST',
    headers: { ...bff.pageHeaders, cookie, 'idempotency-key': `hostile-${path.length}-${'k'.repeat(20)}` },
    ...(json === undefined ? {} : { body: JSON.stringify(json) }),
  })
