import * as fc from 'fast-check'
import { operations } from '#upstream/operations.ts'
import type { StoreLocation } from '#server/platform/database/database.ts'
import type { Check } from '../endurance/check.ts'
import { honestly } from '../hostile/misbehavior.ts'
import { businessOperations } from '../hostile/operations.ts'
import { startService } from '../upstream/service.ts'
import { openBff } from './bff.ts'

/** The method and path of the twelve open API operations. Path variables match only values that the contract accepts. */
const shapes = Object.values(operations).map(
  ({ method, path }) =>
    new RegExp(
      `^${method} ${path.replace('{ext}', String.raw`\d{2,15}`).replace('{agentUUID}', '[A-Za-z0-9][A-Za-z0-9-]{7,63}')}$`,
    ),
)

/**
 * R39: sends `count` fuzzed extension numbers and agent IDs. Returns checks on the responses and on the paths that reach the
 * service. `store` is a prepared store; a copy of the tests' prepared store when omitted.
 */
export async function fuzzedPaths(count: number, store?: StoreLocation): Promise<Check[]> {
  const service = await startService()
  for (const operation of businessOperations) service.on(operation, honestly(operation))
  const bff = await openBff({ serviceUrl: service.url, ...(store === undefined ? {} : { store }) })
  const cookie = await bff.cookieOf('admin')
  const odd = fc.constantFrom(
    '..',
    '.',
    '%2e%2e',
    '%2E%2E%2F',
    '..%2f..%2fapi',
    '%252e%252e',
    '8001%00',
    '8001%0d%0aHost:evil',
    '8001;x=1',
    '8001%3Fa',
    '8001%23',
    '８００１',
    '%EF%BC%98001',
    '%c0%ae%c0%ae',
    '__proto__',
    '-1',
    '1e3',
    '0x10',
    '8001%20',
    '*',
  )
  const value = fc.oneof(
    { weight: 2, arbitrary: odd },
    { weight: 2, arbitrary: fc.tuple(odd, odd).map((parts) => parts.join('')) },
    {
      weight: 3,
      arbitrary: fc
        .string({ unit: 'binary', minLength: 1, maxLength: 24 })
        .map((text) => encodeURIComponent(text.toWellFormed())),
    },
    { weight: 1, arbitrary: fc.stringMatching(/^\d{1,18}$/) },
    { weight: 1, arbitrary: fc.stringMatching(/^[A-Za-z0-9-]{1,70}$/) },
  )
  const templates = [
    (part: string) => `/api/extensions/${part}/language`,
    (part: string) => `/api/extensions/${part}`,
    (part: string) => `/api/people/${part}/extensions`,
    (part: string) => `/api/extensions/8001?agentId=${part}`,
  ]
  const values = fc.sample(value, { numRuns: count, seed: 20_261_121 })
  const statuses = new Map<number, number>()
  let wrong = 0
  await Promise.all(
    Array.from({ length: 8 }, async () => {
      for (let part = values.pop(); part !== undefined; part = values.pop()) {
        const path = templates[values.length % templates.length]?.(part) ?? ''
        const { status } = await bff.send(path, { headers: { ...bff.pageHeaders, cookie } })
        statuses.set(status, (statuses.get(status) ?? 0) + 1)
        if (![200, 400, 404].includes(status)) wrong++
      }
    }),
  )
  const paths = new Set(service.seen.map(({ method, path }) => `${method} ${path}`))
  const undeclared = [...paths].filter((line) => !shapes.some((shape) => shape.test(line)))
  await bff.close()
  await service.close()
  return [
    {
      name: `R39 of ${count} fuzzed values answered otherwise than 200, 400 or 404`,
      value: wrong,
      atMost: 0,
    },
    { name: 'R39 answered 400', value: statuses.get(400) ?? 0, atLeast: count / 2 },
    { name: 'R39 answered 200', value: statuses.get(200) ?? 0, atLeast: count / 50 },
    { name: 'R39 paths that the service received', value: paths.size, atLeast: count / 200 },
    { name: 'R39 undeclared ones', value: undeclared.length, atMost: 0 },
  ]
}
