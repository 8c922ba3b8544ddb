import { sql, type RawBuilder, type Selectable } from 'kysely'
import * as z from 'zod/mini'
import { personStates, noDepartment, type PersonSort, type PersonState } from '#contract/people.ts'
import { isPatternOrRun, parseNumberSearch } from '#contract/number-search.ts'
import type { PersonKind } from '#contract/reservations.ts'
import { agentUuid } from '#contract/text.ts'
import { chunks, type Database } from '../platform/database/database.ts'
import type { Tables } from '../platform/database/schema.ts'
import type { SubjectLabels } from '../labels/store.ts'
import { boundColleagues, holdersOf, reservedBy, reservedPeople } from '../reservations/of-people.ts'
import { distance, keyOf, piecesOf, plain, soundOf, typedWords } from '../platform/database/names.ts'

export type PersonRow = Selectable<Tables['person']>
/** A person with the position of their state in `personStates`. */
export type FoundPerson = PersonRow & { state: number }

export interface PersonFilter {
  q?: string | undefined
  /** A department in any spelling, or `noDepartment`. */
  department?: string | undefined
  state?: PersonState | undefined
  kind?: PersonKind | undefined
  label?: string | undefined
  /** SQL: those within the caller's limit (limits.ts). */
  own?: RawBuilder<boolean> | undefined
}

interface Order {
  sort: PersonSort
  order: 'asc' | 'desc'
}
interface Part {
  offset: number
  limit: number
}

/** Most UUIDs and numbers in one condition of a search that another list is filtered by. */
const maxIds = 1_000

/** A longer text of a UUID's characters is not a work number. */
const shortestUuid = 20

const contains = (text: string, column: 'search' | 'name' = 'search') =>
  // `%` and `_` are plain characters.
  sql<boolean>`${sql.ref(column)} LIKE ${`%${text.replace(/[\\%_]/g, '\\$&')}%`} ESCAPE '\\'`
const every = (conditions: readonly RawBuilder<boolean>[]) =>
  sql<boolean>`(${sql.join(conditions, sql` AND `)})`
const any = (conditions: readonly RawBuilder<boolean>[]) => sql<boolean>`(${sql.join(conditions, sql` OR `)})`

/** The LIKE pattern of a typed ending (`*88`) or pattern (`20??`) of numbers; null for any other text. */
function patternOf(q: string): string | null {
  const search = parseNumberSearch(q)
  if (search.kind !== 'numbers' || !isPatternOrRun(q)) return null
  return search.pattern.replaceAll('*', '%').replaceAll('?', '_')
}

/** The condition that a typed text sets; null without text. `isRoomAt`: true for a line or room whose number a LIKE pattern matches. */
function meaningOf(
  typed: string,
  isRoomAt: (pattern: string) => RawBuilder<boolean>,
): RawBuilder<boolean> | null {
  const q = typed.trim()
  if (q === '') return null
  const pattern = patternOf(q)
  if (pattern !== null)
    return sql<boolean>`(ext LIKE ${pattern} OR work_number LIKE ${pattern} OR ${isRoomAt(pattern)})`
  if (/\S@\S/.test(q)) return sql<boolean>`email_key = ${q.toLowerCase()}`
  const isWhole = sql<boolean>`(agent_uuid = ${q} OR id = ${q})`
  const isId = /\d/.test(q) && z.safeParse(agentUuid, q).success
  if (isId && q.length >= shortestUuid) return isWhole
  const words = typedWords(q).toSorted((a, b) => b.length - a.length)
  const isIn = (word: string) =>
    /^\d+$/.test(word) ? any([contains(word), isRoomAt(`%${word}%`)]) : contains(word)
  // A sign alone is searched in the name.
  const areIn = words.length === 0 ? contains(q, 'name') : every(words.map(isIn))
  return isId ? any([areIn, isWhole]) : areIn
}

/** Exact work number or extension first, then a whole word or name, then words that begin so, then the inside of words. `ext`: SQL. */
function rankOf(q: string, ext: RawBuilder<string | null>): RawBuilder<number> | null {
  const key = plain(q)
  if (key === '') return null
  const begins = every(typedWords(q).map((word) => contains(` ${word}`)))
  return sql`CASE WHEN work_key = ${key} OR exts LIKE ${`% ${key} %`} OR ${ext} = ${key} THEN 0 WHEN ${contains(` ${key} `)} THEN 1 WHEN ${begins} THEN 2 ELSE 3 END`
}

