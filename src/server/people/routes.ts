import {
  listDepartments,
  personStates,
  peopleById,
  changeColleague,
  exportPeople,
  importRoster,
  previewRoster,
  joinAgent,
  listPeople,
  lookUpAgents,
  readPerson,
  readLines,
  removeColleague,
  similarPeople,
  type PersonFact,
  type Person,
  type RosterRow,
} from '#contract/people.ts'
import { noFirstDay } from '#contract/reservations.ts'
import { maxMembers, readTeam, saveTeam, teamSearch, type TeamChoice } from '#contract/team.ts'
import { audited, auditedChange } from '../audit/audited.ts'
import { changesOf } from '../audit/changes.ts'
import { auditedCsv } from '../audit/audited-csv.ts'
import { refuseSecrets } from '../platform/http/free-text.ts'
import { actorOf } from '../platform/http/caller.ts'
import { fields, type Columns } from '../platform/http/csv.ts'
import type { Mount } from '../platform/http/mount.ts'
import { fieldRefused, ProblemError } from '../platform/problems.ts'
import { readScanWarnings, remarksOf } from '../numbers/scan.ts'
import { colleagueFields } from './changes.ts'
import { factsFrom, type Facts } from './facts.ts'
import { matchLines, type Line } from './lines.ts'
import { lookUpEachAgent } from './look-up.ts'
import type { Console } from '../features.ts'
import type { FoundPerson, PersonFilter, PersonRow } from './people.ts'
import { reservedFor } from '../reservations/of-people.ts'
import { changerOf } from '../reservations/change.ts'

/** A longer choice of misspelled names would be a guess. */
const maxSimilar = 5
/** Most numbers of a person in one answer, as the directory keeps them. */
const maxExts = 20
interface ExportedPerson extends Pick<
  Person,
  'agentUuid' | 'kind' | 'ext' | 'state' | 'reserved' | 'labels'
> {
  facts: Facts
  note: string | undefined
}

const factColumns = (...names: PersonFact[]): Columns<ExportedPerson> =>
  Object.fromEntries(names.map((name) => [name, ({ facts }: ExportedPerson) => facts[name]?.value]))

/** The roster's columns come first, so the exported file can be imported again. */
const columns: Columns<ExportedPerson> = {
  ...fields('agentUuid'),
  ...factColumns('workNumber', 'name', 'department', 'email', 'phoneModel', 'note'),
  ...fields('ext', 'state'),
  reserved: ({ reserved }) => reserved.map(({ ext }) => ext).join(' '),
  labels: ({ labels }) => labels.join(', '),
  ...factColumns('startsOn'),
  consoleNote: ({ note }) => note,
  ...fields('kind'),
}

/** Converts rows to the contract's shape, with their reserved numbers and labels. */
async function toPeople(
  { database, account, people: { reads, labels } }: Console,
  rows: readonly FoundPerson[],
): Promise<Person[]> {
  const reserved = await reservedFor(
    { database, account },
    rows.map(({ agent_uuid, id }) => agent_uuid ?? id),
  )
  const labelsById = await labels.labelsOf(rows.map(({ id }) => id))
  const resources = rows.flatMap(({ id, kind }) => (kind === 'resource' ? [id] : []))
  const numbersById = await reads.numbersOf(resources)
  return rows.map((row) => ({
    id: row.id,
    agentUuid: row.agent_uuid,
    kind: row.kind,
    name: row.name,
    workNumber: row.work_number,
    department: row.department,
    startsOn: factsFrom(row.facts).startsOn?.value ?? null,
    ext: row.ext ?? numbersById.get(row.id)?.[0] ?? null,
    numbers: numbersById.get(row.id)?.length ?? row.numbers,
    state: personStates[row.state] ?? 'none',
    reserved: reserved.get(row.agent_uuid ?? row.id) ?? [],
    labels: labelsById.get(row.id) ?? [],
  }))
}

/** The facts without those that a roster cleared. */
const shownFacts = ({ facts }: PersonRow) =>
  Object.fromEntries(
    Object.entries(factsFrom(facts)).flatMap(([field, { value, source, at }]) =>
      value === null ? [] : [[field, { value, source, at }]],
    ),
  )
