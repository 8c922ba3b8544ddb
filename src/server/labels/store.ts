import { sql, type RawBuilder, type Selectable } from 'kysely'
import { maxLabels, type Labels, type Subject, type SubjectKind } from '#contract/labels.ts'
import { nameKey } from '#contract/text.ts'
import { chunks, type Database, type StoreTransaction } from '../platform/database/database.ts'
import { Resource } from '../platform/database/resource.ts'
import type { Tables } from '../platform/database/schema.ts'

/** Upper limit of labels to suggest while a user types. */
const maxKnown = 200

const notes = new Resource<Selectable<Tables['note']>>('note')

export interface LabelChange {
  add: readonly string[]
  remove: readonly string[]
}
export interface ChangedLabels {
  before: readonly string[]
  after: readonly string[]
}

/** The labels after a change. An existing label keeps its spelling. */
function labelsAfter(before: readonly string[], { add, remove }: LabelChange): string[] {
  const removed = new Set(remove.map(nameKey))
  const after = new Map(before.map((name) => [nameKey(name), name]))
  for (const key of removed) after.delete(key)
  for (const name of add)
    if (!removed.has(nameKey(name)) && !after.has(nameKey(name))) after.set(nameKey(name), name)
  return [...after].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, name]) => name)
}

/** The label queries for lists of numbers, or of agents. */
export type SubjectLabels = ReturnType<LabelStore['of']>

/** Labels and notes of one service's numbers and agents. */
export class LabelStore {
  readonly #db: Database['db']
  readonly #account: string

  constructor({ db }: Pick<Database, 'db'>, account: string) {
    this.#db = db
    this.#account = account
  }

