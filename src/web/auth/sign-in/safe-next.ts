import { matchPath } from 'react-router-dom'
import { paths, patterns } from '../../lib/paths.ts'

const pages = Object.values(patterns).filter((pattern) => pattern !== patterns.signIn)

/**
 * Where to go after signing in: a page of this console, or the first one. Judged as the browser reads an address and given
 * in that form: it drops tabs and line breaks, so that `/<tab>/host` would lead away from here.
 */
export function safeNext(next: string | null): string {
  const { origin } = window.location
  if (next === null || !next.startsWith('/') || !URL.canParse(next, origin)) return paths.idle()
  const url = new URL(next, origin)
  const isPage = url.origin === origin && pages.some((pattern) => matchPath(pattern, url.pathname) !== null)
  return isPage ? url.pathname + url.search + url.hash : paths.idle()
}
