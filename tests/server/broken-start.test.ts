import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { brokenConfigurations, brokenSecretFiles, secretWords } from './broken-configurations.ts'
import { processes } from './processes.ts'

const { directory, start } = processes()
const atOnce = 2
const cases = [
  ...brokenConfigurations.map(([env, name]) => ({ what: Object.keys(env).join(), env, name })),
  ...brokenSecretFiles(join(directory, 'secrets')).map(([what, env, name]) => ({ what, env, name })),
]

describe('T48: a wrong configuration ends the process', () => {
  const ends: { what: string; name: string; code: number | null; said: string; ms: number }[] = []
  beforeAll(async () => {
    const waiting = [...cases]
    const compiled = { NODE_COMPILE_CACHE: join(directory, 'compiled') }
    const lane = async () => {
      for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
        const begun = performance.now()
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

  test('within two seconds, the machine being shared: a quarter of them at least', () => {
    const took = ends.map(({ ms }) => ms).toSorted((a, b) => a - b)
    expect(took[Math.floor(took.length / 4)]).toBeLessThan(2_000)
  })
})
