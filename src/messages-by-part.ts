import { readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import type { Plugin } from 'vite'

const web = join(import.meta.dirname, 'web')
const languages = ['en', 'zh'] as const
const entry = 'app/main'

const read = (file: string) => readFileSync(file, 'utf8')
const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null
function messagesOf(language: string): [key: string, text: unknown][] {
  const parsed: unknown = JSON.parse(read(join(web, `messages/${language}.json`)))
  return isObject(parsed) ? Object.entries(parsed) : []
}
const withoutPlural = (key: string) => key.replace(/_(zero|one|other)$/, '')
/** A part's name: the module's path below `src/web`, without its extension. */
const nameOf = (file: string) => relative(web, file).replace(/\.tsx?$/, '')

const staticImport = /^(?:import|export)\s+(?!type\b)(?:[^'";]*?\sfrom\s+)?'(\.[^']+\.tsx?)'/gm
const dynamicImport = /\bimport\('(\.[^']+\.tsx?)'\)/g

const importsOf = (file: string, imports: RegExp) =>
  [...read(file).matchAll(imports)].map(([, path = '']) => join(dirname(file), path))

/** Returns `from` and every module that it reaches through these imports, directly or indirectly; skips the modules in `except`. */
function reach(from: string, imports: readonly RegExp[], except = new Set<string>()): Set<string> {
  const found = new Set<string>()
  const visit = (file: string) => {
    if (found.has(file) || except.has(file)) return
    found.add(file)
    for (const each of imports) for (const next of importsOf(file, each)) visit(next)
  }
  visit(from)
  return found
}

/**
 * Returns the message keys that a module's source names, as a whole or as a template with one placeholder. A plural key counts
 * once, without `_zero`, `_one` or `_other`.
 */
function keysIn(source: string, known: ReadonlySet<string>): string[] {
  const literals = source.match(/(?<=['"`])[\w-]+(?:\.[\w-]+)*(?=['"`])/g) ?? []
  const filledIn = [...source.matchAll(/`((?:[\w-]+\.)+[\w.-]*)\$\{[^}]+\}([\w.-]*)`/g)]
  return [
    ...literals.filter((key) => known.has(key)),
    ...filledIn.flatMap(([, before = '', after = '']) =>
      [...known].filter(
        (key) => key.startsWith(before) && key.endsWith(after) && key.length > before.length + after.length,
      ),
    ),
  ]
}

/**
 * Assigns the message keys to parts. The entry gets the keys of the modules that it imports statically. Each module that these
 * import dynamically (a page, a menu) is a part, with the keys of all modules it leads to, dialogs included, minus the entry's keys.
 */
export function divideMessages(): { first: Set<string>; parts: Map<string, Set<string>> } {
  const known = new Set(messagesOf('en').map(([key]) => withoutPlural(key)))
  const keys = new Map<string, string[]>()
  const keysOf = (file: string) => {
    const found = keys.get(file) ?? keysIn(read(file), known)
    keys.set(file, found)
    return found
  }
  const first = reach(join(web, `${entry}.tsx`), [staticImport])
  const inEntry = new Set([...first].flatMap(keysOf))
  const parts = new Map([[entry, inEntry]])
  for (const part of [...first].flatMap((file) => importsOf(file, dynamicImport))) {
    const named = [...reach(part, [staticImport, dynamicImport], first)].flatMap(keysOf)
    const own = new Set(named.filter((key) => !inEntry.has(key)))
    if (own.size > 0) parts.set(nameOf(part), own)
  }
  return { first, parts }
}

/**
 * `virtual:messages/<part>/<language>` exports a part's messages; `virtual:messages/<part>` loads them on demand. The plugin wraps
 * the entry's dynamic import of a part in `withMessages`, which loads the part's messages beside it: the part does not import them.
 */
export function messagesByPart(): Plugin {
  let divided: ReturnType<typeof divideMessages> | undefined
  const forget = () => {
    divided = undefined
  }
  return {
    name: 'messages-by-part',
    enforce: 'pre',
    buildStart: forget,
    watchChange: forget,
    resolveId: (id) => (id.startsWith('virtual:messages/') ? `\0${id}` : undefined),
    load(id) {
      const [, part = '', language] = /^\0virtual:messages\/(.+?)(?:\/(en|zh))?$/.exec(id) ?? []
      if (part === '') return undefined
      if (language === undefined)
        return `export const load = { ${languages
          .map((each) => `${each}: () => import('virtual:messages/${part}/${each}')`)
          .join(', ')} }`
      this.addWatchFile(join(web, `messages/${language}.json`))
      divided ??= divideMessages()
      const own = divided.parts.get(part)
      const kept = messagesOf(language).filter(([key]) => own?.has(withoutPlural(key)))
      const json = JSON.stringify(Object.fromEntries(kept))
      return `export const messages = JSON.parse(${JSON.stringify(json)})`
    },
    transform(source, id) {
      divided ??= divideMessages()
      const { first, parts } = divided
      if (!first.has(id)) return undefined
      const fetched: string[] = []
      const code = source.replaceAll(dynamicImport, (whole, path: string) => {
        const part = nameOf(join(dirname(id), path))
        if (!parts.has(part)) return whole
        fetched.push(part)
        return `withMessages(${whole}, load${fetched.length})`
      })
      if (fetched.length === 0) return undefined
      const imports = [
        `import { withMessages } from ${JSON.stringify(join(web, 'i18n/catalogue.ts'))}`,
        ...fetched.map(
          (part, index) => `import { load as load${index + 1} } from 'virtual:messages/${part}'`,
        ),
      ]
      // Prepended to the first line, so that line numbers stay the same.
      return { code: `${imports.join('; ')}; ${code}`, map: null }
    },
  }
}
