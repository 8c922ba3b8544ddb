import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parseSync, Visitor } from 'vite'
import { expect, test } from 'vitest'

// .oxlintrc.json checks boundaries, packages, cycles, default exports and skipped tests; this file, the rest.
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

test('separates every page of the front end from the others and from app', () => {
  const crossings = files.flatMap((file) => {
    const [, page = ''] = /^src\/web\/pages\/([\w-]+)\//.exec(file) ?? []
    if (page === '') return []
    const imported = [...readFileSync(join(root, file), 'utf8').matchAll(/(?:from|import\() ?'(\.[^']+)'/g)]
    return imported
      .map(([, path = '']) => join(dirname(file), path))
      .filter((path) => /^src\/web\/(?:pages|app)\//.test(path) && !path.startsWith(`src/web/pages/${page}/`))
      .map((path) => `${file}: ${path}`)
  })
  expect(crossings).toEqual([])
})

test('names every read of the front end by the path of an endpoint', () => {
  const matchesIn = (folder: string, pattern: RegExp) =>
    files
      .filter((file) => file.startsWith(folder))
      .flatMap((file) => [...readFileSync(join(root, file), 'utf8').matchAll(pattern)])
      .map(([, text = '']) => text)
  const paths = matchesIn('src/contract/', /path: '(\/api\/[^']+)'/g)
  const mentioned = matchesIn('src/web/', /'(\/api\/[^']+)'/g)
  expect(mentioned.length).toBeGreaterThan(20)
  const isRead = (text: string) => paths.some((path) => path === text || path.startsWith(`${text}/`))
  expect(mentioned.filter((text) => !isRead(text))).toEqual([])
  // What has no path is read from the console's own files, and never again.
  const otherKeys = matchesIn('src/web/', /queryKey: \['(?!\/api\/)([^']+)'/g)
  expect([...new Set(otherKeys)]).toEqual(['messages'])
})

test('names no table of a feature in platform', () => {
  const tables = globSync('src/server/*/schema.ts', { cwd: root }).flatMap((file) =>
    [...readFileSync(join(root, file), 'utf8').matchAll(/^ {4}(\w+): /gm)].map(([, table = '']) => table),
  )
  expect(tables).toEqual(expect.arrayContaining(['number', 'job', 'reservation', 'user']))
  const names = tables.join('|')
  const query = new RegExp(
    `(?:(?:From|Into|Table|Join)\\('|\\b(?:FROM|INTO|JOIN|TABLE|UPDATE) "?)(${names})\\b`,
  )
  // Migrations make every table.
  const platform = files.filter(
    (file) => file.startsWith('src/server/platform/') && !file.includes('/migrations/'),
  )
  expect(platform.filter((file) => query.test(readFileSync(join(root, file), 'utf8')))).toEqual([])
  expect(query.test("db.selectFrom('reservation')") && query.test('DELETE FROM number WHERE')).toBe(true)
})

/** Each dialog in the file, with the names of the functions and calls around it. */
function dialogsIn(file: string): { at: string; around: readonly string[] }[] {
  const source = readFileSync(join(root, file), 'utf8')
  const dialogs: { at: string; around: readonly string[] }[] = []
  const around: string[] = []
  const enter = (node: { type: string; name?: unknown } | null) =>
    void around.push(node?.type === 'Identifier' ? String(node.name) : '')
  const leave = () => void around.pop()
  new Visitor({
    FunctionDeclaration: ({ id }) => enter(id),
    'FunctionDeclaration:exit': leave,
    FunctionExpression: ({ id }) => enter(id),
    'FunctionExpression:exit': leave,
    VariableDeclarator: ({ id }) => enter(id),
    'VariableDeclarator:exit': leave,
    CallExpression: ({ callee }) => enter(callee),
    'CallExpression:exit': leave,
    JSXOpeningElement({ name, start }) {
      if (name.type === 'JSXIdentifier' && /^(Modal|Drawer|\w*Dialog)$/.test(name.name))
        dialogs.push({ at: `${file}:${source.slice(0, start).split('\n').length}`, around: [...around] })
    },
  }).visit(parseSync(file, source).program)
  return dialogs
}

test('opens every dialog through the host, never in a row, a foot or a menu', () => {
  const dialogs = files.filter((file) => file.startsWith('src/web/')).flatMap(dialogsIn)
  expect(dialogs.length).toBeGreaterThan(50)
  const stray = dialogs.filter(({ around }) => !around.some((name) => /^openDialog$|Dialog$/.test(name)))
  expect(stray.map(({ at }) => at)).toEqual([])
})
