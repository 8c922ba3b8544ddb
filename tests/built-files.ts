import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { createFilePreloads } from '#server/platform/http/page-files.ts'
import { pagePaths, sampleParameters } from './e2e/pages.ts'

/** Allowed files in `public`, which the server serves unchanged. */
const publicFiles = ['favicon.svg', 'robots.txt']
/** Server-side words and ways to run text as code, which must not reach a browser. */
const forbidden: [what: string, pattern: RegExp][] = [
  ['a way to evaluate text', /\beval\(|new Function\(/],
  // Messages for operators may name the variable that holds the key; Service > Connect has a field `appKey`.
  ['the name under which the key signs', /(?<!UPSTREAM_)app_key/i],
  ['the signature', /create_time|md5/i],
  ['a module of the server', /node:crypto|otpauth|undici|kysely/],
  ['a source map', /sourceMappingURL/],
  ['a path of the machine that built it', /\/home\/|\/root\/|node_modules\//],
]

const dist = join(import.meta.dirname, '../dist')
const errors: string[] = []
const files = globSync('**/*.{js,css,html}', { cwd: dist })
for (const file of files) {
  // The hashes in file names consist of random letters and may contain `md5`.
  const text = readFileSync(join(dist, file), 'utf8').replaceAll(/-[\w-]{8}\.(?=js|css)/g, '.')
  for (const [what, pattern] of forbidden) {
    const found = pattern.exec(text)
    if (found !== null)
      errors.push(`${file}: ${what}: …${text.slice(Math.max(0, found.index - 40), found.index + 40)}…`)
  }
}
if (files.length < 5) errors.push('dist holds no build')
errors.push(...globSync('**/*.map', { cwd: dist }).map((file) => `${file}: source maps are not served`))
for (const file of globSync('*', { cwd: join(dist, '../public') }))
  if (!publicFiles.includes(file))
    errors.push(`public/${file}: its purpose is unknown; list it in ${basename(import.meta.filename)}`)

/** Returns the scripts that a script imports statically. */
const importsOf = (file: string): string[] =>
  [
    ...readFileSync(join(dist, 'assets', file), 'utf8').matchAll(
      /(?:^|[;}\n])(?:import|export)(?:[^;"'()]*?from)?\s*"\.\/([^"]+)"/g,
    ),
  ].map(([, name = '']) => name)
const acyclic = new Set<string>()
/** Finds circular imports. They run in an undefined order, so a script may use another before it is initialized. */
function findCircles(file: string, path: readonly string[]): void {
  if (acyclic.has(file)) return
  if (path.includes(file)) errors.push(`scripts import each other: ${[...path, file].join(' → ')}`)
  else for (const name of importsOf(file)) findCircles(name, [...path, file])
  acyclic.add(file)
}
for (const file of globSync('*.js', { cwd: join(dist, 'assets') })) findCircles(file, [])

const kilobytes = (file: string) => gzipSync(readFileSync(join(dist, file)), { level: 9 }).length / 1024
const html = readFileSync(join(dist, 'index.html'), 'utf8')
const first = [
  ...new Set([...html.matchAll(/(?:src|href)="\/(assets\/[^"]+)"/g)].map(([, file = '']) => file)),
]
const sum = (ending: string) =>
  first.filter((file) => file.endsWith(ending)).reduce((total, file) => total + kilobytes(file), 0)
// Budgets in kB gzip (docs/performance.md). The messages are data.
const scriptBudget = 196
const sharedBudget = 95
/** What pages that read sheets share besides. */
const sheetsBudget = 20
/** What a page adds to the scripts of the entry and those that pages share. */
const pageBudget = 25
const styleBudget = 28
function check(what: string, size: number, budget: number): void {
  if (size > budget) errors.push(`${what}: ${size.toFixed(1)} kB of ${budget}`)
}
check('scripts before the app runs', sum('.js'), scriptBudget)
check('styles before the app runs', sum('.css'), styleBudget)
const isShared = (file: string) => /^assets\/(?:shared|sheets)-/.test(file)
function sizeOf(name: 'shared' | 'sheets'): number {
  const files = globSync(`assets/${name}-*.js`, { cwd: dist })
  if (files.length === 0) errors.push(`the build has no script ${name}`)
  return files.reduce((total, file) => total + kilobytes(file), 0)
}
const shared = sizeOf('shared')
const sheets = sizeOf('sheets')
check('scripts that pages share', shared, sharedBudget)
check('scripts that pages with sheets share', sheets, sheetsBudget)
/** Over HTTP/1.1, a browser fetches six files at a time. */
const mostFiles = 12
const preloadedFiles = createFilePreloads(dist, html)
const isMessages = (file: string) => file.startsWith('assets/en-')
const visits = Object.entries(pagePaths(sampleParameters)).flatMap(([name, path]) => {
  if (name === 'nowhere') return []
  const files = preloadedFiles(path, 'en')
  const scripts = files.filter((file) => file.endsWith('.js') && !isMessages(file))
  if (!files.some(isMessages)) errors.push(`${path}: the server preloads no messages for it`)
  if (scripts.length === 0)
    errors.push(`${path}: the server preloads no script for it; the build did not find it in routes.tsx`)
  const count = files.length + first.length
  if (count > mostFiles) errors.push(`${path}: ${count} files before the page, more than ${mostFiles}`)
  const size = scripts.filter((file) => !isShared(file)).reduce((total, file) => total + kilobytes(file), 0)
  check(`scripts of ${path}`, size, pageBudget)
  return [`${path} ${size.toFixed(1)} (${count})`]
})
process.stdout.write(
  `before the app runs: ${sum('.js').toFixed(1)} kB of scripts, ${sum('.css').toFixed(1)} kB of styles (gzip); shared by pages: ${shared.toFixed(1)} kB, by those with sheets ${sheets.toFixed(1)} kB\n`,
)
process.stdout.write(`each page’s own scripts, kB (files): ${visits.join(', ')}\n`)
process.stdout.write(errors.map((error) => `${error}\n`).join(''))
process.exitCode = errors.length === 0 ? 0 : 1
