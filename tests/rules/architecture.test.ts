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

test('separates every page of the front end from the others by lint', () => {
  const pages = readdirSync(join(root, 'src/web/pages'))
  const { overrides } = lintConfig.parse(JSON.parse(readFileSync(join(root, '.oxlintrc.json'), 'utf8')))
  const rules = overrides.filter((rule) => rule.files.includes('src/web/pages/**'))
  const [, list = ''] = /\{app,([\w,-]*)\}/.exec(JSON.stringify(rules)) ?? []
  expect(list.split(',')).toEqual(pages.toSorted())
})

test('names no table of a feature in platform', () => {
  const tables = globSync('src/server/*/schema.ts', { cwd: root }).flatMap((file) =>
    [...readFileSync(join(root, file), 'utf8').matchAll(/^ {4}(\w+): /gm)].map(([, table = '']) => table),
  )
  expect(tables).toEqual(expect.arrayContaining(['inventory', 'job', 'reservation', 'user']))
  const names = tables.join('|')
  const query = new RegExp(
    `(?:(?:From|Into|Table|Join)\\('|\\b(?:FROM|INTO|JOIN|TABLE|UPDATE) "?)(${names})\\b`,
  )
  // Migrations make every table.
  const platform = files.filter(
    (file) => file.startsWith('src/server/platform/') && !file.includes('/migrations/'),
  )
  expect(platform.filter((file) => query.test(readFileSync(join(root, file), 'utf8')))).toEqual([])
  expect(query.test("db.selectFrom('reservation')") && query.test('DELETE FROM inventory WHERE')).toBe(true)
})
