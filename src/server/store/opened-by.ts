import type { DatabaseSync } from 'node:sqlite'
import * as z from 'zod'
import { macOfHead } from './audit-store.ts'
import { createSeal } from './seal.ts'

const head = z.object({ chain: z.string(), seq: z.number(), hash: z.string(), mac: z.string() })

/**
 * True when this session secret is the one an embedded store is kept under, as the latest end of its audit shows. Any opens a
 * store in which nobody has done anything.
 */
export function isOpenedBy(store: DatabaseSync, secret: string): boolean {
  const latest = store
    .prepare('SELECT chain, seq, hash, mac FROM audit_head WHERE mac IS NOT NULL ORDER BY at DESC LIMIT 1')
    .get()
  if (latest === undefined) return true
  const { mac, ...end } = head.parse(latest)
  return macOfHead(createSeal(secret), end) === mac
}
