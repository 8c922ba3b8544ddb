import type { FirstScan, NumberState } from '#contract/number-states.ts'
import type { Warning } from '#contract/page.ts'
import { remarkOf } from '#contract/remarks.ts'
import type { Database } from '../platform/database/database.ts'

const scansOf = (db: Database['db'], account: string) =>
  db
    .selectFrom('inventory_crawl')
    .select([
      'kind',
      'started_at',
      'ended_at',
      'done',
      'total',
      'last_whole_at',
      'last_ended_at',
      'last_missed',
    ])
    .where('account', '=', account)
    .execute()
type Scan = Awaited<ReturnType<typeof scansOf>>[number]

/** When the last whole scan of the idle list began, in epoch milliseconds; `null` before the first. */
export const lastWholeScan = async (db: Database['db'], account: string): Promise<number | null> =>
  (await scansOf(db, account)).find(({ kind }) => kind === 'idle')?.last_whole_at ?? null

function firstScanOf(scan: Scan | undefined): FirstScan {
  if (scan?.last_missed === 0) return null
  const running = scan !== undefined && scan.started_at !== null && scan.ended_at === null
  const { done = 0, total = null, last_ended_at: endedAt = null, last_missed: missed = null } = scan ?? {}
  return { running, done, total, ...(endedAt === null ? {} : { missed }) }
}

/**
 * The progress of the scan of the idle list, and of the look-up of the numbers between its numbers, which finds the bound ones; each
 * `null` while the last one has missed nothing.
 */
export const firstScansIn = (scans: readonly Scan[]) => ({
  firstScan: firstScanOf(scans.find(({ kind }) => kind === 'idle')),
  boundScan: firstScanOf(scans.find(({ kind }) => kind === 'gaps')),
})

/** Reads `firstScansIn` of an account. To be read before the numbers: after them, a scan that ends in between would call them complete. */
export const readFirstScans = async (db: Database['db'], account: string) =>
  firstScansIn(await scansOf(db, account))

/** States of numbers that the idle list has, or had. */
const ofIdleList: readonly NumberState[] = ['free', 'reserved', 'unavailable']

/** What a list of numbers, of one state or of all, may lack, because a scan is not over or could not read everything. */
export async function readScanWarnings(
  db: Database['db'],
  account: string,
  state?: NumberState,
): Promise<Warning[]> {
  const { firstScan, boundScan } = await readFirstScans(db, account)
  const codes = [
    ...(firstScan === null || state === 'bound' ? [] : ['idle-unread' as const]),
    ...(boundScan === null || (state !== undefined && ofIdleList.includes(state))
      ? []
      : ['bound-unread' as const]),
  ]
  return codes.map((code) => ({ code, detail: '' }))
}

const remarks: Readonly<Partial<Record<Warning['code'], string>>> = {
  'idle-unread': remarkOf('may be incomplete', ': the idle list of the service has not been read as a whole'),
  'bound-unread': remarkOf('may be incomplete', ': not all bound numbers have been looked up'),
}
/** The last lines of a file that may lack numbers. */
export const remarksOf = (warnings: readonly Warning[]): string[] =>
  warnings.flatMap(({ code }) => remarks[code] ?? [])
