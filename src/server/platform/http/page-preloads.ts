import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod/mini'
import type { UiLanguage } from '#contract/text.ts'
import { pageAt } from './page-paths.ts'

/** Vite's manifest: by module, the file that has it, what that file imports, and its style sheets. */
const manifestSchema = z.record(
  z.string(),
  z.object({
    file: z.string(),
    imports: z.optional(z.array(z.string())),
    css: z.optional(z.array(z.string())),
  }),
)

/** By page, its module (src/page-modules.ts); the first page has none, since it is part of the entry. */
const modulesSchema = z.record(z.string(), z.string())

function readBuilt<Schema extends z.ZodMiniType>(directory: string, name: string, schema: Schema) {
  const file = join(directory, '.vite', name)
  return z.parse(schema, existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {})
}

/**
 * For a page's path, the files below the build's directory that its script imports besides those that `html` names itself: without
 * them in the page, the browser learns of them only once the entry has run.
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
    if (module === undefined) return []
    // As `loadFeature` and `withMessages` fetch them.
    const needed = [
      `src/web/${module}.tsx`,
      'src/web/lib/feature-styles.ts',
      `virtual:messages/${module}/${language}`,
    ]
    return [...new Set(needed.flatMap(filesOf))].filter((each) => !html.includes(each))
  }
}
