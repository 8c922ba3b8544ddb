import type { DatabaseSync } from 'node:sqlite'
import type { Lists } from './lists.ts'
import { md5, person } from './people.ts'
import type { ExtensionRow } from './schema.ts'

export const homeCompany = { id: md5('sandbox company'), name: '云桥客服（上海）有限公司' }
/** A second company, so that "another company" and "no company" differ. */
const otherCompany = { id: md5('another sandbox company'), name: 'Harbour Contact Ltd' }
export const domainOf = (companyId: string) => `${companyId}.sip.example`

/** Number blocks, filled in this order; no number begins with 99 (sentinels.ts). */
const blocks: [first: number, count: number][] = [
  [1000, 1000],
  [5000, 1000],
  [2000, 1000],
  [6000, 1000],
  [80_000, 10_000],
  [100_000, 700_000],
  [2_000_000, 5_000_000],
]

export function numberAt(index: number): string {
  let left = index
  for (const [first, count] of blocks) {
    if (left < count) return String(first + left)
    left -= count
  }
  throw new RangeError(`the sandbox has room for ${index} extensions`)
}

export const maxExtensions = blocks.reduce((sum, [, count]) => sum + count, 0)
/** Room left in the subscription after seeding. */
const spareQuota = 5_000
const maxAgents = 20_000
const codecs = ['Opus', 'Opus', 'G.711 alaw', 'G.711 ulaw']
const dayMs = 86_400_000
/** 2025-01-06T01:00:00Z, fixed so that seeded rows are the same whenever the sandbox is first opened. */
const firstCreation = 1_736_125_200_000

/** Returns the n-th extension: four in ten are bound while agents last, some are free but disabled, some are in use without being bound. */
function seededRow(index: number, agents: number, uuidOf: (n: number) => string): ExtensionRow {
  const turn = index % 10
  const agentNumber = Math.floor(index / 10) * 4 + turn
  const isBound = turn < 4 && agentNumber < agents
  const created = firstCreation + ((index * 97) % 660) * dayMs + ((index * 7919) % 28_800_000)
  return {
    company_id: homeCompany.id,
    ext: numberAt(index),
    password: null,
    bind_status: isBound ? 1 : 0,
    bind_time: isBound ? created + (index % 15) * dayMs : 0,
    agent_uuid: isBound ? uuidOf(agentNumber) : null,
    using_uuid:
      isBound && index % 3 === 0
        ? uuidOf(agentNumber)
        : index % 37 === 9
          ? uuidOf((index * 13) % agents)
          : null,
    lang_code_txt: codecs[index % codecs.length] ?? 'Opus',
    enabled: index % 29 === 5 ? 0 : 1,
    created,
    creator: uuidOf(index % 7),
  }
}

/** Fills the store up to `extensions` rows in one transaction; does nothing when it already has that many. */
export function seed(db: DatabaseSync, lists: Lists, extensions: number): void {
  const stored = db.prepare("SELECT value FROM meta WHERE key = 'seeded rows'").get()?.['value']
  const seeded = Number(stored ?? 0)
  if (stored !== undefined && seeded >= extensions) return
  const agentsBefore = Number(db.prepare('SELECT count(*) AS count FROM agent').get()?.['count'] ?? 0)
  // Half of the numbers could have an agent; a fifth of the agents stay without a number.
  const agents = Math.max(agentsBefore, Math.min(maxAgents, Math.max(50, Math.ceil(extensions / 2))))
  const withExtension = Math.min(Math.floor(agents * 0.8), Math.floor(extensions / 10) * 4)
  const addExtension = db.prepare(
    `INSERT OR IGNORE INTO extension (company_id, ext, password, bind_status, bind_time, agent_uuid, using_uuid, lang_code_txt, enabled, created, creator)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  )
  const addAgent = db.prepare(
    'INSERT OR IGNORE INTO agent (uuid, company_id, agent_id, number, agent_name, depart, ext) VALUES (?, ?, ?, ?, ?, ?, NULL)',
  )
  const bindAgent = db.prepare('UPDATE agent SET ext = ? WHERE uuid = ? AND ext IS NULL')
  const addCompany = db.prepare('INSERT OR IGNORE INTO company (id, name, domain, quota) VALUES (?, ?, ?, 0)')
  const grow = db.prepare(
    'UPDATE company SET quota = max(quota, ?), extensions = extensions + ? WHERE id = ?',
  )

  db.exec('BEGIN IMMEDIATE')
  for (const company of [homeCompany, otherCompany])
    addCompany.run(company.id, company.name, domainOf(company.id))
  for (let n = agentsBefore; n < agents; n++) {
    const { uuid, agentID, agentName, depart } = person(homeCompany.id, n)
    addAgent.run(uuid, homeCompany.id, agentID, n, agentName, depart)
  }
  const uuids: string[] = []
  const uuidOf = (n: number) => (uuids[n] ??= person(homeCompany.id, n).uuid)
  let added = 0
  for (let index = seeded; index < extensions; index++) {
    const row = seededRow(index, withExtension, uuidOf)
    const { changes } = addExtension.run(
      row.company_id,
      row.ext,
      row.password,
      row.bind_status,
      row.bind_time,
      row.agent_uuid,
      row.using_uuid,
      row.lang_code_txt,
      row.enabled,
      row.created,
      row.creator,
    )
    // A number created by a user stays unchanged.
    if (changes === 0) continue
    added++
    if (row.agent_uuid !== null) bindAgent.run(row.ext, row.agent_uuid)
  }
  lists.recount()
  grow.run(extensions + spareQuota, added, homeCompany.id)
  db.prepare(
    "INSERT INTO meta (key, value) VALUES ('seeded rows', ?) ON CONFLICT DO UPDATE SET value = excluded.value",
  ).run(String(extensions))
  db.exec('COMMIT')
}
