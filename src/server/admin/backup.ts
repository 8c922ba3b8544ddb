import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { backup, DatabaseSync } from 'node:sqlite'
import * as z from 'zod'
import { isMacOfHead } from '../audit/audit-store.ts'
import { createSeal, type Seal, type Secrets } from '../platform/database/encryption.ts'

/** What a data directory is made of, besides what each start makes. */
const files = {
  store: 'console.db',
  current: 'session-secret',
  previous: 'session-secret-previous',
} as const

/** The secrets a command was given. */
type Given = { [which in keyof Secrets]?: string | null }

/** The secret in a data directory, null when the console has been given another and made none. */
function secretIn(dataDir: string, which: keyof Secrets): string | null {
  const file = join(dataDir, files[which])
  return existsSync(file) ? readFileSync(file, 'utf8').trim() : null
}

const head = z.object({ chain: z.string(), seq: z.number(), hash: z.string(), mac: z.string() })

/**
 * True when an embedded store is kept under one of this seal's secrets, as the latest end of its audit shows. Any secret
 * opens a store whose audit is empty.
 */
export function isOpenedBy(store: DatabaseSync, seal: Seal): boolean {
  const latest = store.prepare('SELECT chain, seq, hash, mac FROM audit_head ORDER BY at DESC LIMIT 1').get()
  if (latest === undefined) return true
  const { mac, ...end } = head.parse(latest)
  return isMacOfHead(seal, end, mac)
}

/**
 * Copies the embedded store and the secrets that open it, those `given` or its own, into a new directory, which is a data directory
 * to start from; the console may be running. Throws when the directory exists, there is nothing to copy or neither opens it.
 */
export async function backUp(dataDir: string, into: string, given: Given): Promise<void> {
  const source = new DatabaseSync(join(dataDir, files.store), { readOnly: true })
  try {
    const previous = given.previous ?? secretIn(dataDir, 'previous')
    const candidates = [given.current, secretIn(dataDir, 'current')].filter(
      (each) => typeof each === 'string',
    )
    // One that opens it alone first: with the previous one, any secret would seem to.
    const current =
      candidates.find((each) => isOpenedBy(source, createSeal(each))) ??
      candidates.find((each) => isOpenedBy(source, createSeal(each, previous)))
    if (typeof current !== 'string')
      throw new Error('no secret opens this store: set SESSION_SECRET_FILE as for the console')
    if (existsSync(into)) throw new Error(`${into} exists already; name a directory that does not exist`)
    mkdirSync(into, { mode: 0o700 })
    await backup(source, join(into, files.store))
    chmodSync(join(into, files.store), 0o600)
    const keep = (file: string, secret: string) =>
      writeFileSync(join(into, file), `${secret}\n`, { mode: 0o600 })
    keep(files.current, current)
    if (previous !== null) keep(files.previous, previous)
  } finally {
    source.close()
  }
}
