import {
  cancelLanguages,
  exportLanguages,
  languageSummary,
  listExtensionLanguages,
  mostExportedLanguages,
  readLanguages,
  type ExtensionLanguageRow,
} from '#contract/extension-languages.ts'
import type { AppDeps } from '../app.ts'
import { audited, auditedFile } from '../audit/audited.ts'
import { csvPieces, csvType } from '../http/csv.ts'
import { freshMs } from './language-reader.ts'
import { actorOf, type Mount } from '../http/mount.ts'
import { ProblemError } from '../http/problems.ts'
import type { InventoryStore } from '../store/inventory-store.ts'
import type { LanguageRanges } from '../store/language-ranges.ts'
import type { LanguageFilter, LanguageStore } from '../store/language-store.ts'

export interface LanguageDeps {
  store: LanguageStore
  ranges: LanguageRanges
  inventory: Pick<InventoryStore, 'count'>
}

/** Rows of one read for an export. */
const rowsAtOnce = 1_000
const busySeconds = 60

const columns = [
  'ext',
  'language',
  'standing',
  'langCode',
  'langCodeTxt',
  'recordLangCode',
  'recordLangCodeTxt',
  'readAt',
] as const

function cellsOf(row: ExtensionLanguageRow): string[] {
  const cells = { ...row, readAt: new Date(row.readAt).toISOString() }
  return columns.map((column) => cells[column] ?? '')
}

async function allRows(store: LanguageStore, filter: LanguageFilter): Promise<ExtensionLanguageRow[]> {
  const rows: ExtensionLanguageRow[] = []
  for (;;) {
    const page = await store.list(filter, { after: rows.at(-1)?.ext }, rowsAtOnce)
    rows.push(...page)
    if (rows.length > mostExportedLanguages)
      throw new ProblemError('bad-request', {
        errors: [
          {
            path: 'ext',
            message: `more than ${mostExportedLanguages} rows; choose a beginning of the number`,
          },
        ],
      })
    if (page.length < rowsAtOnce) return rows
  }
}

/** Language coverage: what operation 11 said of each extension, and reading it on demand. */
export function mountExtensionLanguages(
  { mount, mountFile }: Mount,
  { languages, audit, now }: AppDeps,
): void {
  const { store, ranges, inventory } = languages

  mount(listExtensionLanguages, async ({ query: { after, before, pageSize, ...filter } }) => {
    // One more than the page tells whether there is more.
    const rows = await store.list(filter, { after, before }, pageSize + 1)
    const more = rows.length > pageSize
    const backwards = before !== undefined
    const items = more ? (backwards ? rows.slice(1) : rows.slice(0, pageSize)) : rows
    const [first, last] = [items[0]?.ext, items.at(-1)?.ext]
    return {
      items,
      previous: first !== undefined && (backwards ? more : after !== undefined) ? first : null,
      next: last !== undefined && (backwards || more) ? last : null,
    }
  })

  mount(languageSummary, async () => {
    const [summary, known, gone, recent] = await Promise.all([
      store.summary(),
      inventory.count({}),
      inventory.count({ state: 'gone' }),
      ranges.recent(),
    ])
    return { ...summary, known: known.count - gone.count, freshMs, ranges: recent }
  })

  mount(readLanguages, (call) =>
    audited(
      audit,
      { actor: actorOf(call), action: 'language.read', object: `${call.body.from}-${call.body.to}` },
      async () => {
        const range = await ranges.add(call.body, call.caller.user.email, now())
        if (range === null) throw new ProblemError('too-many-requests', { retryAfter: busySeconds })
        return range
      },
    ),
  )

  mount(cancelLanguages, (call) =>
    audited(audit, { actor: actorOf(call), action: 'language.cancel', object: call.params.id }, async () => {
      const range = await ranges.cancel(call.params.id, now())
      if (range === null) throw new ProblemError('not-found')
      return range
    }),
  )

  mountFile(exportLanguages, async (call) => ({
    name: 'extension-languages.csv',
    type: csvType,
    content: await auditedFile(
      audit,
      { actor: actorOf(call), action: 'language.export', object: JSON.stringify(call.query) },
      async () => {
        const rows = await allRows(store, call.query)
        return { pieces: csvPieces(columns, rows, cellsOf), summary: () => `${rows.length} rows` }
      },
    ),
  }))
}
