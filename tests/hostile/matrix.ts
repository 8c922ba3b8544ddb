import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { numberStates } from '#contract/number-states.ts'
import type { SendLimits } from '#upstream/send.ts'
import { appKey, type Answer } from '../server/bff.ts'
import { startService } from '../upstream/service.ts'
import { numbers, secretsOf } from './answers.ts'
import { manyConsoles, type Consoles } from './consoles.ts'
import { honestly, type Misbehavior } from './misbehavior.ts'
import { businessOperations, creates, reads } from './operations.ts'

const secrets = [
  ...[...numbers, '8901', '8902'].flatMap((ext) => Object.values(secretsOf(ext))),
  appKey,
  'Canary',
  'token-1-',
  'token-2-',
]

const isNumberState = (state: string): boolean => numberStates.some((each) => each === state)

/** Returns `shown`, `shown: <warnings>`, the state of a creation, or the code of a problem. */
function outcomeOf({ status, body }: Answer): string {
  if (status !== 200) return String(body['code'])
  // The detail of an extension also has a state, that of its number.
  if (typeof body['state'] === 'string' && !isNumberState(body['state'])) return body['state']
  const codes = JSON.stringify(body['warnings'] ?? []).matchAll(/"code":"([\w-]+)"/g)
  const warnings = [...new Set(Array.from(codes, ([, code = '']) => code))].toSorted((a, b) =>
    a.localeCompare(b),
  )
  return warnings.length === 0 ? 'shown' : `shown: ${warnings.join(', ')}`
}

function expectNoSecret(texts: readonly string[]): void {
  const everything = texts.join('\n')
  expect(secrets.filter((secret) => everything.includes(secret))).toEqual([])
  expect(everything).not.toMatch(/sign=[0-9a-f]|Bearer (?!"|\\\\|•|$)/)
  expect(everything).not.toContain('"internal"')
}

/** Expects no control or text-direction character in any response, raw or JSON-escaped. */
const expectPrintable = (answers: readonly Answer[]): void =>
  expect(answers.map(({ text }) => text).join('')).not.toMatch(/[\x7f-\x9f\p{Bidi_Control}]|\\[bfnrtu]/u)

/** Waits up to 60 s for the console to work again after its cooldowns. */
const works = (ask: (path: string) => Promise<Answer>): Promise<void> =>
  vi.waitFor(async () => expect(outcomeOf(await ask('/api/extensions/idle'))).toBe('shown'), {
    timeout: 60_000,
  })

const operationsOf = (calls: readonly (readonly [operation: string, ...rest: unknown[]])[]) =>
  calls.map(([operation]) => operation)

/**
 * Makes get_token misbehave and then answer honestly, then the eleven business operations in the same way. Returns the outcome
 * of each operation; for get_token, that of a read that needs the token.
 */
async function misbehave(consoles: Consoles, { behave }: Misbehavior) {
  const service = await startService()
  for (const operation of businessOperations) service.on(operation, honestly(operation))
  service.on('get_token', behave('get_token'))
  const { ask, logged, close } = await consoles.open(service.url)
  const idle = await ask('/api/extensions/idle')
  const status = await ask('/api/status')
  service.on('get_token', service.issueToken)
  await works(ask)
  // An error response names the operation that failed.
  if (idle.status !== 200 && !idle.text.includes('"get_token"')) throw new Error(idle.text)

  const tokens = service.count('get_token')
  for (const operation of businessOperations) service.on(operation, behave(operation))
  const readAnswers = await Promise.all(reads.map(([, path]) => ask(path)))
  // An honest detail lets the console check whether the number exists, so it really sends each create.
  service.on('extension_detail', honestly('extension_detail'))
  const createAnswers = await Promise.all(
    creates.map(([, path, ext]) => ask(path, { ext, password: secretsOf(ext).password })),
  )
  for (const operation of businessOperations) service.on(operation, honestly(operation))
  await works(ask)

  expect(operationsOf(creates).map((operation) => service.count(operation))).toEqual([1, 1])
  // The console doesn't renew a refused token for each request. How many requests share a renewal depends on the load.
  expect(service.count('get_token') - tokens).toBeLessThan(businessOperations.length)
  const answers = [...readAnswers, ...createAnswers]
  const all = [idle, status, ...answers]
  expectNoSecret([...all.map(({ text }) => text), ...logged])
  expectPrintable(all)
  expect(answers.filter(({ headers }) => headers.get('cache-control') !== 'no-store')).toEqual([])
  await Promise.all([close(), service.close()])
  const operations = [...operationsOf(reads), ...operationsOf(creates), 'get_token']
  const outcomes = [...answers, idle].map(outcomeOf)
  return Object.fromEntries(operations.map((operation, index) => [operation, outcomes[index]]))
}

/** Defines one test per misbehavior over all twelve operations (R18), and one test for secrets left on disk (R27). */
export function proveOutcomes(misbehaviors: readonly Misbehavior[], limits?: SendLimits): void {
  let consoles: Consoles
  beforeAll(async () => {
    consoles = await manyConsoles(limits)
  })
  afterAll(() => consoles.remove())

  test.concurrent.each(misbehaviors)('R18: handles $name', async (misbehavior) => {
    const { read, create, token } = misbehavior
    const outcomes = await misbehave(consoles, misbehavior)
    const usual = typeof read === 'string' ? read : 'shown'
    const exceptions = typeof read === 'string' ? {} : read
    const created = typeof create === 'string' ? [create, create] : create
    expect(outcomes).toEqual({
      ...Object.fromEntries(operationsOf(reads).map((operation) => [operation, usual])),
      ...exceptions,
      ...Object.fromEntries(operationsOf(creates).map((operation, index) => [operation, created[index]])),
      get_token: token,
    })
  })

  test('R27: leaves no secret on disk', () => {
    const disk = consoles.disk()
    expect(disk.length).toBeGreaterThan(1_000_000)
    expect(secrets.filter((secret) => disk.includes(secret))).toEqual([])
  })
}