const extsOf = ({ exts }: PersonRow): string[] => exts.split(' ').filter((ext) => ext !== '')

async function* exported(console: Console, filter: PersonFilter): AsyncGenerator<ExportedPerson[]> {
  const { reads, labels } = console.people
  for await (const rows of reads.all(filter)) {
    const notes = await labels.notesOf(rows.map(({ id }) => id))
    const agents = await toPeople(console, rows)
    yield agents.map((agent, index) => ({
      ...agent,
      facts: factsFrom(rows[index]?.facts ?? '{}'),
      note: notes.get(agent.id),
    }))
  }
}

export function mountPeople({ mount, mountFile }: Mount, console: Console): void {
  const { limits, audit, upstream, now } = console
  const { reads, writes, teams } = console.people
  /** People are found by the numbers that they have. */
  const scanWarnings = () => readScanWarnings(console.database.db, console.account, 'bound')
  mount(listPeople, async ({ caller, query: { page, pageSize, sort, order, own, ...filter } }) => {
    const warnings = await scanWarnings()
    const { rows, total } = await reads.list(
      { ...filter, own: own && limits.ownPeople(caller) },
      { sort, order },
      { offset: (page - 1) * pageSize, limit: pageSize },
    )
    return { items: await toPeople(console, rows), page, pageSize, total, warnings }
  })

  mount(similarPeople, async ({ query: { name } }) => ({
    items: await toPeople(console, await reads.nearest(name, maxSimilar)),
  }))

  mount(peopleById, async ({ query }) => ({
    items: await toPeople(
      console,
      await reads.known(query.ids.split(','), { removed: query.removed === '1' }),
    ),
  }))

  mount(readLines, async ({ body }) => {
    const lines = await matchLines(body.lines, reads)
    const all = [...new Set(lines.flatMap((line) => [line, ...line.parts]).flatMap(({ people }) => people))]
    const shown = new Map((await toPeople(console, all)).map((agent) => [agent.id, agent]))
    const lineOf = ({ people, ...line }: Omit<Line, 'parts'>) => ({
      ...line,
      beside: [...line.beside],
      people: people.flatMap(({ id }) => shown.get(id) ?? []),
    })
    return { lines: lines.map(({ parts, ...line }) => ({ ...lineOf(line), parts: parts.map(lineOf) })) }
  })

  mount(listDepartments, async () => ({ items: await reads.departments() }))

  mountFile(exportPeople, async (call) => {
    const missing = remarksOf(await scanWarnings())
    const file = { name: 'people.csv', action: 'agent.export', columns, remarks: () => missing }
    return auditedCsv(console, call, file, async () =>
      exported(console, { ...call.query, own: call.query.own && limits.ownPeople(call.caller) }),
    )
  })

  const refuseSecretNotes = (rows: readonly RosterRow[]) =>
    refuseSecrets(Object.fromEntries(rows.map(({ note }, n) => [`rows.${n}.note`, note ?? ''])))

  mount(previewRoster, async ({ body: { rows } }) => {
    refuseSecretNotes(rows)
    return { departments: (await writes.previewRoster(rows, now())).departments }
  })
  mount(importRoster, (call) => {
    const { rows } = call.body
    refuseSecretNotes(rows)
    return audited(
      audit,
      { actor: actorOf(call), action: 'agent.import', object: '-', values: { rows: rows.length } },
      () => writes.takeRoster(rows, now()),
    )
  })

  mount(lookUpAgents, async ({ body, signal }) => ({
    items: await lookUpEachAgent({ upstream, reads }, body.agents, signal),
  }))

  mount(joinAgent, async ({ params: { id }, body: { agentUuid, same }, ...call }) => {
    return audited(
      audit,
      {
        actor: actorOf(call),
        action: same ? 'agent.join' : 'agent.apart',
        object: id,
        values: { agent: agentUuid },
        check: () => limits.requirePeople(call.caller, [id, agentUuid]),
      },
      async () => {
        await (same ? writes.join(id, agentUuid, now()) : writes.keepApart(id, agentUuid))
        const row = await reads.byId(same ? agentUuid : id)
        const [agent] = row === null ? [] : await toPeople(console, [row])
        if (agent === undefined) throw new ProblemError('agent-not-found')
        return agent
      },
    )
  })

  mount(changeColleague, async ({ params: { id }, body, ...call }) => {
    const shown = await reads.byId(id)
    const before = shown === null ? null : factsFrom(shown.facts)
    const valueOf = (field: (typeof colleagueFields)[number]) => before?.[field]?.value ?? null
    const known = {
      ...Object.fromEntries(colleagueFields.map((field) => [field, valueOf(field)])),
      kind: shown?.kind ?? null,
    }
    const isResource = (body.kind ?? shown?.kind) === 'resource'
    if (isResource && body.startsOn != null) throw fieldRefused('startsOn', noFirstDay)
    return audited(
      audit,
      {
        actor: actorOf(call),
        action: 'agent.change',
        object: id,
        values: changesOf(known, { ...known, ...body, ...(isResource ? { startsOn: null } : {}) }, [
          ...colleagueFields,
          'kind',
        ]),
        check: async () => {
          await limits.requirePeople(call.caller, [id])
          await limits.requireDepartment(call.caller, body.department ?? null)
        },
      },
      async () => {
        await writes.changeColleague(id, body)
        const row = await reads.byId(id)
        const [agent] = row === null ? [] : await toPeople(console, [row])
        if (agent === undefined) throw new ProblemError('not-found')
        return agent
      },
    )
  })

  mount(removeColleague, async ({ params: { id }, body: { reason = null }, ...call }) => {
    if (reason !== null) refuseSecrets({ reason })
    const by = changerOf(call)
    const name = (await reads.byId(id))?.name ?? null
    return audited(
      audit,
      {
        actor: by.actor,
        action: 'agent.remove',
        object: id,
        values: { name },
        check: () => limits.requirePeople(call.caller, [id]),
      },
      async () => {
        await writes.removeColleague(id, by, reason)
        return {}
      },
    )
  })

  mount(readTeam, async ({ caller }) => {
    const team = await teams.read(caller.user.id)
    const { departments = [], people = [] } = team ?? {}
    const rows = await reads.ofTeam(caller.user.id, { departments, people }, maxMembers + 1)
    const members = rows.slice(0, maxMembers)
    const newColleagues = members.filter(({ agent_uuid }) => agent_uuid === null)
    const namesakes = await reads.namesakesOf(newColleagues)
    return {
      team,
      members: await toPeople(console, members),
      empty: await reads.emptyDepartments(departments),
      more: rows.length > maxMembers,
      namesakes: await Promise.all(
        [...namesakes].flatMap(([colleagueId, found]) =>
          found.length === 0
            ? []
            : [toPeople(console, found).then((shown) => ({ colleagueId, agents: shown }))],
        ),
      ),
    }
  })

  mount(teamSearch, async ({ caller, query: { q } }) => {
    const { departments = [], people = [] } = (await teams.read(caller.user.id)) ?? {}
    return { ids: await reads.foundInTeam(caller.user.id, { departments, people }, q, maxMembers) }
  })

  mount(saveTeam, async (call) => {
    const { seen, ...choice } = call.body
    const { user } = call.caller
    const valuesOf = ({ departments, people }: TeamChoice) => ({ departments, people: people.length })
    return auditedChange(
      audit,
      { actor: actorOf(call), action: 'team.change', object: user.email, values: valuesOf(choice) },
      (transaction) => teams.change(transaction, user.id, choice, seen),
      valuesOf,
    )
  })

  // Mount after the fixed paths, because `:id` would match them too.
  mount(readPerson, async ({ params }) => {
    const row = await reads.byId(params.id)
    if (row === null) throw new ProblemError('not-found')
    const [agent] = await toPeople(console, [row])
    if (agent === undefined) throw new ProblemError('not-found')
    const ofResource = (await reads.numbersOf(row.kind === 'resource' ? [row.id] : [])).get(row.id) ?? []
    const exts = [...extsOf(row), ...ofResource].slice(0, maxExts)
    return { ...agent, exts, facts: shownFacts(row), firstSeenAt: row.first_seen_at }
  })
}
