import { readFileSync } from 'node:fs'
import { join } from 'node:path/posix'
import type { Plugin } from 'vite'

/** From a route's path to its import, without passing the next route's path. */
const route = /path: patterns\.(\w+),(?:(?!path: )[^])*?import\('([^']+)\.tsx'\)/g

/**
 * Writes into the build which module each page of the route table is, by its name in `patterns`: the server then names a page's
 * files in the document, so that the browser need not wait for the entry to ask for them.
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
