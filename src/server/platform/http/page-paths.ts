import { patterns } from '#contract/page-patterns.ts'

/** Paths with a parameter last: `/extensions/idle` is no extension. */
const pages = Object.entries(patterns)
  .toSorted(([, a], [, b]) => Number(a.includes(':')) - Number(b.includes(':')))
  .map(([name, pattern]) => ({
    name,
    path: new RegExp(`^${pattern.replaceAll(/:\w+/g, String.raw`([\w-]+)`)}$`),
  }))

/** The SPA's page at a path, and the parameter in it (`''`: none). `/` is none: which page it leads to is the browser's to remember. */
export function pageAt(pathname: string): { name: string; parameter: string } | undefined {
  for (const { name, path } of pages) {
    const found = path.exec(pathname)
    if (found !== null) return { name, parameter: found[1] ?? '' }
  }
  return undefined
}

/** True for the path of one of the SPA's pages; all others are answered 404, which the SPA shows. */
export const isPage = (pathname: string): boolean => pathname === '/' || pageAt(pathname) !== undefined

export const assets = '/assets/'
export const rootFiles = ['/favicon.svg', '/robots.txt']

/** True for what a browser needs to show a page at all: the pages' document, scripts, styles, icon. The path as it was sent. */
export const isShell = (path: string): boolean =>
  isPage(path) || path.startsWith(assets) || rootFiles.includes(path)

/** Only to resolve against: a URL with another origin is not ours. */
const here = 'http://localhost'
const longest = 2048

/**
 * The console's own page that a user wants to return to, or `/`. Parsed and returned as a browser reads it, so that it cannot
 * lead anywhere else.
 */
export function ownPath(wanted: string | undefined): string {
  if (wanted === undefined || wanted.length > longest || !wanted.startsWith('/')) return '/'
  const url = URL.parse(wanted, here)
  if (url === null || url.origin !== here || !isPage(url.pathname) || url.pathname === '/sign-in') return '/'
  return url.pathname + url.search
}
