import type { DatabaseSync } from 'node:sqlite'
import * as z from 'zod'
import { isMacOfHead } from '../audit/audit-store.ts'
import type { Seal } from '../platform/database/encryption.ts'

const head = z.object({ chain: z.string(), seq: z.number(), hash: z.string(), mac: z.string() })

/**
 * True when an embedded store is kept under one of this seal's secrets, as the latest end of its audit shows. Any opens a
 * store without entries.
 */
export function isOpenedBy(store: DatabaseSync, seal: Seal): boolean {
  const latest = store.prepare('SELECT chain, seq, hash, mac FROM audit_head ORDER BY at DESC LIMIT 1').get()
  if (latest === undefined) return true
  const { mac, ...end } = head.parse(latest)
  return isMacOfHead(seal, end, mac)
}
