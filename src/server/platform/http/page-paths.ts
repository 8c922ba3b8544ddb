import { patterns } from '#contract/page-patterns.ts'

/** Sorts paths with a parameter last, so that `/extensions/idle` is not read as an extension. */
const sorted = Object.entries(patterns)
  .toSorted(([, a], [, b]) => Number(a.includes(':')) - Number(b.includes(':')))
  .map(([name, path]) => ({
    name,
    pattern: new RegExp(`^${path.replaceAll(/:\w+/g, String.raw`([\w-]+)`)}$`),
  }))

interface PageAt {
  name: string
  /** The parameter of its path; `''` without one. */
  parameter: string
}

/** Returns the SPA's page at a path. `undefined` for `/`: the browser remembers its page. */
export function pageAt(pathname: string): PageAt | undefined {
  for (const { name, pattern } of sorted) {
    const match = pattern.exec(pathname)
    if (match !== null) return { name, parameter: match[1] ?? '' }
  }
  return undefined
}

/** True for the path of an SPA page. Other paths get the document with status 404, and the SPA shows the error. */
export const isPage = (pathname: string): boolean => pathname === '/' || pageAt(pathname) !== undefined

export const assets = '/assets/'
export const rootFiles = ['/favicon.svg', '/robots.txt']

/** A base URL for parsing: a URL with another origin is not ours. */
const here = 'http://localhost'
const longest = 2048

/**
 * Returns the console page to redirect to, or `/` when the requested URL is not one of our pages. Parses the URL as a browser
 * does, so that the result cannot lead to another site.
 */
export function safeRedirect(path: string | undefined): string {
  if (path === undefined || path.length > longest || !path.startsWith('/')) return '/'
  const url = URL.parse(path, here)
  if (url === null || url.origin !== here || !isPage(url.pathname) || url.pathname === '/sign-in') return '/'
  return url.pathname + url.search
}
