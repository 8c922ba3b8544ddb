import { paths } from '../paths.ts'

/** Where to go after signing in. Only a path of this console: `//host` and `/\host` would lead away from it. */
export const safeNext = (next: string | null): string =>
  next !== null && /^\/(?![/\\])/.test(next) && !next.startsWith(paths.signIn()) ? next : paths.idle()
