import { isPage } from './spa.ts'

/** Only to resolve against; an address that leads anywhere else is not ours. */
const here = 'http://localhost'
const longest = 2048

/**
 * The page of ours that somebody asked to come back to, or `/`. Judged as a browser reads it and given in that form, so
 * that it cannot mean anything else there (trust T37).
 */
export function ownPath(wanted: string | undefined): string {
  if (wanted === undefined || wanted.length > longest || !wanted.startsWith('/')) return '/'
  const url = URL.parse(wanted, here)
  if (url === null || url.origin !== here || !isPage(url.pathname) || url.pathname === '/sign-in') return '/'
  return url.pathname + url.search
}