  async read(subject: Subject): Promise<Labels> {
    const labels = await this.#labelsOf(subject.kind, [subject.id])
    const note = await notes.find(this.#db, this.#key(subject))
    return {
      labels: labels.get(subject.id) ?? [],
      note:
        note === undefined
          ? null
          : {
              text: note.text,
              version: note.version,
              changedBy: note.changed_by,
              changedAt: note.changed_at,
            },
    }
  }

  /** The label queries for lists of subjects of one kind. */
  of(kind: SubjectKind) {
    return {
      /** SQL for the subjects with this label. */
      labeled: (label: string): RawBuilder<string> =>
        sql<string>`SELECT subject FROM label WHERE account = ${this.#account} AND kind = ${kind} AND name_key = ${nameKey(label)}`,
      labelsOf: (ids: readonly string[]) => this.#labelsOf(kind, ids),
      notesOf: (ids: readonly string[]) => this.#notesOf(kind, ids),
    }
  }

  /** Labels in use, most frequent first. */
  known(kind: SubjectKind): Promise<{ label: string; count: number }[]> {
    return this.#db
      .selectFrom('label')
      .where('account', '=', this.#account)
      .where('kind', '=', kind)
      .select((select) => [
        select.fn.min<string>('name').as('label'),
        select.fn.countAll<number>().as('count'),
      ])
      .groupBy('name_key')
      .orderBy('count', 'desc')
      .orderBy('name_key')
      .limit(maxKnown)
      .execute()
  }

  /** Changes the labels of subjects of one kind. Skips a subject that would exceed `maxLabels` and returns `null` for it. */
  async change(
    transaction: StoreTransaction,
    kind: SubjectKind,
    ids: readonly string[],
    change: LabelChange,
  ): Promise<Map<string, ChangedLabels | null>> {
    const current = await this.#labelsOf(kind, ids, transaction)
    const results = new Map(
      ids.map((id): [string, ChangedLabels | null] => {
        const before = current.get(id) ?? []
        const after = labelsAfter(before, change)
        return [id, after.length > maxLabels && after.length > before.length ? null : { before, after }]
      }),
    )
    const changed = [...results].flatMap(([subject, result]) =>
      result === null ? [] : [{ subject, ...result }],
    )
    const keys = change.remove.map(nameKey)
    for (const chunk of keys.length === 0 ? [] : chunks(changed.map(({ subject }) => subject)))
      await transaction
        .deleteFrom('label')
        .where(this.#isOf(kind, chunk))
        .where('name_key', 'in', keys)
        .execute()
    await this.#insert(
      transaction,
      kind,
      changed.flatMap(({ subject, before, after }) =>
        after.flatMap((name) => (before.includes(name) ? [] : [{ subject, name }])),
      ),
    )
    return results
  }

  /** Replaces the note, or removes it when the text is empty. Returns the previous text. Throws `edit-conflict`. */
  async changeNote(
    transaction: StoreTransaction,
    subject: Subject,
    { text, version, by, at }: { text: string; version: number; by: string; at: number },
  ): Promise<string> {
    const key = this.#key(subject)
    const before = await notes.find(transaction, key)
    if (text === '') await notes.remove(transaction, key, { version })
    else await notes.put(transaction, key, { text, changed_by: by, changed_at: at }, { version, at })
    return before?.text ?? ''
  }

  /** Moves labels and the note to another directory row of the same agent. Joins the notes when both rows have one. */
  async moveAgent(transaction: StoreTransaction, from: string, to: string): Promise<void> {
    const labels = (await this.#labelsOf('agent', [from], transaction)).get(from) ?? []
    await this.#insert(
      transaction,
      'agent',
      labels.map((name) => ({ subject: to, name })),
    )
    const note = await notes.find(transaction, this.#key({ kind: 'agent', id: from }))
    const existing = await notes.find(transaction, this.#key({ kind: 'agent', id: to }))
    for (const table of ['label', 'note'] as const)
      await transaction
        .deleteFrom(table)
        .where(this.#isOf('agent', [from]))
        .execute()
    if (note === undefined) return
    const text = existing === undefined ? note.text : `${existing.text}\n${note.text}`
    const { changed_by, changed_at, version } = note
    const values = { text, changed_by, changed_at }
    await notes.put(transaction, this.#key({ kind: 'agent', id: to }), values, { at: version })
  }

  #key({ kind, id }: Subject) {
    return { account: this.#account, kind, subject: id }
  }

  /** SQL: true for a row of `label` or `note` of one of these subjects. */
  #isOf(kind: SubjectKind, ids: readonly string[]): RawBuilder<boolean> {
    return sql`(account = ${this.#account} AND kind = ${kind} AND subject IN (${sql.join(ids)}))`
  }

  /** Labels by subject, sorted by name. Subjects without labels are left out. */
  async #labelsOf(
    kind: SubjectKind,
    ids: readonly string[],
    from: Database['db'] = this.#db,
  ): Promise<Map<string, string[]>> {
    const labels = new Map<string, string[]>()
    for (const chunk of chunks(ids)) {
      const rows = await from
        .selectFrom('label')
        .select(['subject', 'name'])
        .where(this.#isOf(kind, chunk))
        .orderBy('subject')
        .orderBy('name_key')
        .execute()
      for (const { subject, name } of rows) labels.set(subject, [...(labels.get(subject) ?? []), name])
    }
    return labels
  }

  /** Notes by subject. Subjects without a note are left out. */
  async #notesOf(kind: SubjectKind, ids: readonly string[]): Promise<Map<string, string>> {
    const texts = new Map<string, string>()
    for (const chunk of chunks(ids)) {
      const rows = await this.#db
        .selectFrom('note')
        .select(['subject', 'text'])
        .where(this.#isOf(kind, chunk))
        .execute()
      for (const { subject, text } of rows) texts.set(subject, text)
    }
    return texts
  }

  async #insert(
    transaction: StoreTransaction,
    kind: SubjectKind,
    rows: readonly { subject: string; name: string }[],
  ): Promise<void> {
    for (const chunk of chunks(rows))
      await transaction
        .insertInto('label')
        .values(
          chunk.map(({ subject, name }) => ({
            account: this.#account,
            kind,
            subject,
            name,
            name_key: nameKey(name),
          })),
        )
        .onConflict((conflict) => conflict.doNothing())
        .execute()
  }
}
