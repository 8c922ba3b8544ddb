import { matchPath, useLocation, type PathParam } from 'react-router-dom'

/** What the path of the page has in place of the pattern's `:name`, as it was before it was written into an address. */
export function usePathParam<Pattern extends string>(pattern: Pattern, name: PathParam<Pattern>): string {
  const written = matchPath(pattern, useLocation().pathname)?.params[name] ?? ''
  try {
    return decodeURIComponent(written)
  } catch {
    return written
  }
}
