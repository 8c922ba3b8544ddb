import { readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import type { Plugin } from 'vite'

const web = join(import.meta.dirname, 'web')
const languages = ['en', 'zh'] as const

/** Asks for sentences that come with the part that shows them (`ErrorState`). */
const without = ['api/message-for.ts']

const read = (file: string) => readFileSync(file, 'utf8')
const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null
function messagesOf(language: string): [key: string, text: unknown][] {
  const parsed: unknown = JSON.parse(read(join(web, `messages/${language}.json`)))
  return isObject(parsed) ? Object.entries(parsed) : []
}
const withoutPlural = (key: string) => key.replace(/_(one|other)$/, '')

const staticImport = /^(?:import|export)\s+(?!type\b)(?:[^'";]*?\sfrom\s+)?'(\.[^']+\.tsx?)'/gm
const shellImport = /lazyShell\(\s*async \(\) =>\s*\(await import\('([^']+)'\)\)/g

/** The modules of the first view: those that the entry imports, and what is loaded right after it (`lazyShell`). */
function firstModules(): Set<string> {
  const found = new Set<string>()
  const visit = (file: string) => {
    if (found.has(file)) return
    found.add(file)
    const source = read(file)
    for (const pattern of [staticImport, shellImport])
      for (const [, path = ''] of source.matchAll(pattern)) visit(join(dirname(file), path))
  }
  visit(join(web, 'app/main.tsx'))
  return found
}

/** The keys that the modules of the first view name, plural forms as one. */
export function firstKeys(): Set<string> {
  const known = new Set(messagesOf('en').map(([key]) => withoutPlural(key)))
  const sources = [...firstModules()]
    .filter((file) => !without.includes(relative(web, file).replaceAll('\\', '/')))
    .map(read)
    .join('\n')
  const literals = sources.match(/(?<=['"`])[\w-]+(?:\.[\w-]+)*(?=['"`])/g) ?? []
  const first = new Set(literals.filter((key) => known.has(key)))
  for (const [, before = '', after = ''] of sources.matchAll(/`((?:[\w-]+\.)+[\w.-]*)\$\{[^}]+\}([\w.-]*)`/g))
    for (const key of known)
      if (key.startsWith(before) && key.endsWith(after) && key.length > before.length + after.length)
        first.add(key)
  return first
}

/**
 * `virtual:messages/en/first` has what the first view says and is part of the entry, `virtual:messages/en/rest` all else; the
 * same for `zh`.
 */
export const firstMessages: Plugin = {
  name: 'first-messages',
  resolveId: (id) => (id.startsWith('virtual:messages/') ? `\0${id}` : undefined),
  load(id) {
    const [, language = '', part] = /^\0virtual:messages\/(\w+)\/(first|rest)$/.exec(id) ?? []
    if (part === undefined || !languages.some((each) => each === language)) return undefined
    this.addWatchFile(join(web, `messages/${language}.json`))
    const first = firstKeys()
    const kept = messagesOf(language).filter(([key]) => first.has(withoutPlural(key)) === (part === 'first'))
    const json = JSON.stringify(Object.fromEntries(kept))
    return `export const messages = JSON.parse(${JSON.stringify(json)})`
  },
}
