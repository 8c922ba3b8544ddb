import { existsSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import * as z from 'zod/mini'
import { componentNameOf } from '#contract/page-patterns.ts'
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

function readManifest(directory: string) {
  const file = join(directory, '.vite/manifest.json')
  return z.parse(manifestSchema, existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {})
}

/**
 * Returns a function that lists the files a page needs, relative to the build directory, without the files `html` already
 * names. Without preloads, the browser would discover these files only after running the entry.
 */
export function createFilePreloads(directory: string, html: string) {
  const manifest = readManifest(directory)
  const filesOf = (name: string): string[] => {
    const chunk = manifest[name]
    return chunk === undefined
      ? []
      : [chunk.file, ...(chunk.css ?? []), ...(chunk.imports ?? []).flatMap(filesOf)]
  }
  const modules = new Map(Object.keys(manifest).map((module) => [basename(module, '.tsx'), module]))
  return (pathname: string, language: UiLanguage): string[] => {
    const page = pageAt(pathname)
    const module = page && modules.get(componentNameOf(page.name))
    const needed = [`src/web/messages/${language}.json`]
    if (module !== undefined) {
      const [folder = ''] = /^src\/web\/pages\/[^/]+/.exec(module) ?? []
      needed.push(join(folder, 'messages', `${language}.json`), module)
    }
    return [...new Set(needed.flatMap(filesOf))].filter((each) => !html.includes(each))
  }
}
