import { globSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'

// .oxlintrc.json checks boundaries, packages, cycles, lengths, default exports and skipped tests; this file, the rest.
const root = join(import.meta.dirname, '../..')
const files = globSync('src/**/*.{ts,tsx}', { cwd: root })

test('re-exports nothing from another file', () => {
  const reExport = /^export (type )?\{[^}]*\} from/m
  expect(files.length).toBeGreaterThan(80)
  expect(files.filter((file) => reExport.test(readFileSync(join(root, file), 'utf8')))).toEqual([])
})

test('has no utils, helpers, misc, common or index files', () => {
  const leftovers = /\/(utils?|helpers?|misc|common)(\/|\.)|\/index\.tsx?$/
  expect(files.filter((file) => leftovers.test(file))).toEqual([])
})

const lintConfig = z.object({ overrides: z.array(z.looseObject({ files: z.array(z.string()) })) })

test('separates every feature of the front end from the others by lint', () => {
  const others = new Set(['api', 'app', 'i18n', 'lib', 'messages', 'shared', 'spreadsheet', 'ui'])
  const features = readdirSync(join(root, 'src/web')).filter((folder) => !others.has(folder))
  const { overrides } = lintConfig.parse(JSON.parse(readFileSync(join(root, '.oxlintrc.json'), 'utf8')))
  const rules = overrides.filter((rule) => rule.files.some((pattern) => pattern.startsWith('src/web/')))
  const lists = [...JSON.stringify(rules).matchAll(/\{([\w,]*\bagents,[\w,]*)\}/g)].map(([, list = '']) =>
    list.split(',').filter((folder) => !others.has(folder)),
  )
  expect(lists).toEqual(Array.from({ length: 5 }, () => features.toSorted()))
})
