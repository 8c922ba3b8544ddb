import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

// Walls, packages, cycles, lengths, default exports and skipped tests: .oxlintrc.json. Here is what lint cannot express.
const root = join(import.meta.dirname, '../..')
const files = globSync('src/**/*.{ts,tsx}', { cwd: root })

test('no file passes on what another exports', () => {
  const reExport = /^export (type )?\{[^}]*\} from/m
  expect(files.length).toBeGreaterThan(80)
  expect(files.filter((file) => reExport.test(readFileSync(join(root, file), 'utf8')))).toEqual([])
})

test('no file is a room for leftovers', () => {
  const leftovers = /\/(utils?|helpers?|misc|common)(\/|\.)|\/index\.tsx?$/
  expect(files.filter((file) => leftovers.test(file))).toEqual([])
})
