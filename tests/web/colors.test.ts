import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { colorOf, fillOf, meaningVariables } from '#web/ui/meaning.ts'

const root = join(import.meta.dirname, '../../src/web')
const sources = globSync('**/*.{ts,tsx,css}', { cwd: root }).filter(
  (file) => file !== join('ui', 'meaning.ts'),
)

test('what a color means is decided in one place: nothing else takes one of the palette', () => {
  const palette = 'teal|green|lime|yellow|orange|grape|violet|blue|cyan|pink'
  const own = new RegExp(
    `['"](?:${palette})['"]|['"][a-z]+\\.\\d['"]|mantine-color-(?:${palette}|red|indigo|gray)-\\d`,
  )
  const taken = sources.flatMap((file) =>
    readFileSync(join(root, file), 'utf8')
      .split('\n')
      .filter((line) => own.test(line))
      .map((line) => `${file}: ${line.trim()}`),
  )
  expect(taken).toEqual([])
})

test('each meaning has a color in both schemes', () => {
  const [light, dark] = [meaningVariables('light'), meaningVariables('dark')]
  expect(Object.keys(light)).toEqual(Object.keys(dark))
  expect(light['--meaning-free']).toMatch(/^#[0-9a-f]{6}$/)
  expect(colorOf('free')).toBe('var(--meaning-free)')
  expect(fillOf('free')).toBe(colorOf('free'))
  expect(fillOf('unknown')).toContain(colorOf('unknown'))
})
