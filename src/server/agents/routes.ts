import {
  agentDepartments,
  agentsById,
  exportAgents,
  importRoster,
  joinAgent,
  listAgents,
  lookUpAgents,
  readAgent,
  searchAgents,
  similarAgents,
  type AgentField,
  type DirectoryAgent,
} from '#contract/agents.ts'
import { maxMembers, readTeam, saveTeam } from '#contract/team.ts'
import { audited } from '../audit/audited.ts'
import { auditedCsv } from '../audit/audited-csv.ts'
import { refuseSecrets } from '../platform/http/free-text.ts'
import { actorOf } from '../platform/http/caller.ts'
import { fields, type Columns } from '../platform/http/csv.ts'
import type { Mount } from '../platform/http/mount.ts'
import { ProblemError } from '../platform/problems.ts'
import { factsFrom, type Facts } from './facts.ts'
import { lookUpEachAgent } from './look-up.ts'
import type { AgentParts } from './open.ts'
import type { AgentFilter } from './store-reads.ts'
import type { AgentRow } from './store-writes.ts'

const maxFound = 10
/** A longer choice of misspelled names would be a guess. */
const maxSimilar = 5
/** Rows per read of an export. Larger reads would block other requests. */
const rowsAtOnce = 500
interface ExportedAgent extends Pick<DirectoryAgent, 'agentUuid' | 'ext' | 'state' | 'reserved' | 'labels'> {
  facts: Facts
  note: string | undefined
}

const factColumns = (...names: AgentField[]): Columns<ExportedAgent> =>
  Object.fromEntries(names.map((name) => [name, ({ facts }: ExportedAgent) => facts[name]?.value]))

/** The roster's columns come first, so the exported file can be imported again. */
const columns: Columns<ExportedAgent> = {
  ...fields('agentUuid'),
  ...factColumns('workNumber', 'name', 'department', 'email', 'phoneModel', 'note'),
  ...fields('ext', 'state'),
  reserved: ({ reserved }) => reserved.map(({ ext }) => ext).join(' '),
  labels: ({ labels }) => labels.join(', '),
  ...factColumns('startsOn'),
  consoleNote: ({ note }) => note,
}

/** Converts rows to the contract's shape, with their reserved numbers and labels. */
async function toAgents(
  { reads, labels }: Pick<AgentParts, 'reads' | 'labels'>,
  rows: readonly AgentRow[],
): Promise<DirectoryAgent[]> {
  const reserved = await reads.reservedFor(rows.map(({ agent_uuid, id }) => agent_uuid ?? id))
  const labelsById = await labels.labelsOf(rows.map(({ id }) => id))
  return rows.map((row) => {
    const { name, workNumber, department, startsOn } = factsFrom(row.facts)
    const numbers = reserved.get(row.agent_uuid ?? row.id) ?? []
    return {
      id: row.id,
      agentUuid: row.agent_uuid,
      name: name?.value ?? null,
      workNumber: workNumber?.value ?? null,
      department: department?.value ?? null,
      startsOn: startsOn?.value ?? null,
      ext: row.ext,
      numbers: row.numbers,
      state: row.ext !== null ? 'number' : numbers.length > 0 ? 'reserved' : 'none',
      reserved: numbers,
      labels: labelsById.get(row.id) ?? [],
    }
  })
}

const extsOf = ({ exts }: AgentRow): string[] => (exts === '' ? [] : exts.split(' '))

async function* exported(parts: AgentParts, filter: AgentFilter): AsyncGenerator<ExportedAgent[]> {
  let last: AgentRow | null = null
  for (;;) {
    const rows: AgentRow[] = await parts.reads.after(filter, last, rowsAtOnce)
    const notes = await parts.labels.notesOf(rows.map(({ id }) => id))
    const agents = await toAgents(parts, rows)
    yield agents.map((agent, index) => ({
      ...agent,
      facts: factsFrom(rows[index]?.facts ?? '{}'),
      note: notes.get(agent.id),
    }))
    last = rows.at(-1) ?? null
    if (rows.length < rowsAtOnce) return
  }
}

