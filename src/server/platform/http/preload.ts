import * as z from 'zod/mini'
import { allows } from '#contract/access.ts'
import { urlOf } from '#contract/endpoint-url.ts'
import { firstIdle, idleExtensions } from '#contract/extensions.ts'
import type { SignedIn } from './caller.ts'

const firstPages = ['/', '/extensions/idle']

/** The reads with which the console's first page begins: URLs as its script asks for them. None where the URL is not quite in order. */
export function preloads({ pathname, searchParams }: URL, { role, mustChangePassword }: SignedIn): string[] {
  if (!firstPages.includes(pathname) || mustChangePassword) return []
  const given = Object.fromEntries(searchParams)
  return [idleExtensions, firstIdle].flatMap(({ access, path, query }) => {
    const asked = z.safeParse(query, given)
    return access !== 'signed-in' && access !== 'anyone' && allows(role, access) && asked.success
      ? [urlOf(path, {}, asked.data)]
      : []
  })
}
