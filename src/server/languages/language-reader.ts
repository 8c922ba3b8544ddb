import type { ExtensionLanguageRow, LanguageRange } from '#contract/extension-languages.ts'
import { longestLanguage } from '#contract/extension-languages.ts'
import { isUnanswered, UpstreamError } from '#upstream/errors.ts'
import type { Upstream } from '#upstream/upstream.ts'
import type { Turn } from '../background.ts'
import { languageList, standingOf, type LanguageFields, type LanguageList } from './language-standing.ts'
import { isNotFound } from '../http/problems.ts'
import { cached, toLanguage } from '../extensions/reference.ts'
import type { InventoryStore } from '../store/inventory-store.ts'
import type { LanguageRanges } from '../store/language-ranges.ts'
import type { LanguageStore } from '../store/language-store.ts'

/** How old a reading may get before it is read again. */
export const freshMs = 7 * 24 * 3_600_000
/** Read and written together; between two of them, what somebody asked for comes first. */
const atOnce = 10
/** Of one turn of the sweep, so that other work gets its share. */
const mostPerTurn = 100
/** Numbers looked through at once for those that are due, and how often in a turn. */
const lookedThrough = 500
const looks = 20
/** A number whose language cannot be read is not asked about again for so long. */
const failedMs = 3_600_000
const mostFailed = 10_000
/** After a pass that found nothing due. */
const restMs = 10 * 60_000

/** The service, not the number, is why nothing came: what was not read now is read later. */
const away = ['unreachable', 'timeout', 'busy', 'paused', 'token', 'credentials', 'restricted']
const isAway = (error: unknown) => error instanceof UpstreamError && away.includes(error.kind)
/** Asked so often without an answer, a number has failed and others get their turn. */
const mostTries = 3

interface Due {
  ext: string
  record: LanguageFields | null
}
type Read = ExtensionLanguageRow | 'missing' | 'failed'

interface ReaderDeps {
  upstream: Pick<Upstream, 'getExtensionLanguage' | 'getLanguages'>
  inventory: Pick<InventoryStore, 'after' | 'byNumber' | 'count'>
  store: Pick<LanguageStore, 'write' | 'readAt'>
  ranges: Pick<LanguageRanges, 'next' | 'advance'>
  now: () => number
}

/** Reads main languages (operation 11) in the background: first what somebody asked for, then whatever is due. */
export function createLanguageReader({ upstream, inventory, store, ranges, now }: ReaderDeps) {
  const languages = cached((input, options) => upstream.getLanguages(input, options), toLanguage, now)
  /** Where the sweep goes on; after the last number it begins anew. */
  let place: string | null = null
  /** Nothing is due before this time, unless more numbers are known by then. */
  let rest = { until: 0, known: 0 }
  /** When numbers that failed may be asked about again. */
  const failedUntil = new Map<string, number>()
  /** How often nothing came of a number. */
  const tries = new Map<string, number>()

  /** True when nothing has come of it too often for the service to be the cause. */
  function isHopeless(ext: string, error: UpstreamError): boolean {
    if (!isUnanswered(error)) return false
    const tried = (tries.get(ext) ?? 0) + 1
    if (tries.size >= mostFailed) tries.clear()
    tries.set(ext, tried)
    return tried >= mostTries
  }

  async function readOne({ ext, record }: Due, list: LanguageList, { read, signal }: Turn): Promise<Read> {
    try {
      const { data } = await read(() => upstream.getExtensionLanguage({ ext }, { signal, bulk: true }))
      tries.delete(ext)
      const { langCode, langCodeTxt } = data
      return {
        ext,
        langCode,
        langCodeTxt,
        language: (langCodeTxt ?? langCode ?? '').trim().slice(0, longestLanguage),
        recordLangCode: record?.langCode ?? null,
        recordLangCodeTxt: record?.langCodeTxt ?? null,
        standing: standingOf(data, record, list),
        readAt: now(),
      }
    } catch (error) {
      if (!(error instanceof UpstreamError) || (isAway(error) && !isHopeless(ext, error))) throw error
      tries.delete(ext)
      return isNotFound(error) ? 'missing' : 'failed'
    }
  }

  /** Reads what is due and keeps what it got, whatever ends it. */
  async function readAll(
    due: readonly Due[],
    list: LanguageList,
    turn: Turn,
    told: (done: { read: number; missing: number; failed: number }) => Promise<void>,
  ): Promise<void> {
    const rows: ExtensionLanguageRow[] = []
    const gone: string[] = []
    let failed = 0
    try {
      for (const each of due) {
        const read = await readOne(each, list, turn)
        if (read === 'missing') gone.push(each.ext)
        else if (read === 'failed') {
          failed++
          if (failedUntil.size >= mostFailed) failedUntil.clear()
          failedUntil.set(each.ext, now() + failedMs)
        } else rows.push(read)
      }
    } finally {
      await store.write(rows, gone)
      await told({ read: rows.length, missing: gone.length, failed })
    }
  }

  async function readRange(range: LanguageRange, list: LanguageList, turn: Turn): Promise<void> {
    const done = range.read + range.missing + range.failed
    const numbers = Array.from({ length: Math.min(atOnce, range.total - done) }, (_, n) =>
      String(Number(range.from) + done + n).padStart(range.from.length, '0'),
    )
    const due = await Promise.all(
      numbers.map(async (ext): Promise<Due> => {
        const row = await inventory.byNumber(ext)
        return {
          ext,
          record: row === null ? null : { langCode: row.lang_code, langCodeTxt: row.lang_code_txt },
        }
      }),
    )
    await readAll(due, list, turn, (counts) => ranges.advance(range, counts, now()))
  }

  /** The next numbers that were never read or not for long, or not since they are gone; none once a pass has found none. */
  async function nextDue(): Promise<Due[]> {
    const known = (await inventory.count({})).count
    if (now() < rest.until && known === rest.known) return []
    for (let look = 0; look < looks; look++) {
      const begun = place
      const rows = await inventory.after({}, place, lookedThrough)
      const readAt = await store.readAt(rows.map(({ ext }) => ext))
      const due = rows
        .filter(({ ext, state, state_since }) => {
          if ((failedUntil.get(ext) ?? 0) > now()) return false
          const at = readAt.get(ext)
          if (at === undefined) return state !== 'gone'
          return at < Math.max(now() - freshMs, state === 'gone' ? state_since : 0)
        })
        .slice(0, atOnce)
      const last = due.at(-1)
      if (last !== undefined) {
        place = last.ext
        return due.map(({ ext, lang_code, lang_code_txt }) => ({
          ext,
          record: { langCode: lang_code, langCodeTxt: lang_code_txt },
        }))
      }
      place = rows.length < lookedThrough ? null : (rows.at(-1)?.ext ?? null)
      if (place === null) {
        // From the first number on there was nothing: the pass is over.
        if (begun === null || look > 0) rest = { until: now() + restMs, known }
        return []
      }
    }
    return []
  }

  /** One turn in the background. What keeps the service away ends it; the next one goes on. */
  async function takeTurn(turn: Turn): Promise<void> {
    try {
      const [zh, en] = [await languages('zh'), await languages('en')]
      const list = languageList([...zh.items, ...en.items])
      for (let swept = 0; swept < mostPerTurn && !turn.signal.aborted;) {
        const range = await ranges.next()
        if (range !== null) {
          await readRange(range, list, turn)
          continue
        }
        const due = await nextDue()
        if (due.length === 0) return
        await readAll(due, list, turn, () => Promise.resolve())
        swept += due.length
      }
    } catch (error) {
      if (!isAway(error)) throw error
    }
  }
  return { takeTurn }
}
