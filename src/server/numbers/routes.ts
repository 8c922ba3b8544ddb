import * as z from 'zod/mini'
import {
  exportChosen,
  exportNumbers,
  numbersFilter,
  type NumberItem,
  findNumbers,
  numbersStatus,
  listNumbers,
  listRuns,
  maxNumbers,
  noLanguage,
  noPool,
  readFresh,
} from '#contract/numbers.ts'
import { parseNumberSearch } from '#contract/number-search.ts'
import { numberStates } from '#contract/number-states.ts'
import { UpstreamError } from '#upstream/errors.ts'
import { auditedCsv } from '../audit/audited-csv.ts'
import type { NumberFilter } from './numbers.ts'
import { firstScansIn, readScanWarnings, remarksOf } from './scan.ts'
import type { SignedIn } from '../platform/http/caller.ts'
import type { Mount } from '../platform/http/mount.ts'
import { ProblemError, problemCodeOf } from '../platform/problems.ts'
import { agentsIn, columns, crawlKinds, toCrawl, toItem } from './answers.ts'
import { crawlEveryMs } from './crawler.ts'
import { detailAfterMs } from './look-ups.ts'
import type { Console } from '../features.ts'
import { readPeople } from '../people/named.ts'
import type { ShownRow } from './schema.ts'

const filterQuery = z.object(numbersFilter)

export function mountNumbers({ mount, mountFile }: Mount, console: Console): void {
  const { limits, upstream, settings, now, database, account, people, pools } = console
  const { reads, crawls, recorder } = console.numbers
  const labels = console.labels.of('extension')

  /** Throws `not-found` for a missing pool. */
  async function poolOf(id: string | undefined): Promise<string | null | undefined> {
    if (id === undefined) return undefined
    if (id === noPool) return null
    if ((await pools.names()).has(id)) return id
    throw new ProblemError('not-found')
  }
  /** Converts the query to a store filter. Throws `not-found` for a missing pool. */
  async function filterOf(
    caller: SignedIn,
    { search, language, pool, own, ...filter }: z.output<typeof filterQuery>,
  ): Promise<NumberFilter> {
    const typed = search === undefined ? null : parseNumberSearch(search)
    return {
      ...filter,
      pool: await poolOf(pool),
      own: own && limits.ownNumbers(caller),
      language: language === noLanguage ? '' : language,
      ...(typed?.kind === 'numbers' ? { pattern: typed.pattern } : {}),
      ...(typed?.kind === 'run' ? { run: typed } : {}),
      ...(typed?.kind === 'text'
        ? { text: { label: typed.text, people: await people.reads.idsFor(typed.text) } }
        : {}),
    }
  }

  /** The rows' items, with names. */
  async function itemsOf(rows: readonly ShownRow[]): Promise<NumberItem[]> {
    const labelsByNumber = await labels.labelsOf(rows.map(({ ext }) => ext))
    const people = await readPeople(database.db, account, agentsIn(rows))
    return rows.map((row) => toItem(row, people, labelsByNumber.get(row.ext)))
  }

  mount(listNumbers, async ({ caller, query: { page, pageSize, sort, order, ...conditions } }) => {
    const warnings = await readScanWarnings(database.db, account, conditions.state)
    const { rows, total } = await reads.list(await filterOf(caller, conditions), {
      page,
      pageSize,
      sort,
      order,
    })
    return { items: await itemsOf(rows), page, pageSize, total, warnings }
  })

  mount(listRuns, async ({ caller, query: { limit, ...conditions } }) => {
    const filter = await filterOf(caller, conditions)
    if (filter.run === undefined) throw new ProblemError('bad-request')
    return reads.runs(filter.run, filter, limit)
  })

  mount(findNumbers, async ({ caller, query }) => {
    const numbers = await reads.numbers(await filterOf(caller, query), maxNumbers + 1)
    return { numbers: numbers.slice(0, maxNumbers), more: numbers.length > maxNumbers }
  })

  mount(numbersStatus, async () => {
    const rows = await crawls.all()
    const [counts, { backgroundRate }] = await Promise.all([reads.states(), settings.read()])
    const sum = (rows: typeof counts) => rows.reduce((total, { count }) => total + count, 0)
    const states = numberStates.map((state) => {
      const ofState = counts.filter((row) => row.state === state)
      const oldestSeenAt = ofState.length === 0 ? null : Math.min(...ofState.map(({ oldest }) => oldest))
      return { state, count: sum(ofState), oldestSeenAt }
    })
    const languages = [...Map.groupBy(counts, ({ language }) => language)].map(([language, ofLanguage]) => ({
      language,
      count: sum(ofLanguage),
    }))
    return {
      states,
      languages,
      crawls: crawlKinds.map((kind) =>
        toCrawl(
          kind,
          rows.find((row) => row.kind === kind),
        ),
      ),
      ...firstScansIn(rows),
      readsPerSecond: backgroundRate,
      crawlEveryMs,
      detailAfterMs,
      now: now(),
    }
  })

  mount(readFresh, async ({ query, signal }) => {
    const numbers = [...new Set(query.numbers.split(','))]
    const problems = await Promise.all(
      numbers.map(async (ext) => {
        try {
          await upstream.getExtension({ ext }, { signal })
          return null
        } catch (error) {
          if (!(error instanceof UpstreamError)) throw error
          return problemCodeOf(error)
        }
      }),
    )
    await recorder.flush()
    const items = new Map((await itemsOf(await reads.byNumbers(numbers))).map((item) => [item.ext, item]))
    return {
      items: numbers.map((ext, index) => ({
        ext,
        item: items.get(ext) ?? null,
        problem: problems[index] ?? null,
      })),
    }
  })

  /** The items of the rows, with their notes, page by page. */
  async function* withNotes(pages: AsyncIterable<ShownRow[]>) {
    for await (const rows of pages) {
      const [items, notes] = await Promise.all([itemsOf(rows), labels.notesOf(rows.map(({ ext }) => ext))])
      yield items.map((item) => ({ ...item, note: notes.get(item.ext) }))
    }
  }
  const file = { name: 'numbers.csv', action: 'inventory.export', columns }

  mountFile(exportNumbers, async (call) => {
    const { bom, ...query } = call.query
    const filter = await filterOf(call.caller, query)
    const missing = remarksOf(await readScanWarnings(database.db, account, query.state))
    const what = { ...file, values: query, bom: bom === '1', remarks: () => missing }
    return auditedCsv(console, call, what, async () => withNotes(reads.all(filter)))
  })
  mountFile(exportChosen, async (call) => {
    const { numbers, bom } = call.body
    const what = { ...file, values: { chosen: numbers.length }, bom: bom === '1' }
    return auditedCsv(console, call, what, async () =>
      withNotes(reads.all({ numbers: [...new Set(numbers)], withGone: true })),
    )
  })
}
