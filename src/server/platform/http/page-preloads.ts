import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod/mini'
import type { UiLanguage } from '#contract/text.ts'
import { pageAt } from './page-paths.ts'

/** Vite's manifest: for each module, its file, that file's imports, and its style sheets. */
const manifestSchema = z.record(
  z.string(),
  z.object({
    file: z.string(),
    imports: z.optional(z.array(z.string())),
    css: z.optional(z.array(z.string())),
  }),
)

/** The module of each page (src/page-modules.ts). The first page has none, because it is part of the entry. */
const modulesSchema = z.record(z.string(), z.string())

function readBuilt<Schema extends z.ZodMiniType>(directory: string, name: string, schema: Schema) {
  const file = join(directory, '.vite', name)
  return z.parse(schema, existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {})
}

/**
 * Returns a function that lists the files a page needs, relative to the build directory, without the files `html` already
 * names. Without preloads, the browser would discover these files only after running the entry.
 */
export function createFilePreloads(directory: string, html: string) {
  const manifest = readBuilt(directory, 'manifest.json', manifestSchema)
  const modules = readBuilt(directory, 'pages.json', modulesSchema)
  const filesOf = (name: string): string[] => {
    const chunk = manifest[name]
    return chunk === undefined
      ? []
      : [chunk.file, ...(chunk.css ?? []), ...(chunk.imports ?? []).flatMap(filesOf)]
  }
  return (pathname: string, language: UiLanguage): string[] => {
    const module = modules[pageAt(pathname)?.name ?? '']
    const page = module?.match(/^pages\/[^/]+/)?.at(0)
    const folders = page === undefined ? ['messages'] : ['messages', `${page}/messages`]
    const needed = folders.map((folder) => `src/web/${folder}/${language}.json`)
    if (module !== undefined) needed.push(`src/web/${module}.tsx`)
    return [...new Set(needed.flatMap(filesOf))].filter((each) => !html.includes(each))
  }
}