interface PeopleDeps {
  database: Pick<Database, 'db' | 'now'>
  account: string
  labels: Pick<SubjectLabels, 'labeled'>
}

/** All reads of people: one filter, one text to search, one definition of the state. */
export class People {
  readonly #deps: PeopleDeps

  constructor(deps: PeopleDeps) {
    this.#deps = deps
  }

  /** One page in any order, with the exact total. People without the sorted value come last, in descending order first. */
  async list(
    filter: PersonFilter,
    { sort, order }: Order,
    { offset, limit }: Part,
  ): Promise<{ rows: FoundPerson[]; total: number }> {
    let query = this.#matching(filter).select('id')
    for (const value of this.#sorted(sort, filter.q)) query = query.orderBy(value, order)
    const part = query.orderBy('sort_key', order).orderBy('id', order).offset(offset).limit(limit)
    const count = this.#matching(filter).select((select) => select.fn.countAll<number>().as('total'))
    const [ids, { total }] = await Promise.all([part.execute(), count.executeTakeFirstOrThrow()])
    return { rows: await this.#inOrder(ids.map(({ id }) => id)), total }
  }

  /** What an order compares before the name. People without the value come last. */
  #sorted(sort: PersonSort, q = ''): readonly RawBuilder<unknown>[] {
    switch (sort) {
      case 'name':
        return []
      case 'best': {
        const rank = rankOf(q, this.#ext())
        return rank === null ? [] : [rank]
      }
      case 'state':
        return [this.#state()]
      case 'department':
        return [sql`department_key IS NULL`, sql`department_key`]
      case 'workNumber':
      case 'ext': {
        const value = sort === 'ext' ? this.#ext() : sql`work_key`
        // W-9 before W-10, 999 before 1000.
        return [sql`${value} IS NULL`, sql`length(${value})`, value]
      }
    }
  }

  /** Everyone whom the filter shows, sorted by name, for an export. A person renamed during the export is there once. */
  async *all(filter: PersonFilter): AsyncGenerator<FoundPerson[]> {
    const ids = await this.#matching(filter).select('id').orderBy('sort_key').orderBy('id').execute()
    for (const part of chunks(ids.map(({ id }) => id))) yield await this.#inOrder(part)
  }

  async hasAny(): Promise<boolean> {
    return (await this.#people().select('id').limit(1).executeTakeFirst()) !== undefined
  }

  /** UUIDs of people and IDs of new colleagues whom a text means, for lists that are filtered by a person. */
  async idsFor(q: string): Promise<string[]> {
    if (q.trim() === '') return []
    const rank = rankOf(q, this.#ext())
    const rows = await this.#matching({ q })
      .select(['id', 'agent_uuid'])
      .$if(rank !== null, (query) => query.orderBy(rank ?? sql`1`))
      .limit(maxIds)
      .execute()
    return rows.map(({ id, agent_uuid }) => agent_uuid ?? id)
  }

  /** People with the names nearest to a misspelled one; without any, those with one of its longer words, the last name first. */
  async nearest(name: string, limit: number): Promise<FoundPerson[]> {
    const people = await this.#misspelled(name, limit)
    const words = typedWords(name)
    const parts = people.length > 0 || words.length < 2 ? [] : words.filter((word) => word.length > 3)
    for (const part of parts.toReversed())
      people.push(
        ...(await this.#shown()
          .where(contains(` ${part} `))
          .orderBy('sort_key')
          .limit(limit)
          .execute()),
      )
    return people.slice(0, limit)
  }

  async #misspelled(name: string, limit: number): Promise<FoundPerson[]> {
    const typed = soundOf(name)
    if (typed.join('').length < 2) return []
    const near = piecesOf(name).map((pieces) => any(pieces.map((piece) => contains(piece))))
    // Of three or more words, one can be missing.
    const isNear =
      near.length < 3
        ? every(near)
        : any(near.map((_, left) => every(near.filter((__, index) => index !== left))))
    const candidates = await this.#people()
      .where(isNear)
      .where('name', 'is not', null)
      .select(['id', 'name', 'sort_key'])
      .execute()
    // By name and not by sound: 张伟 and 章薇 are two names.
    const nearest = [...Map.groupBy(candidates, (candidate) => candidate.name).values()]
      .flatMap((people) => {
        const key = people[0]?.sort_key.split('  ')[0] ?? ''
        const edits = distance(typed, key.split(' '))
        return edits === null ? [] : [{ key, edits, people: people.toSorted(bySortKey) }]
      })
      .toSorted((a, b) => a.edits - b.edits || (a.key < b.key ? -1 : 1))
    return this.#inOrder(
      nearest
        .flatMap(({ people }) => people)
        .slice(0, limit)
        .map(({ id }) => id),
    )
  }

  /** Everyone with exactly one of these names, or work numbers or extensions, or IDs, sorted by name. */
  async exactly(
    names: readonly string[],
    codes: readonly string[],
    ids: readonly string[],
  ): Promise<FoundPerson[]> {
    const byId = new Map<string, { id: string; sort_key: string }>()
    const add = async (
      values: readonly string[],
      condition: (part: readonly string[]) => RawBuilder<boolean>,
    ) => {
      for (const part of chunks([...new Set(values)].filter((value) => value !== '')))
        for (const row of await this.#people().where(condition(part)).select(['id', 'sort_key']).execute())
          byId.set(row.id, row)
    }
    await add(names.map(keyOf), (part) => sql<boolean>`name_key IN (${sql.join(part)})`)
    await add(codes.map(plain), (part) => sql<boolean>`work_key IN (${sql.join(part)})`)
    await add(codes, (part) => this.#hasNumber(part))
    await add(ids, (part) => sql<boolean>`agent_uuid IN (${sql.join(part)})`)
    await add(ids, (part) => sql<boolean>`id IN (${sql.join(part)})`)
    return this.#inOrder([...byId.values()].toSorted(bySortKey).map(({ id }) => id))
  }

  /** The departments with the count of their people, in the most frequent spelling, sorted; the people without one last, as null. */
  async departments(): Promise<{ department: string | null; count: number }[]> {
    const rows = await this.#people()
      .select(['department_key', 'department', sql<number>`count(*)`.as('count')])
      .groupBy(['department_key', 'department'])
      .orderBy(sql`department_key IS NULL`)
      .orderBy('department_key')
      .orderBy('count', 'desc')
      .orderBy('department')
      .execute()
    return [...Map.groupBy(rows, (row) => row.department_key).values()].map((spellings) => ({
      department: spellings[0]?.department_key == null ? null : spellings[0].department,
      count: spellings.reduce((sum, { count }) => sum + count, 0),
    }))
  }

  /** Those of the departments in which no one is. */
  async emptyDepartments(departments: readonly string[]): Promise<string[]> {
    const rows = await this.#people()
      // PostgreSQL knows no empty list.
      .where('department_key', 'in', [...departments.map(keyOf), ''])
      .select('department_key')
      .distinct()
      .execute()
    const present = new Set(rows.map((row) => row.department_key))
    return departments.filter((department) => !present.has(keyOf(department)))
  }

  /** The numbers that were reserved for these resources and are bound since, by the resource's ID. */
  async numbersOf(resources: readonly string[]): Promise<Map<string, string[]>> {
    if (resources.length === 0) return new Map()
    const rows = await boundColleagues(this.#deps)
      .where('joiner_id', 'in', resources)
      .orderBy('reservation.ext')
      .execute()
    return new Map(
      [...Map.groupBy(rows, (row) => row.joiner_id ?? '')].map(([id, of]) => [id, of.map(({ ext }) => ext)]),
    )
  }

  /** UUIDs of people whose record was last read before `before`, and last tried without a response before `triedBefore`; oldest first. */
  async recordsDue(before: number, triedBefore: number, limit: number): Promise<string[]> {
    const rows = await this.#people()
      .where('agent_uuid', 'is not', null)
      .where('record_at', '<', before)
      .where((where) => where.or([where('tried_at', 'is', null), where('tried_at', '<', triedBefore)]))
      .select('agent_uuid')
      .orderBy('record_at')
      .limit(limit)
      .execute()
    return rows.flatMap(({ agent_uuid }) => agent_uuid ?? [])
  }

  /** UUIDs of the existing people among these IDs, by ID; `null` for a new colleague. */
  async uuidsById(ids: readonly string[]): Promise<Map<string, string | null>> {
    return new Map((await this.#byIds(ids)).map(({ id, agent_uuid }) => [id, agent_uuid]))
  }

  /** The IDs of those of a user's team whom a text finds. */
  async foundInTeam(
    userId: string,
    chosen: { departments: readonly string[]; people: readonly string[] },
    q: string,
    limit: number,
  ): Promise<string[]> {
    const ids = (await this.ofTeam(userId, chosen, limit)).map(({ id }) => id)
    const rows = await this.#matching({ q })
      .where('id', 'in', [...ids, ''])
      .select('id')
      .execute()
    return rows.map(({ id }) => id)
  }

  /** The people of a user's team, sorted by name: of the departments, with these IDs, and with a reservation by the user. */
  async ofTeam(
    userId: string,
    { departments, people }: { departments: readonly string[]; people: readonly string[] },
    limit: number,
  ): Promise<FoundPerson[]> {
    const reserved = reservedBy(this.#deps, userId)
    // PostgreSQL knows no empty list.
    return this.#shown()
      .where((where) =>
        where.or([
          where('department_key', 'in', [...departments.map(keyOf), '']),
          where('id', 'in', [...people, '']),
          sql<boolean>`agent_uuid IN (${reserved})`,
          sql<boolean>`id IN (${reserved})`,
        ]),
      )
      .orderBy('sort_key')
      .orderBy('id')
      .limit(limit)
      .execute()
  }

  /** People who may be one of these new colleagues, by the colleague's ID: same name, or same work number. A resource is no person. */
  async namesakesOf(newColleagues: readonly PersonRow[]): Promise<Map<string, FoundPerson[]>> {
    const colleagues = newColleagues.filter(({ kind }) => kind === 'person')
    if (colleagues.length === 0) return new Map()
    const [names, workNumbers] = [
      colleagues.map(({ name_key }) => name_key).filter((key) => key !== ''),
      colleagues.flatMap(({ work_key }) => work_key ?? []),
    ]
    const holders = await holdersOf(
      this.#deps,
      colleagues.map(({ id }) => id),
    )
    const people = await this.#shown()
      .where('agent_uuid', 'is not', null)
      .where((where) =>
        where.or([
          where('name_key', 'in', [...names, '-']),
          where('work_key', 'in', [...workNumbers, '-']),
          where('agent_uuid', 'in', [...[...holders.values()].flat(), '-']),
        ]),
      )
      .orderBy('sort_key')
      .limit(maxIds)
      .execute()
    const apart = await this.#deps.database.db
      .selectFrom('same_person')
      .where('account', '=', this.#deps.account)
      .where('is_same', '=', 0)
      .where(
        'colleague_id',
        'in',
        colleagues.map(({ id }) => id),
      )
      .select(['colleague_id', 'person_id'])
      .execute()
    const isApart = (colleague: PersonRow, person: PersonRow) =>
      apart.some((pair) => pair.colleague_id === colleague.id && pair.person_id === person.id)
    const isMeant = (colleague: PersonRow, person: PersonRow) =>
      (colleague.work_key !== null && colleague.work_key === person.work_key) ||
      (colleague.name_key !== '' && colleague.name_key === person.name_key) ||
      holders.get(colleague.id)?.includes(person.agent_uuid ?? '') === true
    return new Map(
      colleagues.map((colleague) => [
        colleague.id,
        people.filter((person) => isMeant(colleague, person) && !isApart(colleague, person)),
      ]),
    )
  }

  /**
   * The existing people among these UUIDs and IDs of new colleagues, also of those who turned out to be a person. `removed`: also removed
   * new colleagues, whose names past entries keep.
   */
  async known(ids: readonly string[], { removed = false } = {}): Promise<FoundPerson[]> {
    if (ids.length === 0) return []
    const moved = this.#deps.database.db
      .selectFrom('same_person')
      .where('account', '=', this.#deps.account)
      .where('is_same', '=', 1)
      .where('colleague_id', 'in', ids)
      .select('person_id')
    return this.#shown(removed ? this.#everyone() : this.#people())
      .where((where) =>
        where.or([
          where('agent_uuid', 'in', ids),
          where('id', 'in', moved),
          where.and([where('id', 'in', ids), where('agent_uuid', 'is', null)]),
        ]),
      )
      .execute()
  }

  /** Finds a person by the service's UUID, or a new colleague by the console's ID. `null` when neither exists. */
  async byId(id: string): Promise<FoundPerson | null> {
    return (await this.known([id]))[0] ?? null
  }

  #everyone() {
    return this.#deps.database.db.selectFrom('person').where('account', '=', this.#deps.account)
  }

  #people() {
    return this.#everyone().where('removed_at', 'is', null)
  }

  /** The one definition of a person's state: its position in `personStates`. */
  #state(): RawBuilder<number> {
    const reserved = reservedPeople(this.#deps)
    return sql`CASE WHEN ${this.#ext()} IS NOT NULL THEN 0 WHEN coalesce(agent_uuid, id) IN (${reserved}) THEN 1 ELSE 2 END`
  }

  /** The one definition of a person's first number; of a line or room, the one that was reserved for it and is bound since. */
  #ext(): RawBuilder<string | null> {
    const ofRoom = boundColleagues(this.#deps)
      .clearSelect()
      .select(({ fn }) => fn.min('reservation.ext').as('ext'))
      .where('joiner_id', '=', sql.ref<string>('person.id'))
    return sql`CASE WHEN kind = 'resource' THEN (${ofRoom}) ELSE ext END`
  }

  /** True for a line or room with a number that the LIKE pattern matches. */
  #isRoomAt(pattern: string): RawBuilder<boolean> {
    const rooms = boundColleagues(this.#deps)
      .clearSelect()
      .select('joiner_id')
      .where('reservation.ext', 'like', pattern)
    return sql`(kind = 'resource' AND id IN (${rooms}))`
  }

  /** The one join with numbers: true for the holder of one of these numbers. */
  #hasNumber(exts: readonly string[]): RawBuilder<boolean> {
    return sql<boolean>`agent_uuid IN (SELECT agent_uuid FROM number
      WHERE account = ${this.#deps.account} AND ext IN (${sql.join(exts)}))`
  }

  #shown(people = this.#people()) {
    return people.selectAll().select(this.#state().as('state'))
  }

  #matching({ q = '', department, state, kind, label, own }: PersonFilter) {
    let query = this.#people()
    const meaning = meaningOf(q, (pattern) => this.#isRoomAt(pattern))
    if (meaning !== null) query = query.where(meaning)
    if (department !== undefined)
      query =
        department === noDepartment
          ? query.where('department_key', 'is', null)
          : query.where('department_key', '=', keyOf(department))
    if (label !== undefined) query = query.where(sql<boolean>`id IN (${this.#deps.labels.labeled(label)})`)
    if (state !== undefined) query = query.where(this.#state(), '=', personStates.indexOf(state))
    if (kind !== undefined) query = query.where('kind', '=', kind)
    if (own !== undefined) query = query.where(own)
    return query
  }

  async #byIds(ids: readonly string[]): Promise<FoundPerson[]> {
    return ids.length === 0
      ? []
      : this.#shown()
          .where('id', 'in', [...ids])
          .execute()
  }

  async #inOrder(ids: readonly string[]): Promise<FoundPerson[]> {
    const rows: FoundPerson[] = []
    for (const part of chunks(ids)) rows.push(...(await this.#byIds(part)))
    const byId = new Map(rows.map((row) => [row.id, row]))
    return ids.flatMap((id) => byId.get(id) ?? [])
  }
}

function bySortKey(a: { id: string; sort_key: string }, b: { id: string; sort_key: string }): number {
  if (a.sort_key !== b.sort_key) return a.sort_key < b.sort_key ? -1 : 1
  return a.id < b.id ? -1 : 1
}
