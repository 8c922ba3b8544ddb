import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { createFilePreloads } from '#server/platform/http/page-preloads.ts'
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
// Budgets in kB gzip (docs/performance.md). A page's scripts count with those of the entry; the messages are data.
const scriptBudget = 210
/** The entry's 190, 95 of what pages share, and 25 of the page's own. */
const pageBudget = 310
const styleBudget = 28
/** A budget that is nearly used up is reported before a change breaks it. */
const warnedAt = 0.95
const warnings: string[] = []
function check(what: string, size: number, budget: number): void {
  const text = `${what}: ${size.toFixed(1)} kB of ${budget}`
  if (size > budget) errors.push(text)
  else if (size > budget * warnedAt) warnings.push(text)
}
check('scripts before the app runs', sum('.js'), scriptBudget)
check('styles before the app runs', sum('.css'), styleBudget)
/** Over HTTP/1.1, a browser fetches six files at a time. */
const mostFiles = 12
const preloadedFiles = createFilePreloads(dist, html)
const isMessages = (file: string) => file.startsWith('assets/en-')
const visits = Object.entries(pagePaths(sampleParameters)).flatMap(([name, path]) => {
  if (name === 'nowhere') return []
  const files = preloadedFiles(path, 'en')
  const scripts = files.filter((file) => file.endsWith('.js') && !isMessages(file))
  if (!files.some(isMessages)) errors.push(`${path}: the server preloads no messages for it`)
  if (scripts.length === 0 && name !== 'idle')
    errors.push(
      `${path}: the server preloads no script for it; the file of its page is not named like its path in page-patterns.ts`,
    )
  const count = files.length + first.length
  if (count > mostFiles) errors.push(`${path}: ${count} files before the page, more than ${mostFiles}`)
  const size = scripts.reduce((total, file) => total + kilobytes(file), sum('.js'))
  check(`scripts of ${path}`, size, pageBudget)
  return [`${path} ${size.toFixed(1)} (${count})`]
})
process.stdout.write(
  `before the app runs: ${sum('.js').toFixed(1)} kB of scripts, ${sum('.css').toFixed(1)} kB of styles (gzip)\n`,
)
process.stdout.write(`with each page’s own scripts, kB (files): ${visits.join(', ')}\n`)
process.stdout.write(warnings.map((warning) => `near its budget: ${warning}\n`).join(''))
process.stdout.write(errors.map((error) => `${error}\n`).join(''))
process.exitCode = errors.length === 0 ? 0 : 1
