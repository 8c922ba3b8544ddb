import { readFileSync } from 'node:fs'
import { join } from 'node:path/posix'
import type { Plugin } from 'vite'

/** Matches a route's path and its import, without crossing into the next route. */
const route = /path: patterns\.(\w+),(?:(?!path: )[^])*?import\('([^']+)\.tsx'\)/g

/**
 * Writes the module of each page in the route table into the build, by the page's name in `patterns`. The server lists a page's
 * files in the document, so that the browser can load them before the entry requests them.
 */
export const pageModules: Plugin = {
  name: 'page-modules',
  apply: 'build',
  generateBundle() {
    const table = readFileSync(join(import.meta.dirname, 'web/app/routes.tsx'), 'utf8')
    const modules = [...table.matchAll(route)].map(([, name = '', path = '']) => [name, join('app', path)])
    const source = JSON.stringify(Object.fromEntries(modules))
    this.emitFile({ type: 'asset', fileName: '.vite/pages.json', source })
  },
}
