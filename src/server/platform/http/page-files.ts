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

/** For each page of the SPA's table of routes, by name, the module and the folder of messages that it loads. `vite.config.ts` writes them. */
const pageModulesSchema = z.record(z.string(), z.object({ module: z.string(), messages: z.string() }))

/** Reads a file of the build, if there is a build. */
function readBuild<Schema extends z.ZodMiniType>(directory: string, name: string, schema: Schema) {
  const file = join(directory, '.vite', name)
  return z.parse(schema, existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {})
}

/**
 * Returns a function that lists the files a page needs, relative to the build directory, without the files `html` already
 * names. Without preloads, the browser would discover these files only after running the entry.
 */
export function createFilePreloads(directory: string, html: string) {
  const manifest = readBuild(directory, 'manifest.json', manifestSchema)
  const pageModules = readBuild(directory, 'pages.json', pageModulesSchema)
  const filesOf = (name: string): string[] => {
    const chunk = manifest[name]
    return chunk === undefined
      ? []
      : [chunk.file, ...(chunk.css ?? []), ...(chunk.imports ?? []).flatMap(filesOf)]
  }
  return (pathname: string, language: UiLanguage): string[] => {
    const { module, messages } = pageModules[pageAt(pathname)?.name ?? ''] ?? {}
    const needed = [
      `src/web/messages/${language}.json`,
      `src/web/pages/${messages}/messages/${language}.json`,
      module ?? '',
    ]
    return [...new Set(needed.flatMap(filesOf))].filter((each) => !html.includes(each))
  }
}
