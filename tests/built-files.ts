import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { permissionNames } from '#contract/access.ts'
import { createFilePreloads } from '#server/platform/http/page-preloads.ts'
import { divideMessages } from '../src/messages-by-part.ts'
import { pagePaths, sampleParameters } from './e2e/pages.ts'

/** Allowed files in `public`, which the server serves unchanged. */
const publicFiles = ['favicon.svg', 'robots.txt']
/** Server-side words and ways to run text as code, which must not reach a browser. */
const forbidden: [what: string, pattern: RegExp][] = [
  ['a way to evaluate text', /\beval\(|new Function\(/],
  // Messages for operators may name the variable that holds the key; Settings > Service has a field `appKey`.
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
// Budgets in kB gzip (docs/performance.md).
for (const [ending, budget] of [
  ['.js', 210],
  ['.css', 16],
] as const)
  if (sum(ending) > budget)
    errors.push(`${ending} before the app runs: ${sum(ending).toFixed(1)} kB, more than ${budget}`)
// React, Mantine and the icons; the entry; the bundler's runtime (0.4 kB, separate because lazy parts use it too); and the styles.
if (first.length > 4) errors.push(`${first.length} files before the app runs: ${first.join(', ')}`)
/** Budget for deep links that users keep and share: kilobytes of scripts (gzip) before their content appears; charts load later. */
const pageBudget = 300
const budgeted = ['users', 'inventory', 'jobs', 'overview', 'extension', 'agent']
const preloadedFiles = createFilePreloads(dist, html)
const visits = Object.entries(pagePaths(sampleParameters)).flatMap(([name, path]) => {
  if (name === 'idle' || name === 'nowhere') return []
  const scripts = preloadedFiles(path, 'en').filter((file) => file.endsWith('.js'))
  if (scripts.length <= 1)
    errors.push(
      `${path}: the server preloads no script for it; the route table (routes.tsx) does not name its module as page-modules.ts reads it`,
    )
  const size = scripts.reduce((total, file) => total + kilobytes(file), sum('.js'))
  if (budgeted.includes(name) && size > pageBudget)
    errors.push(`scripts of ${path}: ${size.toFixed(1)} kB, more than ${pageBudget}: ${scripts.join(', ')}`)
  return [`${path} ${size.toFixed(1)} (${scripts.length})`]
})
// The entry's keys must be in the first messages: all other messages arrive with the parts that load later.
const all: object = JSON.parse(readFileSync(join(dist, '../src/web/messages/en.json'), 'utf8'))
// A permission has the same key as its button.
const brought = new Set<string>([...(divideMessages().parts.get('app/main') ?? []), ...permissionNames])
const entry = first
  .filter((file) => file.endsWith('.js'))
  .map((file) => readFileSync(join(dist, file), 'utf8'))
const named = new Set(entry.join('\n').match(/(?<=['"`])[\w-]+(?:\.[\w-]+)+(?=['"`])/g))
for (const key of Object.keys(all).map((each) => each.replace(/_(zero|one|other)$/, '')))
  if (named.has(key) && !brought.has(key))
    errors.push(`${key}: the entry says it, and the messages of the first view do not hold it`)
process.stdout.write(
  `before the app runs: ${sum('.js').toFixed(1)} kB of scripts, ${sum('.css').toFixed(1)} kB of styles (gzip)\n`,
)
process.stdout.write(`with each page’s own scripts, kB (files): ${visits.join(', ')}\n`)
process.stdout.write(errors.map((error) => `${error}\n`).join(''))
process.exitCode = errors.length === 0 ? 0 : 1
