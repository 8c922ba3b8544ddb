/** Paths that belong to a page of the SPA; all others are answered 404, which the SPA shows. */
const pagePaths = [
  /^\/$/,
  /^\/sign-in$/,
  /^\/extensions(\/[\w-]+){1,2}$/,
  /^\/agents(\/[\w-]+)?$/,
  /^\/reservations(\/[\w-]+)?$/,
  /^\/reference(\/[\w-]+)?$/,
  /^\/jobs(\/[\w-]+)?$/,
  /^\/inventory(\/[\w-]+)?$/,
  /^\/overview$/,
  /^\/audit$/,
  /^\/connection$/,
  /^\/settings(\/codes)?$/,
  /^\/users$/,
  /^\/account$/,
]

/** True for the path of one of the SPA's pages. */
export const isPage = (pathname: string): boolean => pagePaths.some((path) => path.test(pathname))

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