export function mountAgents({ mount, mountFile }: Mount, agents: AgentParts): void {
  const { reads, writes, teams, limits, audit, now } = agents
  mount(listAgents, async ({ query: { page, pageSize, sort, order, ...filter } }) => {
    const { rows, total } = await reads.list(
      filter,
      { sort, order },
      { offset: (page - 1) * pageSize, limit: pageSize },
    )
    return { items: await toAgents(agents, rows), page, pageSize, total, warnings: [] }
  })

  mount(searchAgents, async ({ query }) => {
    const rows = await reads.search(query.q, maxFound + 1)
    return { items: await toAgents(agents, rows.slice(0, maxFound)), more: rows.length > maxFound }
  })

  mount(similarAgents, async ({ query: { name } }) => ({
    items: await toAgents(agents, await reads.similar(name, maxSimilar)),
  }))

  mount(agentsById, async ({ query }) => ({
    items: await toAgents(agents, await reads.known(query.ids.split(','))),
  }))

  mount(agentDepartments, async () => ({ items: await reads.departments() }))

  mountFile(exportAgents, (call) =>
    auditedCsv(agents, call, { name: 'agents.csv', action: 'agent.export', columns }, async () =>
      exported(agents, call.query),
    ),
  )

  mount(importRoster, (call) => {
    const { rows } = call.body
    refuseSecrets(Object.fromEntries(rows.map(({ note = '' }, n) => [`rows.${n}.note`, note])))
    return audited(
      audit,
      { actor: actorOf(call), action: 'agent.import', object: `${rows.length} lines` },
      async () => ({ outcomes: await writes.takeRoster(rows, now()) }),
    )
  })

  mount(lookUpAgents, async ({ body, signal }) => ({
    items: await lookUpEachAgent(agents, body.agents, signal),
  }))

  mount(joinAgent, async ({ params: { id }, body: { agentUuid }, ...call }) => {
    await limits.requirePeople(call.caller, [id, agentUuid])
    return audited(
      audit,
      { actor: actorOf(call), action: 'agent.join', object: id, reason: `agent ${agentUuid}` },
      async () => {
        const result = await writes.join(id, agentUuid, now())
        if (result !== 'done') throw new ProblemError(result === 'joiner' ? 'not-found' : 'agent-not-found')
        const row = await reads.byId(agentUuid)
        const [agent] = row === null ? [] : await toAgents(agents, [row])
        if (agent === undefined) throw new ProblemError('agent-not-found')
        return agent
      },
    )
  })

  mount(readTeam, async ({ caller }) => {
    const team = await teams.read(caller.user.id)
    const { departments = [], people = [] } = team ?? {}
    const rows = await reads.ofTeam(caller.user.id, { departments, people }, maxMembers + 1)
    const members = rows.slice(0, maxMembers)
    const joiners = members.filter(({ agent_uuid }) => agent_uuid === null)
    const namesakes = await reads.namesakesOf(joiners)
    return {
      team,
      members: await toAgents(agents, members),
      more: rows.length > maxMembers,
      namesakes: await Promise.all(
        [...namesakes].flatMap(([joinerId, found]) =>
          found.length === 0 ? [] : [toAgents(agents, found).then((shown) => ({ joinerId, agents: shown }))],
        ),
      ),
    }
  })

  mount(saveTeam, async (call) => {
    const { departments, people: given, pool } = call.body
    const known = new Map((await reads.known(given)).flatMap((row) => [[row.agent_uuid ?? row.id, row.id]]))
    const byId = new Map([...(await reads.uuidsById(given)).keys()].map((id) => [id, id]))
    const people = given.map((id) => {
      const found = known.get(id) ?? byId.get(id)
      if (found === undefined) throw new ProblemError('agent-not-found')
      return found
    })
    const team = { departments: [...new Set(departments)], people: [...new Set(people)], pool }
    const object = [...team.departments, `${team.people.length} people`].join(', ')
    return audited(audit, { actor: actorOf(call), action: 'team.change', object }, async () => {
      await teams.save(call.caller.user.id, team)
      return team
    })
  })

  // Mount after the fixed paths, because `:id` would match them too.
  mount(readAgent, async ({ params }) => {
    const row = await reads.byId(params.id)
    if (row === null) throw new ProblemError('not-found')
    const [agent] = await toAgents(agents, [row])
    if (agent === undefined) throw new ProblemError('not-found')
    return { ...agent, exts: extsOf(row), facts: factsFrom(row.facts), firstSeenAt: row.first_seen_at }
  })
}
