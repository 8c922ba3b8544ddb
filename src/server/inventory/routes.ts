import * as z from 'zod/mini'
import {
  exportChosen,
  exportInventory,
  inventoryFilter,
  type InventoryItem,
  inventoryNumbers,
  inventoryStatus,
  listInventory,
  listRuns,
  maxNumbers,
  noLanguage,
  readFresh,
} from '#contract/inventory.ts'
import { parseNumberSearch } from '#contract/number-search.ts'
import { numberStates } from '#contract/number-states.ts'
import { UpstreamError } from '#upstream/errors.ts'
import { auditedCsv } from '../audit/audited-csv.ts'
import type { NumberSelection } from '../numbers/number-set.ts'
import { readFirstScan } from '../numbers/scan.ts'
import type { Mount } from '../platform/http/mount.ts'
import { ProblemError, problemCodeOf } from '../platform/problems.ts'
import { crawlKinds, toCrawl, toItem, withPeople } from './answers.ts'
import { crawlEveryMs, detailAfterMs } from './crawler.ts'
import { columns, filteredRows } from './export.ts'
import type { InventoryParts } from './open.ts'
import type { ShownRow } from './schema.ts'
import type { InventoryFilter } from './store-reads.ts'

const filterQuery = z.object(inventoryFilter)

export function mountInventory({ mount, mountFile }: Mount, inventory: InventoryParts): void {
  const { reads, searches, labels, peopleOf, crawls, upstream, settings, flush, now } = inventory
  const { database, account } = inventory

  /** A pool's numbers; undefined without one. Throws `not-found` for a missing pool. */
  async function numbersOf(pool: string | undefined): Promise<NumberSelection | undefined> {
    const numbers = pool === undefined ? undefined : await inventory.numbersOfPool(pool)
    if (numbers === null) throw new ProblemError('not-found')
    return numbers
  }
  /** Converts the query to a store filter. Throws like `numbersOf`, and `search-too-wide`. */
  async function filterOf({
    search,
    language,
    pool,
    ...filter
  }: z.output<typeof filterQuery>): Promise<InventoryFilter> {
    const resolved = {
      ...filter,
      numbers: await numbersOf(pool),
      language: language === noLanguage ? '' : language,
      isPresent: filter.state === undefined,
    }
    return search === undefined ? resolved : searches.find(parseNumberSearch(search), resolved)
  }

  /** The rows' items, with names. */
  async function itemsOf(rows: readonly ShownRow[]): Promise<InventoryItem[]> {
    const labelsByNumber = await labels.labelsOf(rows.map(({ ext }) => ext))
    return withPeople(
      rows.map((row) => toItem(row, labelsByNumber.get(row.ext))),
      peopleOf,
    )
  }

  mount(listInventory, async ({ query }) => {
    const { after, before, last, order, pageSize, ...conditions } = query
    const filter = await filterOf(conditions)
    const backwards = before !== undefined || last !== undefined
    const place = (backwards ? before : after) ?? null
    const [rows, total] = await Promise.all([
      backwards !== (order === 'desc')
        ? reads.before(filter, place, pageSize + 1)
        : reads.after(filter, place, pageSize + 1),
      reads.count(filter),
    ])
    const more = rows.length > pageSize
    const onPage = rows.slice(0, pageSize)
    const items = await itemsOf(backwards ? onPage.toReversed() : onPage)
    const [first, end] = [items[0]?.ext ?? null, items.at(-1)?.ext ?? null]
    return {
      items,
      total,
      next: (backwards ? before !== undefined : more) ? end : null,
      previous: (backwards ? more : after !== undefined) ? first : null,
    }
  })

  mount(listRuns, async ({ query: { search, pool, limit } }) => {
    const run = parseNumberSearch(search)
    if (run.kind !== 'run') throw new ProblemError('bad-request')
    return searches.runs(run, await numbersOf(pool), limit)
  })

  mount(inventoryNumbers, async ({ query }) => {
    const numbers = await reads.numbers(await filterOf(query), maxNumbers + 1)
    return { numbers: numbers.slice(0, maxNumbers), more: numbers.length > maxNumbers }
  })

  mount(inventoryStatus, async () => {
    const [counts, languages, rows, firstScan, boundScan, { backgroundRate }] = await Promise.all([
      reads.counts(),
      reads.languages(),
      crawls.all(),
      readFirstScan(database.db, account, 'idle'),
      readFirstScan(database.db, account, 'gaps'),
      settings.read(),
    ])
    const states = await Promise.all(
      numberStates.map(async (state) => ({
        state,
        count: counts.find((each) => each.state === state)?.count ?? 0,
        oldestSeenAt: await reads.oldestSeenAt(state),
      })),
    )
    return {
      states,
      languages,
      crawls: crawlKinds.map((kind) =>
        toCrawl(
          kind,
          rows.find((row) => row.kind === kind),
        ),
      ),
      firstScan,
      boundScan,
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
    await flush()
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
  const file = { name: 'inventory.csv', action: 'inventory.export', columns }

  mountFile(exportInventory, async (call) => {
    const { bom, ...query } = call.query
    const filter = await filterOf(query)
    const what = { ...file, object: JSON.stringify(query), bom: bom === '1' }
    return auditedCsv(inventory, call, what, async () => withNotes(filteredRows(reads, filter)))
  })
  mountFile(exportChosen, async (call) => {
    const { numbers, bom } = call.body
    const what = { ...file, object: `${numbers.length} chosen`, bom: bom === '1' }
    return auditedCsv(inventory, call, what, async () =>
      withNotes(filteredRows(reads, { among: [...new Set(numbers)].toSorted() })),
    )
  })
}
