import * as z from 'zod/mini'
import {
  exportChosen,
  exportInventory,
  inventoryFilter,
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
import type { NumberSelection } from '../numbers/number-set.ts'
import { actorOf } from '../platform/http/caller.ts'
import type { Mount } from '../platform/http/mount.ts'
import { ProblemError, problemCodeOf } from '../platform/problems.ts'
import { crawlKinds, toCrawl, toItem, withPeople } from './answers.ts'
import { crawlEveryMs, detailAfterMs } from './crawler.ts'
import { chosenRows, exportFile, filteredRows } from './export.ts'
import type { InventoryParts } from './open.ts'
import type { InventoryFilter } from './store-reads.ts'

const filterQuery = z.object(inventoryFilter)

export function mountInventory({ mount, mountFile }: Mount, inventory: InventoryParts): void {
  const { reads, searches, labels, peopleOf, crawls, upstream, settings, flush, now, times, audit } =
    inventory

  /** A pool's numbers; undefined without a pool. Throws `not-found` for a missing pool. */
  async function numbersOf(pool: string | undefined): Promise<NumberSelection | undefined> {
    const numbers = pool === undefined ? undefined : await inventory.numbersOfPool(pool)
    if (numbers === null) throw new ProblemError('not-found')
    return numbers
  }
  /** Converts the query to a store filter. Throws `not-found` for a missing pool, and `search-too-wide`. */
  async function filterOf({
    search,
    language,
    pool,
    ...filter
  }: z.output<typeof filterQuery>): Promise<InventoryFilter> {
    const numbers = await numbersOf(pool)
    const resolved = {
      ...filter,
      numbers,
      language: language === noLanguage ? '' : language,
      isPresent: filter.state === undefined,
    }
    return search === undefined ? resolved : searches.find(parseNumberSearch(search), resolved)
  }

  mount(listInventory, async ({ query: { after, before, last, order, pageSize, ...conditions } }) => {
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
    const labelsByNumber = await labels.labelsOf(onPage.map(({ ext }) => ext))
    const items = (backwards ? onPage.toReversed() : onPage).map((row) =>
      toItem(row, labelsByNumber.get(row.ext)),
    )
    const [first, end] = [items[0]?.ext ?? null, items.at(-1)?.ext ?? null]
    return {
      items: await withPeople(items, peopleOf),
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
      reads.countsByPrefix(0),
      reads.languages(),
      crawls.all(),
      crawls.firstScan(),
      crawls.boundScan(),
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
    const labelsByNumber = await labels.labelsOf(numbers)
    const rows = new Map((await reads.byNumbers(numbers)).map((row) => [row.ext, row]))
    return {
      items: numbers.map((ext, index) => {
        const row = rows.get(ext)
        return {
          ext,
          item: row === undefined ? null : toItem(row, labelsByNumber.get(ext)),
          problem: problems[index] ?? null,
        }
      }),
    }
  })

  mountFile(exportInventory, async (call) => {
    const { bom, ...filter } = call.query
    const rows = filteredRows(reads, await filterOf(filter))
    const by = { actor: actorOf(call), object: JSON.stringify(filter) }
    return exportFile(audit, by, { bom, labels, peopleOf, times }, rows)
  })
  mountFile(exportChosen, (call) => {
    const { numbers, bom } = call.body
    const rows = chosenRows(reads, numbers)
    return exportFile(
      audit,
      { actor: actorOf(call), object: `${numbers.length} chosen` },
      { bom, labels, peopleOf, times },
      rows,
    )
  })
}
