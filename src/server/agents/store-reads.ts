import { sql, type Expression } from 'kysely'
import { agentStates, type AgentSort, type AgentState } from '#contract/agents.ts'
import { isPatternOrRun, parseNumberSearch } from '#contract/number-search.ts'
import { nameKey } from '#contract/text.ts'
import { chunks, endOf, type Database } from '../platform/database/database.ts'
import type { SubjectLabels } from '../labels/store.ts'
import type { ReservationReads } from '../reservations/store-reads.ts'
import { factsFrom } from './facts.ts'
import { isLetter, termKinds, wordsOf } from './search-terms.ts'
import { nameDifference, searchesFor } from './similar-names.ts'
import type { AgentRow } from './store-writes.ts'

export interface AgentFilter {
  q?: string | undefined
  department?: string | undefined
  state?: AgentState | undefined
  label?: string | undefined
}

/** The LIKE pattern of a typed ending (`*88`) or pattern (`20??`) of numbers; null for any other text. */
function patternOf(q: string): string | null {
  const search = parseNumberSearch(q)
  if (search.kind !== 'numbers' || !isPatternOrRun(q)) return null
  return search.pattern.replaceAll('*', '%').replaceAll('?', '_')
}
const numeric = new Intl.Collator('en', { numeric: true })
/** Orders agents by name, and those of one name by work number. */
function byName(a: AgentRow, b: AgentRow): number {
  if (a.name_key !== b.name_key) return a.name_key < b.name_key ? -1 : 1
  return numeric.compare(a.work_number ?? '', b.work_number ?? '') || (a.id < b.id ? -1 : 1)
}

/** Upper limit of matching terms to rank, per kind of term. */
const maxRanked = 100
const maxDepartments = 500
const sortColumns = {
  name: 'name_key',
  workNumber: 'work_number',
  department: 'department',
  ext: 'ext',
} as const satisfies Record<Exclude<AgentSort, 'state'>, keyof AgentRow>

interface Order {
  sort: AgentSort
  order: 'asc' | 'desc'
}
interface Part {
  offset: number
  limit: number
}

interface ReadDeps {
  database: Pick<Database, 'db'>
  account: string
  /** Which agents have a reservation. */
  reservations: Pick<ReservationReads, 'reservedAgents' | 'reservedBy' | 'reservedFor'>
  labels: Pick<SubjectLabels, 'labeled'>
}

/** Reads of the directory of agents. */
export class AgentReads {
  readonly #deps: ReadDeps

  constructor(deps: ReadDeps) {
    this.#deps = deps
  }

