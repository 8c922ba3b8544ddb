import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../..')
/** The targets of SECURITY.md's and the README's promises. */
const targets = Array.from({ length: 50 }, (_, index) => `T${index + 1}`)
/** In a title of a test, or in the name of a check or a benchmark: all are texts. */
const named = (name: string) => new RegExp(`['"\`](?:[^'"\`\\n]*[^\\w'"\`\\n])?${name}\\b`)

test('each target is named by what proves it', () => {
  const texts = globSync('tests/**/*.{ts,tsx}', { cwd: root })
    .filter((file) => !file.endsWith('targets.test.ts'))
    .map((file) => readFileSync(join(root, file), 'utf8'))
  expect(targets.filter((target) => !texts.some((text) => named(target).test(text)))).toEqual([])
})

test('SECURITY.md names no other', () => {
  const told = readFileSync(join(root, 'SECURITY.md'), 'utf8').match(/\bT\d+\b/g) ?? []
  expect(told.length).toBeGreaterThan(20)
  expect(told.filter((target) => !targets.includes(target))).toEqual([])
})
