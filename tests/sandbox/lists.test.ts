import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { assert, integer, property, stringMatching, uniqueArray } from 'fast-check'
import { expect, test } from 'vitest'
import { Refusal } from '#sandbox/codes.ts'
import { createLists, listSchema } from '#sandbox/lists.ts'
import { tables } from '#sandbox/schema.ts'
import { homeCompany } from '#sandbox/seed.ts'
import { openStore } from '#sandbox/store.ts'

const open = (file: string | null, extensions: number) => openStore({ file, extensions, now: Date.now })
const create = (store: ReturnType<typeof open>, ext: string, agentId?: string) =>
  store.create({
    companyId: homeCompany.id,
    ext,
    password: undefined,
    agentId,
    agentType: '1',
    langCodeTxt: undefined,
  })

/** Reads the pages of a list up to the first empty page. Returns the numbers and the distinct totals that the pages state. */
function readAllPages(
  page: (offset: number, limit: number) => { rows: string[]; total: number },
  size: number,
) {
  const numbers: string[] = []
  const totals = new Set<number>()
  for (let offset = 0, more = true; more; offset += size) {
    const { rows, total } = page(offset, size)
    numbers.push(...rows)
    totals.add(total)
    more = rows.length > 0
  }
  return { numbers, totals: [...totals] }
}

test('returns the pages and totals of a plain list after any creations, at any branch size', () => {
  assert(
    property(
      uniqueArray(stringMatching(/^[0-2]{2,9}$/), { maxLength: 60 }),
      stringMatching(/^[0-2]{0,6}$/),
      integer({ min: 1, max: 9 }),
      integer({ min: 0, max: 5 }),
      (numbers, prefix, size, smallBranch) => {
        const db = new DatabaseSync(':memory:')
        db.exec(tables + listSchema)
        const lists = createLists(db, smallBranch)
        const company = homeCompany.id
        const insert = db.prepare(
          `INSERT INTO extension (company_id, ext, bind_status, bind_time, using_uuid, lang_code_txt, enabled, created)
           VALUES (?, ?, 0, 0, ?, 'Opus', 1, 0)`,
        )
        numbers.forEach((ext, index) => {
          // Every third number is in use, so that the two lists differ.
          const using = index % 3 === 0 ? 'agent' : null
          insert.run(company, ext, using)
          lists.count({ company_id: company, ext, bind_status: 0, enabled: 1, using_uuid: using }, 1)
        })
        const check = () => {
          for (const list of ['idle', 'unbound'] as const) {
            const expected = numbers
              .filter((ext, index) => ext.startsWith(prefix) && (list === 'unbound' || index % 3 !== 0))
              .toSorted()
            const page = (offset: number, limit: number) => ({
              rows: lists.rows(company, list, prefix, offset, limit).map((row) => String(row['ext'])),
              total: lists.total(company, list, prefix),
            })
            expect(readAllPages(page, size)).toEqual({ numbers: expected, totals: [expected.length] })
          }
        }
        check()
        lists.recount()
        check()
        db.close()
      },
    ),
    { numRuns: 80 },
  )
})

test('pages through thousands of long numbers with a shared prefix among short numbers', () => {
  const store = open(null, 0)
  const long = Array.from({ length: 3_000 }, (_, n) => String(13_800_000_000 + n * 7))
  const numbers = ['13', '138', '1380', '13800000', '138000000', '1380000000', '13800000001', ...long]
  for (const number of numbers) create(store, number)
  for (const prefix of ['', '138', '1380000', '13800001']) {
    const expected = numbers.filter((number) => number.startsWith(prefix)).toSorted()
    const page = (offset: number, limit: number) => {
      const { rows, total } = store.page(homeCompany.id, 'idle', prefix, offset, limit)
      return { rows: rows.map((row) => row.ext), total }
    }
    expect(readAllPages(page, 97)).toEqual({ numbers: expected, totals: [expected.length] })
  }
  store.close()
})

test('keeps the contents of the file, adds numbers when more are requested, and has its own secrets', () => {
  const directory = mkdtempSync(join(tmpdir(), 'sandbox-'))
  const file = join(directory, 'sandbox.db')
  const first = open(file, 100)
  create(first, '7777')
  const row = first.extension(homeCompany.id, '1000')
  const secret = row === null ? '' : first.passwordOf(row)
  const before = first.page(homeCompany.id, 'unbound', '', 0, 1).total
  first.close()

  const second = open(file, 200)
  expect(second.extension(homeCompany.id, '7777')).not.toBeNull()
  expect(second.company(homeCompany.id)?.extensions).toBe(201)
  expect(second.page(homeCompany.id, 'unbound', '', 0, 1).total).toBeGreaterThan(before)
  expect(row === null ? '' : second.passwordOf(row)).toBe(secret)
  second.close()

  const other = open(null, 100)
  expect(row === null ? '' : other.passwordOf(row)).not.toBe(secret)
  other.close()
  rmSync(directory, { recursive: true })
})

test('refuses a create beyond the subscription', () => {
  const store = open(null, 0)
  const { quota = 0 } = store.company(homeCompany.id) ?? {}
  const numbers = Array.from({ length: quota }, (_, i) => String(300_000 + i))
  for (const number of numbers) create(store, number)
  expect(() => create(store, '299999')).toThrow('310120')
  store.close()
})

test('ends a token with the next one, and after 24 hours', () => {
  let time = 1_000_000
  const store = openStore({ file: null, extensions: 0, now: () => time })
  const first = store.issueToken('v5', homeCompany.id)
  const second = store.issueToken('v5', homeCompany.id)
  expect(store.companyOfToken(first.token, ['v5'])).toBeNull()
  expect(store.companyOfToken(second.token, ['v5'])).toBe(homeCompany.id)
  time += 86_400_000
  expect(store.companyOfToken(second.token, ['v5'])).toBeNull()
  store.close()
})

test('leaves nothing behind when a create is refused', () => {
  const store = open(null, 10)
  create(store, '70')
  expect(() => create(store, '70')).toThrow(Refusal)
  expect(() => create(store, '71', 'unknown')).toThrow(Refusal)
  expect(store.extension(homeCompany.id, '71')).toBeNull()
  create(store, '72')
  store.close()
})