  async list(
    filter: AgentFilter,
    { sort, order }: Order,
    part: Part,
  ): Promise<{ rows: AgentRow[]; total: number }> {
    // The sort index covers the IDs only, so read the page's IDs first and then their few rows.
    const [ids, total] = await Promise.all([
      sort === 'state'
        ? this.#idsByState(filter, { order, ...part })
        : this.#idsBy(filter, sort, { order, ...part }),
      this.#count(filter),
    ])
    const rows = new Map((await this.#byIds(ids.map(({ id }) => id))).map((row) => [row.id, row]))
    return { rows: ids.flatMap(({ id }) => rows.get(id) ?? []), total }
  }

  async hasAny(): Promise<boolean> {
    return (await this.#agents().select('id').limit(1).executeTakeFirst()) !== undefined
  }

  /** Rows after `last` (`null`: from the start), sorted by name, for an export. */
  after(filter: AgentFilter, last: AgentRow | null, limit: number): Promise<AgentRow[]> {
    return this.#filtered(filter)
      .$if(last !== null, (query) =>
        query.where(sql<boolean>`(name_key, id) > (${last?.name_key ?? ''}, ${last?.id ?? ''})`),
      )
      .selectAll()
      .orderBy('name_key')
      .orderBy('id')
      .limit(limit)
      .execute()
  }

  /** The best matches: whole words before prefixes; then names, numbers and UUIDs before departments; then by name. */
  async search(q: string, limit: number): Promise<AgentRow[]> {
    const pattern = patternOf(q)
    if (pattern !== null) {
      const numbered = await this.#numbered(pattern).limit(limit).execute()
      return this.#byIds(numbered.map(({ id }) => id))
    }
    const words = wordsOf(q)
    if (words.length === 0)
      return this.#agents().selectAll().orderBy('name_key').orderBy('id').limit(limit).execute()
    const named = await this.#ranked(words, termKinds.person)
    const ids =
      named.length >= limit
        ? named
        : [...new Set([...named, ...(await this.#ranked(words, termKinds.department))])]
    if (ids.length === 0) return []
    const [rows, people] = await Promise.all([
      this.#byIds(ids),
      // No filter on the account: with it, both engines would scan every term with that prefix.
      this.#deps.database.db
        .selectFrom('agent_term')
        .where('agent_id', 'in', ids)
        .where('kind', '=', termKinds.person)
        .where((where) =>
          where.or(
            words.map((word) => where.and([where('term', '>=', word), where('term', '<', endOf(word))])),
          ),
        )
        .select(['agent_id', 'term'])
        .execute(),
    ])
    const whole = new Set(people.flatMap(({ agent_id, term }) => (words.includes(term) ? [agent_id] : [])))
    const isPerson = new Set(people.map(({ agent_id }) => agent_id))
    const score = ({ id }: AgentRow) => (whole.has(id) ? 2 : 0) + (isPerson.has(id) ? 1 : 0)
    return rows.toSorted((a, b) => score(b) - score(a) || byName(a, b)).slice(0, limit)
  }

  /** UUIDs of agents and IDs of joiners that a search finds, at most `maxRanked` of each kind of term. */
  async idsFor(q: string): Promise<string[]> {
    const words = wordsOf(q)
    if (words.length === 0) return []
    const found = await Promise.all([
      this.#ranked(words, termKinds.person),
      this.#ranked(words, termKinds.department),
    ])
    return (await this.#byIds([...new Set(found.flat())])).map(({ id, agent_uuid }) => agent_uuid ?? id)
  }

  /** Agents whose name may be meant by a misspelled one, the closest first. */
  async similar(name: string, limit: number): Promise<AgentRow[]> {
    const found = await Promise.all(searchesFor(name).map((words) => this.#ranked(words, termKinds.person)))
    return (await this.#byIds([...new Set(found.flat())]))
      .flatMap((row) => {
        const difference = nameDifference(name, factsFrom(row.facts).name?.value ?? '')
        return difference === null ? [] : [{ row, difference }]
      })
      .toSorted((a, b) => a.difference - b.difference || byName(a.row, b.row))
      .slice(0, limit)
      .map(({ row }) => row)
  }

  async departments(): Promise<string[]> {
    const rows = await this.#agents()
      .where('department', 'is not', null)
      .select('department')
      .distinct()
      .orderBy('department')
      .limit(maxDepartments)
      .execute()
    return rows.flatMap(({ department }) => department ?? [])
  }

  /** Numbers reserved for these agents, by UUID or joiner ID. */
  async reservedFor(agents: readonly string[]): Promise<Map<string, { ext: string; expiresAt: number }[]>> {
    const rows = agents.length === 0 ? [] : await this.#deps.reservations.reservedFor(agents)
    const reserved = new Map<string, { ext: string; expiresAt: number }[]>()
    for (const { agent, ext, expires_at: expiresAt } of rows)
      reserved.set(agent, [...(reserved.get(agent) ?? []), { ext, expiresAt }])
    return reserved
  }

  /** UUIDs of agents whose record was last read before `before`, oldest first. */
  async recordsDue(before: number, limit: number): Promise<string[]> {
    const rows = await this.#agents()
      .where('agent_uuid', 'is not', null)
      .where('record_at', '<', before)
      .select('agent_uuid')
      .orderBy('record_at')
      .limit(limit)
      .execute()
    return rows.flatMap(({ agent_uuid }) => agent_uuid ?? [])
  }

  /** UUIDs of the existing agents among these IDs, by ID; `null` for a joiner. */
  async uuidsById(ids: readonly string[]): Promise<Map<string, string | null>> {
    return new Map((await this.#byIds(ids)).map(({ id, agent_uuid }) => [id, agent_uuid]))
  }

  /** The people of a user's team, sorted by name: of the departments, with these IDs, and with a reservation by the user. */
  async ofTeam(
    userId: string,
    { departments, people }: { departments: readonly string[]; people: readonly string[] },
    limit: number,
  ): Promise<AgentRow[]> {
    // PostgreSQL knows no empty list.
    const ids = await this.#agents()
      .where('department', 'in', [...departments, ''])
      .select('id')
      .union(
        this.#agents()
          .where('id', 'in', [...people, ''])
          .select('id'),
      )
      .union(
        this.#agents()
          .where('agent_uuid', 'in', sql<string>`(${this.#deps.reservations.reservedBy(userId)})`)
          .select('id'),
      )
      .union(
        this.#agents()
          .where('id', 'in', sql<string>`(${this.#deps.reservations.reservedBy(userId)})`)
          .select('id'),
      )
      .execute()
    const rows: AgentRow[] = []
    for (const some of chunks(ids.map(({ id }) => id))) rows.push(...(await this.#byIds(some)))
    return rows
      .toSorted((a, b) => (a.name_key < b.name_key ? -1 : a.name_key > b.name_key ? 1 : a.id < b.id ? -1 : 1))
      .slice(0, limit)
  }

  /** Agents who may be one of these joiners, by the joiner's ID: same name, or same work number. */
  async namesakesOf(joiners: readonly AgentRow[]): Promise<Map<string, AgentRow[]>> {
    if (joiners.length === 0) return new Map()
    const found = await this.#agents()
      .where('agent_uuid', 'is not', null)
      .where((where) =>
        where.or([
          where(
            'name_key',
            'in',
            joiners.map(({ name_key }) => name_key),
          ),
          where(
            'work_number',
            'in',
            joiners.map(({ work_number }) => work_number ?? ''),
          ),
        ]),
      )
      .selectAll()
      .limit(maxRanked)
      .execute()
    const nameOf = ({ facts }: AgentRow) => nameKey(factsFrom(facts).name?.value ?? '')
    const isMeant = (joiner: AgentRow, agent: AgentRow) =>
      (joiner.work_number !== null && joiner.work_number === agent.work_number) ||
      // Other names are written with the same pinyin.
      (nameOf(joiner) !== '' && nameOf(joiner) === nameOf(agent))
    return new Map(joiners.map((joiner) => [joiner.id, found.filter((agent) => isMeant(joiner, agent))]))
  }

  /** The existing agents among these UUIDs and joiner IDs. */
  async known(ids: readonly string[]): Promise<AgentRow[]> {
    if (ids.length === 0) return []
    const [byUuid, joiners] = await Promise.all([
      this.#agents().where('agent_uuid', 'in', ids).selectAll().execute(),
      this.#agents().where('id', 'in', ids).where('agent_uuid', 'is', null).selectAll().execute(),
    ])
    return [...byUuid, ...joiners]
  }

  /** Finds an agent by the service's UUID, or a joiner by the console's ID. `null` when neither exists. */
  async byId(id: string): Promise<AgentRow | null> {
    return (await this.known([id]))[0] ?? null
  }

  #agents() {
    return this.#deps.database.db.selectFrom('agent').where('account', '=', this.#deps.account)
  }

  #byIds(ids: readonly string[]): Promise<AgentRow[]> {
    return ids.length === 0
      ? Promise.resolve([])
      : this.#agents().where('id', 'in', ids).selectAll().execute()
  }

  #terms() {
    return this.#deps.database.db.selectFrom('agent_term').where('account', '=', this.#deps.account)
  }

  #beginning(word: string) {
    return this.#terms().where('term', '>=', word).where('term', '<', endOf(word))
  }

  /** IDs of agents with a term that begins with the word. */
  #idsOf(word: string) {
    const found = isLetter(word)
      ? this.#terms().where('kind', '=', termKinds.letter).where('term', '=', word)
      : this.#beginning(word).where('kind', 'in', [termKinds.person, termKinds.department])
    return found.select('agent_id as id')
  }

  /** IDs of agents whose extension or work number fits the pattern. */
  #numbered(pattern: string) {
    return this.#agents()
      .where((where) => where.or([where('ext', 'like', pattern), where('work_number', 'like', pattern)]))
      .select('id')
  }

  /** IDs of agents that fit the pattern, or that have a matching term for every word; null without text to search for. */
  #matching(q: string) {
    const pattern = patternOf(q)
    if (pattern !== null) return this.#numbered(pattern)
    const [first, ...others] = wordsOf(q)
    if (first === undefined) return null
    return others.reduce((query, word) => query.intersect(this.#idsOf(word)), this.#idsOf(first))
  }

  #filtered({ q = '', department, state, label }: AgentFilter) {
    let query = this.#agents()
    const matching = this.#matching(q)
    // `id || ''` bypasses the index on `id`: both engines then read the sort order's index and stop at the end of the page.
    if (matching !== null) query = query.where(sql`id || ''`, 'in', matching)
    if (department !== undefined) query = query.where('department', '=', department)
    if (label !== undefined)
      query = query.where(sql<boolean>`id || '' IN (${this.#deps.labels.labeled(label)})`)
    if (state === 'number') query = query.where('ext', 'is not', null)
    // Few agents have a reservation, so find them through the indexes on UUID and ID.
    if (state === 'reserved')
      query = query.where('ext', 'is', null).where(
        sql<boolean>`id IN (SELECT id FROM agent WHERE account = ${this.#deps.account} AND agent_uuid IN (${this.#deps.reservations.reservedAgents()})
            UNION ALL SELECT id FROM agent WHERE id IN (${this.#deps.reservations.reservedAgents()}) AND agent_uuid IS NULL)`,
      )
    if (state === 'none')
      query = query
        .where('ext', 'is', null)
        .where(sql<boolean>`coalesce(agent_uuid, id) NOT IN (${this.#deps.reservations.reservedAgents()})`)
    return query
  }

  async #countOf(ids: Expression<unknown>): Promise<number> {
    const { rows } = await sql<{ count: number }>`SELECT count(*) AS count FROM (${ids}) AS matching`.execute(
      this.#deps.database.db,
    )
    return rows[0]?.count ?? 0
  }

  async #count(filter: AgentFilter): Promise<number> {
    const { q = '', state, ...others } = filter
    const matching = this.#matching(q)
    const isAlone = Object.values(others).every((value) => value === undefined)
    if (isAlone && state === undefined && matching !== null) return this.#countOf(matching.distinct())
    // Subtraction is cheap: an index covers the agents without a number, and few agents have a reservation.
    if (isAlone && state === 'none' && matching === null) {
      const [without, reserved] = await Promise.all([
        this.#countOf(this.#agents().where('ext', 'is', null).select('id')),
        this.#count({ state: 'reserved' }),
      ])
      return without - reserved
    }
    return this.#countOf(this.#filtered(filter).select('id'))
  }

  /** Sorts agents without the value last (first in descending order), then by name. */
  #idsBy(
    filter: AgentFilter,
    sort: keyof typeof sortColumns,
    { order, offset, limit }: Pick<Order, 'order'> & Part,
  ) {
    return this.#filtered(filter)
      .select('id')
      .$if(sort !== 'name', (query) =>
        query.orderBy(sql`${sql.ref(sortColumns[sort])} IS NULL`, order).orderBy(sortColumns[sort], order),
      )
      .orderBy('name_key', order)
      .orderBy('id', order)
      .offset(offset)
      .limit(limit)
      .execute()
  }

  /** Reads each state separately, so a page costs no more than a page filtered by that state. */
  async #idsByState(filter: AgentFilter, { order, offset, limit }: Pick<Order, 'order'> & Part) {
    const ids: { id: string }[] = []
    let skipped = offset
    for (const state of order === 'asc' ? agentStates : agentStates.toReversed()) {
      if (ids.length === limit || (filter.state ?? state) !== state) continue
      const part = { order, offset: skipped, limit: limit - ids.length }
      const found = await this.#idsBy({ ...filter, state }, 'name', part)
      ids.push(...found)
      skipped = found.length > 0 || skipped === 0 ? 0 : skipped - (await this.#count({ ...filter, state }))
    }
    return ids
  }

  /** IDs of matching agents, ordered by the term of this kind that begins with the longest word, so exact matches come first. */
  async #ranked(words: readonly string[], kind: number): Promise<string[]> {
    const [longest = '', ...others] = words.toSorted((a, b) => b.length - a.length)
    let query = this.#beginning(longest).where('kind', '=', kind)
    for (const word of others)
      query = query.where((where) =>
        where.exists(
          where
            .selectFrom('agent_term as other')
            .whereRef('other.agent_id', '=', 'agent_term.agent_id')
            .where('other.term', '>=', word)
            .where('other.term', '<', endOf(word))
            .select('other.term'),
        ),
      )
    const rows = await query.select('agent_id').orderBy('term').limit(maxRanked).execute()
    return [...new Set(rows.map(({ agent_id }) => agent_id))]
  }
}
