import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { assert, integer, property, stringMatching, uniqueArray } from 'fast-check'
import { expect, test } from 'vitest'
import { Refusal } from '#sandbox/codes.ts'
import { homeCompany } from '#sandbox/seed.ts'
import { openStore } from '#sandbox/store.ts'

const open = (file: string | null, extensions: number) =>
  openStore({ file, extensions, tokens: 'strict', now: Date.now })
const create = (store: ReturnType<typeof open>, ext: string, agentId?: string) =>
  store.create({
    companyId: homeCompany.id,
    ext,
    password: undefined,
    agentId,
    agentType: '1',
    langCodeTxt: undefined,
  })

test('pages and totals agree with a plain count after any creations', () => {
  const digits = stringMatching(/^[0-2]{2,7}$/)
  assert(
    property(
      uniqueArray(digits, { maxLength: 60 }),
      stringMatching(/^[0-2]{0,6}$/),
      integer({ min: 1, max: 9 }),
      (numbers, prefix, size) => {
        const store = open(null, 0)
        for (const number of numbers) create(store, number)
        const expected = numbers.filter((number) => number.startsWith(prefix)).toSorted()
        const paged: string[] = []
        for (let offset = 0; offset < expected.length + size; offset += size) {
          const { rows, total } = store.page(homeCompany.id, 'idle', prefix, offset, size)
          expect(total).toBe(expected.length)
          paged.push(...rows.map((row) => row.ext))
        }
        expect(paged).toEqual(expected)
        store.close()
      },
    ),
    { numRuns: 60 },
  )
})

test('what is in the file stays: no second seeding, more numbers when more are asked for, own secrets', () => {
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

test('the subscription has an end', () => {
  const store = open(null, 0)
  const { quota = 0 } = store.company(homeCompany.id) ?? {}
  const numbers = Array.from({ length: quota }, (_, i) => String(300_000 + i))
  for (const number of numbers) create(store, number)
  expect(() => create(store, '299999')).toThrow('310120')
  store.close()
})

test('tokens: strict kills the one before, lenient does not, both end after 24 hours', () => {
  let time = 1_000_000
  for (const tokens of ['strict', 'lenient'] as const) {
    const store = openStore({ file: null, extensions: 0, tokens, now: () => time })
    const first = store.issueToken('v5', homeCompany.id)
    const second = store.issueToken('v5', homeCompany.id)
    expect(store.companyOfToken(first.token)).toBe(tokens === 'strict' ? null : homeCompany.id)
    expect(store.companyOfToken(second.token)).toBe(homeCompany.id)
    time += 86_400_000
    expect(store.companyOfToken(second.token)).toBeNull()
    store.close()
  }
})

test('a create that is refused leaves nothing behind', () => {
  const store = open(null, 10)
  create(store, '70')
  expect(() => create(store, '70')).toThrow(Refusal)
  expect(() => create(store, '71', 'nobody')).toThrow(Refusal)
  expect(store.extension(homeCompany.id, '71')).toBeNull()
  create(store, '72')
  store.close()
})
