import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { brokenConfigurations, brokenSecretFiles, secretWords } from './broken-configurations.ts'
import { processes } from './processes.ts'

const { directory, run, start } = processes()
const atOnce = 2
const longestMs = 2_000
/** What a bare node takes from start to end where the two seconds are meant, ms: how busy the machine is meanwhile. */
const bareMs = 100
const cases = [
  ...brokenConfigurations.map(([env, name]) => ({ what: Object.keys(env).join(), env, name })),
  ...brokenSecretFiles(join(directory, 'secrets')).map(([what, env, name]) => ({ what, env, name })),
]

describe('T48: a wrong configuration ends the process', () => {
  const ends: { what: string; name: string; code: number | null; said: string; ms: number }[] = []
  const bare: number[] = []
  beforeAll(async () => {
    const waiting = [...cases]
    const compiled = { NODE_COMPILE_CACHE: join(directory, 'compiled') }
    const lane = async () => {
      for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
        const before = performance.now()
        await run(['--eval', '']).ended()
        const begun = performance.now()
        bare.push(begun - before)
        const process = start('never-made', { ...compiled, ...next.env })
        const code = await process.ended()
        ends.push({ ...next, code, said: process.output(), ms: performance.now() - begun })
      }
    }
    await Promise.all(Array.from({ length: atOnce }, lane))
  }, 240_000)

  test('all of forty and more: code 78, the variable named, no secret said', () => {
    expect(ends.length).toBeGreaterThanOrEqual(40)
    const wrong = ends.filter(
      ({ code, said, name }) =>
        code !== 78 ||
        !new RegExp(`^ {2}${name}: `, 'm').test(said) ||
        secretWords.some((word) => said.includes(word)),
    )
    expect(wrong).toEqual([])
  })

  test('within two seconds, or as many bare starts as that is', () => {
    const median = (values: readonly number[]) =>
      values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
    const busy = Math.max(1, median(bare) / bareMs)
    expect(median(ends.map(({ ms }) => ms))).toBeLessThan(longestMs * busy)
  })
})
