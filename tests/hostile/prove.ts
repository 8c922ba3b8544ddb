import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { appKey } from '../server/bff.ts'
import { numbers, secretsOf } from './answers.ts'
import { manyConsoles, type Consoles } from './consoles.ts'
import type { Misbehaviour } from './misbehaviour.ts'
import { suffer, type Seen } from './suffering.ts'

const secrets = [
  ...[...numbers, '8901', '8902'].flatMap((ext) => Object.values(secretsOf(ext))),
  appKey,
  'Canary',
  'token-1-',
  'token-2-',
]

/** A create is refused only where the service has clearly said so; anything else leaves it in doubt. */
const createCodes = ['upstream-busy', 'upstream-restricted', 'upstream-token', 'upstream-refused']

/** T18: each behaviour over the twelve operations, `lanes` of them at a time: most of it is waiting for the console's cooldowns. */
export function prove(misbehaviours: readonly Misbehaviour[], lanes: number): void {
  let consoles: Consoles
  const seen = new Map<string, Seen>()
  beforeAll(async () => {
    consoles = await manyConsoles()
    const waiting = [...misbehaviours]
    const lane = async () => {
      for (let next = waiting.shift(); next !== undefined; next = waiting.shift())
        seen.set(next.name, await suffer(consoles, next))
    }
    await Promise.all(Array.from({ length: lanes }, lane))
  }, 180_000)
  afterAll(() => consoles.remove())

  const whatCameOf = ({ name }: Misbehaviour): Seen => {
    const found = seen.get(name)
    if (found === undefined) throw new Error(`${name} was not tried`)
    return found
  }

  describe.each(misbehaviours)('T18: $name', (misbehaviour) => {
    test('each read: the right kind of error in time', () => {
      const { reads: answers } = whatCameOf(misbehaviour)
      for (const [operation, { status, body, ms, headers }] of answers) {
        expect([operation, ms < 12_000]).toEqual([operation, true])
        const code = status === 200 ? 'usable' : String(body['code'])
        const allowed =
          misbehaviour.expected === 'usable' ? ['usable', 'upstream-invalid'] : [misbehaviour.expected]
        expect([operation, code]).toEqual([operation, expect.toBeOneOf(allowed)])
        expect(headers.get('cache-control')).toBe('no-store')
      }
    })

    test('each create: sent once, its outcome known or called in doubt', () => {
      const { creates: answers } = whatCameOf(misbehaviour)
      const usual = misbehaviour.expected === 'usable' ? ['accepted', 'in-doubt'] : ['in-doubt']
      for (const [operation, { status, body, ms }, sent] of answers) {
        expect([operation, sent, ms < 12_000]).toEqual([operation, 1, true])
        const outcome = status === 200 ? body['state'] : body['code']
        expect(outcome).toBeOneOf([...usual, ...createCodes])
      }
    })

    test('get_token: no crash, no hot loop, an error that names it or a token that works', () => {
      const { token, tokensAsked } = whatCameOf(misbehaviour)
      expect(token.ms).toBeLessThan(12_000)
      const told = JSON.stringify(token.body['upstream'] ?? '')
      expect([token.status, token.status === 200 || told.includes('"get_token"')]).toEqual([
        expect.toBeOneOf([200, 422, 502, 503, 504]),
        true,
      ])
      expect(tokensAsked).toBeLessThanOrEqual(4)
    })

    test('T25, T27: no secret in any answer or log line', () => {
      const { everything } = whatCameOf(misbehaviour)
      expect(secrets.filter((secret) => everything.includes(secret))).toEqual([])
      expect(everything).not.toMatch(/sign=[0-9a-f]|Bearer [^•]/)
      expect(everything).not.toContain('"internal"')
    })

    test('works again within 10 s of the service being honest', () => {
      const { recovery } = whatCameOf(misbehaviour)
      expect(recovery.filter((ms) => ms > 10_000)).toEqual([])
    })
  })

  test('T27: nothing of it on disk', () => {
    const disk = consoles.disk()
    expect(disk.length).toBeGreaterThan(1_000_000)
    expect(secrets.filter((secret) => disk.includes(secret))).toEqual([])
  })
}
