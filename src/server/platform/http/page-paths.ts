/** Paths that belong to a page of the SPA; everything else is not found, though the SPA says so. */
const pagePaths = [
  /^\/$/,
  /^\/sign-in$/,
  /^\/extensions(\/[\w-]+){1,2}$/,
  /^\/agents(\/[\w-]+)?$/,
  /^\/reservations(\/[\w-]+)?$/,
  /^\/reference(\/[\w-]+)?$/,
  /^\/jobs(\/[\w-]+)?$/,
  /^\/inventory$/,
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

/** Only to resolve against; an address that leads anywhere else is not ours. */
const here = 'http://localhost'
const longest = 2048

/**
 * The page of ours that somebody asked to come back to, or `/`. Judged as a browser reads it and given in that form, so
 * that it cannot mean anything else there.
 */
export function ownPath(wanted: string | undefined): string {
  if (wanted === undefined || wanted.length > longest || !wanted.startsWith('/')) return '/'
  const url = URL.parse(wanted, here)
  if (url === null || url.origin !== here || !isPage(url.pathname) || url.pathname === '/sign-in') return '/'
  return url.pathname + url.search
}
