import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import * as z from 'zod'

/** The oldest Node of README.md and CONTRIBUTING.md, with which `npm ci` is run. */
const oldest = [20, 19, 0]
const lock = z
  .object({ packages: z.record(z.string(), z.object({ engines: z.unknown().optional() })) })
  .parse(JSON.parse(readFileSync('package-lock.json', 'utf8')))

const compare = (one: readonly number[], other: readonly number[]) =>
  one.map((part, at) => part - (other[at] ?? 0)).find((part) => part !== 0) ?? 0

/** True when a range such as `^18.17 || >=20.3` has the version. */
const has = (range: string, version: readonly number[]) =>
  range.split('||').some((part) =>
    [...part.matchAll(/(>=|<=|[<>^~]?)\s*v?(\d+)(?:\.(\d+))?(?:\.(\d+))?/g)].every(
      ([, sign = '', major = '', minor, patch]) => {
        const bound = [major, minor ?? '0', patch ?? '0'].map(Number)
        const order = compare(version, bound)
        if (sign === '>=') return order >= 0
        if (sign === '>') return order > 0
        if (sign === '<=') return order <= 0
        if (sign === '<') return order < 0
        const fixed = sign === '^' || minor === undefined ? 1 : sign === '~' || patch === undefined ? 2 : 3
        return order >= 0 && compare(version.slice(0, fixed), bound.slice(0, fixed)) === 0
      },
    ),
  )

test('installs without a warning on the oldest Node that the README names', () => {
  expect(
    ['^20.19.0 || >=22', '>=18', '20.x', '*', '>=12 <21'].filter((range) => !has(range, oldest)),
  ).toEqual([])
  expect(['>=22', '^18.17', '~20.18', '<20', '>=20.20'].filter((range) => has(range, oldest))).toEqual([])
  const refused = Object.entries(lock.packages).flatMap(([path, { engines }]) => {
    const { data } = z.object({ node: z.string() }).safeParse(engines)
    return path === '' || data === undefined || has(data.node, oldest) ? [] : [`${path} ${data.node}`]
  })
  expect(refused).toEqual([])
})
