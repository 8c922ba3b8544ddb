import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  changeCodeNames,
  maxChanges,
  readCodeNames,
  readObservedValues,
  type CodeChange,
} from '#contract/codes.ts'
import { listAudit } from '#contract/audit.ts'
import { eachStore } from '../../stores/each-store.ts'
import { openBff, type Bff } from '../bff.ts'

const hour = 3_600_000
const name = { en: 'Registered', zh: '已注册', note: 'asked the vendor, 2026-11' }
const naming = (value: string, version = 0, changes: Partial<CodeChange> = {}): CodeChange => ({
  field: 'extension.status',
  value,
  version,
  name,
  ...changes,
})

eachStore(({ copyStore }) => {
  let bff: Bff
  beforeAll(async () => {
    // On a busy machine, background reads would add to the counts.
    const timings = { idlePagesEveryMs: hour, detailsEveryMs: hour, agentsEveryMs: hour }
    bff = await openBff({ store: await copyStore(), timings })
  })
  afterAll(() => bff.close())
  const change = (...changes: unknown[]) => bff.requestAs('admin', changeCodeNames.path, { changes })
  const names = async () =>
    readCodeNames.answer.parse((await bff.requestAs('supervisor', readCodeNames.path)).body).items
  const seen = async () =>
    readObservedValues.answer.parse((await bff.requestAs('admin', readObservedValues.path)).body).items

  describe('the dictionary', () => {
    test('is changed by administrators, read by all users, and audited', async () => {
      expect(
        (await bff.requestAs('supervisor', changeCodeNames.path, { changes: [naming('1')] })).status,
      ).toBe(403)
      expect((await change(naming('1'))).status).toBe(200)
      expect(await names()).toMatchObject([
        { field: 'extension.status', value: '1', ...name, version: 1, changedBy: 'admin@example.com' },
      ])
      const { body } = await bff.requestAs('admin', '/api/audit?action=code.name')
      expect(listAudit.answer.parse(body).items).toMatchObject([
        { object: 'extension.status 1', begunAt: expect.any(Number), result: 'done' },
      ])
    })

    test('records each changed name before and after', async () => {
      const changed = naming('501', 1, { name: { ...name, en: 'Renamed' } })
      await change(naming('501'), naming('502'))
      await change(changed, naming('502', 1, { name: null }))
      const reasons = async (value: string) => {
        const { body } = await bff.requestAs(
          'admin',
          `/api/audit?object=${encodeURIComponent(`extension.status ${value}`)}`,
        )
        return listAudit.answer.parse(body).items.flatMap(({ reason }) => reason ?? [])
      }
      expect((await reasons('501'))[0]).toBe(JSON.stringify({ en: [name.en, 'Renamed'] }))
      expect((await reasons('502'))[0]).toContain(JSON.stringify([name.en, '–']))
    })

    test('refuses a note with a password, with no change made', async () => {
      const { status, body } = await change(
        naming('77'),
        naming('78', 0, { name: { ...name, note: 'password=k8Zq2LmP' } }),
      )
      expect([status, body['code']]).toEqual([400, 'names-secret'])
      expect(body['errors']).toMatchObject([{ path: 'changes.1.name.note' }])
      expect((await names()).some(({ value }) => value === '77')).toBe(false)
    })

    test('refuses all changes of the second administrator who changes the same code', async () => {
      await change(naming('10'))
      const both = await Promise.all([
        change(naming('10', 1, { name: { ...name, en: 'One' } })),
        change(naming('10', 1, { name: { ...name, en: 'Other' } })),
      ])
      expect(both.map(({ status }) => String(status)).toSorted()).toEqual(['200', '409'])
      const refused = await change(naming('11'), naming('10', 1))
      expect(refused.body).toMatchObject({ code: 'edit-conflict' })
      expect((await names()).map(({ value }) => value)).not.toContain('11')
      expect((await change(naming('10', 0))).status).toBe(409)
      const gone = await change(naming('10', 2, { name: null }))
      expect(gone.status).toBe(200)
      const { body } = await bff.requestAs('admin', '/api/audit?action=code.remove-name')
      expect(listAudit.answer.parse(body).items).toMatchObject([
        { object: 'extension.status 10', begunAt: expect.any(Number), result: 'done' },
      ])
      expect((await names()).map(({ value }) => value)).not.toContain('10')
      // Removed and named again: a change based on the second version is still refused.
      expect((await change(naming('10'))).status).toBe(200)
      expect((await names()).find(({ value }) => value === '10')?.version).toBe(4)
      expect((await change(naming('10', 2, { name: null }))).status).toBe(409)
    })

    test('accepts one of thirty parallel changes of one code', async () => {
      const answers = await Promise.all(
        Array.from({ length: 30 }, (_, n) => change(naming('77', 0, { name: { ...name, en: `${n}` } }))),
      )
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
      expect(answers.filter(({ status }) => status === 409)).toHaveLength(29)
    })

    test.each([
      ['a value that is no integer', naming('one')],
      ['a field that has no codes', { ...naming('1'), field: 'extension.password' }],
      ['no name in either language', naming('2', 0, { name: { en: ' ', zh: '', note: '' } })],
      ['a name with a line break', naming('2', 0, { name: { ...name, en: 'a\nb' } })],
      ['a name that is too long', naming('2', 0, { name: { ...name, en: 'x'.repeat(61) } })],
    ])('refuses %s', async (_what, wrong) => {
      expect((await change(wrong)).status).toBe(400)
    })

    test('accepts a whole dictionary in one request, but no more entries', async () => {
      const whole = Array.from({ length: maxChanges }, (_, n) =>
        naming(String(1_000_000 + n), 0, { name: { en: 'n'.repeat(60), zh: '字'.repeat(60), note: '' } }),
      )
      expect((await change(...whole)).status).toBe(200)
      expect((await change(...whole, naming('5'))).status).toBe(400)
      expect((await change(naming('6'), naming('6'))).status).toBe(400)
      expect((await names()).length).toBeGreaterThanOrEqual(maxChanges)
    })
  })

  describe('observed values', () => {
    test('are for administrators and include values that any user read', async () => {
      expect((await bff.requestAs('supervisor', readObservedValues.path)).status).toBe(403)
      await bff.requestAs('supervisor', '/api/extensions/idle?page=1&pageSize=100')
      await bff.requestAs('supervisor', '/api/extensions/1000')
      await bff.requestAs('supervisor', '/api/extensions/idle/first')
      const items = await seen()
      const of = (field: string) => items.filter((item) => item.field === field)
      expect(of('extension.bindStatus')).toMatchObject([
        { value: '0', published: true },
        { value: '1', published: true, count: 1 },
      ])
      expect(of('extension.bindStatus')[0]?.count).toBe(100)
      expect(of('agent.workStatus').length).toBe(1)
    })

    test('marks a return code that the vendor has not published', async () => {
      await bff.requestAs('supervisor', '/api/extensions/9900071')
      expect((await seen()).filter(({ value }) => value === '888888')).toMatchObject([
        { field: 'extensions.retCode', published: false, count: 1 },
      ])
    })
  })
})
