import { sql, type Migration } from 'kysely'
import * as z from 'zod'
import { keyOf, plain, searchText, sortKey } from '../names.ts'

const rowsAtOnce = 1_000
const maxIndexedLength = 200

interface Agent {
  id: string
  account: string
  agent_uuid: string | null
  facts: string
  ext: string | null
  exts: string
  numbers: number
  first_seen_at: number
  record_at: number
}

const fact = z.optional(z.object({ value: z.string() }))
const facts = z.object({ name: fact, workNumber: fact, department: fact, email: fact })

function keysOf({ agent_uuid: uuid, facts: json }: Agent, exts: string) {
  const { name, workNumber, department, email } = facts.parse(JSON.parse(json))
  const cut = (one: { value: string } | undefined) => one?.value.slice(0, maxIndexedLength) ?? null
  const [work, of] = [cut(workNumber), cut(department)]
  return {
    name: name?.value ?? null,
    name_key: keyOf(cut(name) ?? ''),
    sort_key: sortKey(name?.value ?? work ?? uuid ?? '', work ?? ''),
    work_number: work,
    work_key: plain(work ?? '') || null,
    department: of,
    department_key: keyOf(of ?? '').replace(/^-$/, '') || null,
    email_key: cut(email)?.toLowerCase() ?? null,
    search: searchText(cut(name) ?? '', work ?? '', exts, of ?? ''),
  }
}

/** People in one table with the text to search, in place of `agent` and its terms. */
export const person = (engine: 'sqlite' | 'postgres'): Migration => ({
  async up(db) {
    // Compares by bytes, as SQLite does.
    const text = sql.raw(engine === 'postgres' ? 'text COLLATE "C"' : 'text')
    await sql`CREATE TABLE person (
      id ${text} PRIMARY KEY,
      account text NOT NULL,
      agent_uuid ${text},
      facts text NOT NULL,
      name text,
      name_key ${text} NOT NULL,
      sort_key ${text} NOT NULL,
      work_number ${text},
      work_key ${text},
      department ${text},
      department_key ${text},
      email_key ${text},
      ext ${text},
      exts text NOT NULL,
      numbers bigint NOT NULL,
      search ${text} NOT NULL,
      first_seen_at bigint NOT NULL,
      record_at bigint NOT NULL,
      CONSTRAINT person_key UNIQUE (account, agent_uuid)
    )`.execute(db)
    for (let last = ''; ;) {
      const { rows } =
        await sql<Agent>`SELECT id, account, agent_uuid, facts, ext, exts, numbers, first_seen_at, record_at
        FROM agent WHERE id > ${last} ORDER BY id LIMIT ${rowsAtOnce}`.execute(db)
      for (const row of rows) {
        const exts = row.exts === '' ? '' : ` ${row.exts} `
        const all = { ...row, exts, ...keysOf(row, exts) }
        await sql`INSERT INTO person (${sql.join(Object.keys(all).map((column) => sql.ref(column)))})
          VALUES (${sql.join(Object.values(all))})`.execute(db)
      }
      last = rows.at(-1)?.id ?? ''
      if (rows.length < rowsAtOnce) break
    }
    for (const statement of [
      'DROP TABLE agent_term',
      'DROP TABLE agent',
      'CREATE INDEX person_name ON person (account, name_key)',
      'CREATE INDEX person_work ON person (account, work_key)',
      'CREATE INDEX person_email ON person (account, email_key) WHERE email_key IS NOT NULL',
      'CREATE INDEX person_ext ON person (account, ext) WHERE ext IS NOT NULL',
      'CREATE INDEX person_department ON person (account, department_key) WHERE department_key IS NOT NULL',
      'CREATE INDEX person_record ON person (account, record_at) WHERE agent_uuid IS NOT NULL',
      'CREATE INDEX person_new ON person (account, work_key) WHERE agent_uuid IS NULL',
      // All that is filtered and sorted. PostgreSQL scans the table as fast, and its index entries are limited to 2.7 kB.
      `CREATE INDEX person_list ON person (account, sort_key, id${
        engine === 'sqlite'
          ? ', department_key, department, work_key, ext, exts, agent_uuid, search, name'
          : ''
      })`,
    ])
      await sql.raw(statement).execute(db)
  },
})
