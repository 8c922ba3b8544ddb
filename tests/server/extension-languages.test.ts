import Papa from 'papaparse'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import {
  languageRange,
  languageSummary,
  listExtensionLanguages,
  mostInRange,
} from '#contract/extension-languages.ts'
import { idleExtensions } from '#contract/extensions.ts'
import { eachStore } from '../stores/each-store.ts'
import { exts, startService, v5, type Service } from '../upstream/service.ts'
import { openBff, type Bff } from './bff.ts'

const list = '/api/extension-languages'
const never = 24 * 3_600_000
/** Languages are read at once, and no number comes but those that a test asks for. */
const timings = { languagesEveryMs: 10, idlePagesEveryMs: never, detailsEveryMs: never, gapsEveryMs: never }

eachStore(({ place }) => {
  let bff: Bff
  beforeAll(async () => {
    bff = await openBff({ timings, store: await place() })
    await bff.as('admin', '/api/settings', { backgroundRate: 100 }, {}, 'PATCH')
  })
  afterAll(() => bff.close())

  const summary = async () =>
    languageSummary.answer.parse((await bff.as('supervisor', `${list}/summary`)).body)
  const rows = async (query = '') =>
    listExtensionLanguages.answer.parse((await bff.as('supervisor', `${list}${query}`)).body)
  const ask = (from: string, to: string) => bff.as('supervisor', `${list}/ranges`, { from, to })
  const ended = (id: string) =>
    vi.waitFor(
      async () => {
        const range = (await summary()).ranges.find((each) => each.id === id)
        if (range?.endedAt == null) throw new Error(`goes on: ${JSON.stringify(range)}`)
        return range
      },
      { timeout: 60_000, interval: 100 },
    )

  test('a range that somebody asks for is read, in the background, with its progress; on record', async () => {
    const { body, status } = await ask('1000', '1024')
    expect(status).toBe(200)
    const asked = languageRange.parse(body)
    expect(asked).toMatchObject({ total: 25, read: 0, askedBy: 'supervisor@example.com', endedAt: null })
    expect(await ended(asked.id)).toMatchObject({ state: 'done', read: 25, missing: 0, failed: 0 })
    const { items, previous, next } = await rows('?pageSize=20')
    expect([items.length, items[0]?.ext, previous, next]).toEqual([20, '1000', null, '1019'])
    expect(items[0]).toMatchObject({
      langCode: '1',
      langCodeTxt: 'Opus',
      language: 'Opus',
      standing: 'codec',
    })
    const { counts } = await summary()
    expect(counts.filter(({ language }) => language === 'Opus')[0]?.count).toBeGreaterThan(5)
    const audit = (await bff.as('admin', '/api/audit?action=language.read')).text
    expect(audit).toContain('"object":"1000-1024"')
  })

  test('numbers that the service does not know are counted, not kept; broken ones do not stop the rest', async () => {
    const missing = languageRange.parse((await ask('4990', '4999')).body)
    const broken = languageRange.parse((await ask('99000699', '99000702')).body)
    expect(await ended(missing.id)).toMatchObject({ read: 0, missing: 10, failed: 0 })
    // 990006 is a refusal of all such reads: waited for; cancelled, so that others get their turn.
    const cancel = await bff.as('supervisor', `${list}/ranges/${broken.id}/cancel`, {})
    expect(languageRange.parse(cancel.body).state).toBe('cancelled')
    const failing = languageRange.parse((await ask('99000701', '99000703')).body)
    expect(await ended(failing.id)).toMatchObject({ failed: 3, state: 'done' })
    expect((await rows('?ext=4')).items).toEqual([])
    expect((await bff.as('supervisor', `${list}/ranges/${crypto.randomUUID()}/cancel`, {})).status).toBe(404)
  })

  test.each([
    ['10', '9'],
    ['1000', '999'],
    ['1000', '10000'],
    ['100000', String(100_000 + mostInRange)],
    ['10a0', '1000'],
  ])('refuses the range %s to %s', async (from, to) => {
    expect((await ask(from, to)).status).toBe(400)
  })

  test('what the console has seen is read by itself, within the budget', async () => {
    const idle = idleExtensions.answer.parse(
      (await bff.as('supervisor', '/api/extensions/idle?page=1&pageSize=100')).body,
    )
    const { items } = await vi.waitFor(
      async () => {
        const now = await rows('?pageSize=1000')
        const read = new Set(now.items.map(({ ext }) => ext))
        if (idle.items.some(({ ext }) => !read.has(ext))) throw new Error(`read ${read.size}`)
        return now
      },
      { timeout: 60_000, interval: 50 },
    )
    expect(items.some(({ recordLangCodeTxt }) => recordLangCodeTxt !== null)).toBe(true)
    // Read once: the next is due in a week, and only what somebody asks for is read again.
    const calls = bff.sandbox.calls('extension_language')
    for (const from of ['1000', '1001']) await ended(languageRange.parse((await ask(from, from)).body).id)
    expect(bff.sandbox.calls('extension_language') - calls).toBe(2)
  })

  test('pages on and back meet every row once; filters by language, standing, beginning; the file is the filter', async () => {
    const all = (await rows('?pageSize=1000')).items.map(({ ext }) => ext)
    expect(all).toEqual(all.toSorted())
    const forth: string[] = []
    for (let after = ''; ;) {
      const page = await rows(`?pageSize=30${after}`)
      forth.push(...page.items.map(({ ext }) => ext))
      if (page.next === null) break
      after = `&after=${page.next}`
    }
    expect(forth).toEqual(all)
    const back = await rows(`?pageSize=30&before=${forth[60] ?? ''}`)
    expect(back.items.map(({ ext }) => ext)).toEqual(forth.slice(30, 60))
    expect([back.previous, back.next]).toEqual([forth[30], forth[59]])
    const first = await rows(`?pageSize=30&before=${forth[30] ?? ''}`)
    expect(first.previous).toBeNull()
    const query = '?language=Opus&standing=codec&ext=10'
    const filtered = (await rows(`${query}&pageSize=1000`)).items
    expect(filtered.length).toBeGreaterThan(0)
    expect(filtered.every(({ ext, language }) => ext.startsWith('10') && language === 'Opus')).toBe(true)
    expect((await rows('?standing=mismatch')).items).toEqual([])
    const file = await bff.as('supervisor', `${list}/export.csv${query}`)
    const { data } = Papa.parse<Record<string, string>>(file.text.replace(/^\uFEFF/, ''), {
      header: true,
      skipEmptyLines: true,
    })
    expect(data.map((row) => row['ext'])).toEqual(filtered.map(({ ext }) => ext))
    const { counts, read } = await summary()
    expect(counts.reduce((sum, { count }) => sum + count, 0)).toBe(read)
    expect(read).toBe(all.length)
  })

  describe('a service that answers otherwise', () => {
    let service: Service
    let other: Bff
    beforeAll(async () => {
      service = await startService()
      service.on(
        'get_language',
        v5({ items: [{ id: '1', language: 'en', language_code: 'en', language_value: 'English' }] }),
      )
      other = await openBff({ timings, store: await place(), serviceUrl: service.url })
      await other.as('admin', '/api/settings', { backgroundRate: 100 }, {}, 'PATCH')
    })
    afterAll(async () => {
      await other.close()
      await service.close()
    })

    test('unknown, none, differing: marked, and found as mismatches; read anew, the counts follow', async () => {
      const answers: Record<string, object> = {
        '7000': { langCode: 'en', langCodeTxt: 'English' },
        '7001': { langCode: 'tlh', langCodeTxt: 'Klingon' },
        '7002': {},
        '7003': { langCode: 7, langCodeTxt: '=1+1' },
      }
      service.on('extension_language', (request, response) =>
        exts(answers[/\/exts\/(\d+)\//.exec(request.path)?.[1] ?? ''] ?? {})(request, response),
      )
      const read = async () => {
        const { id } = languageRange.parse(
          (await other.as('admin', `${list}/ranges`, { from: '7000', to: '7003' })).body,
        )
        await vi.waitFor(
          async () => {
            const { ranges } = languageSummary.answer.parse((await other.as('admin', `${list}/summary`)).body)
            if (ranges.find((each) => each.id === id)?.state !== 'done') throw new Error('goes on')
          },
          { timeout: 60_000, interval: 100 },
        )
        const { body } = await other.as('admin', `${list}?standing=mismatch`)
        return listExtensionLanguages.answer
          .parse(body)
          .items.map(({ ext, standing, language }) => [ext, standing, language])
      }
      expect(await read()).toEqual([
        ['7001', 'unknown', 'Klingon'],
        ['7002', 'none', ''],
        ['7003', 'unknown', '=1+1'],
      ])
      const file = await other.as('admin', `${list}/export.csv?ext=7003`)
      expect(file.text).toContain(`7003,"'=1+1",unknown,7,"'=1+1"`)
      answers['7001'] = { langCode: 'en', langCodeTxt: 'English' }
      expect((await read()).map(([ext]) => ext)).toEqual(['7002', '7003'])
      const { counts } = languageSummary.answer.parse((await other.as('admin', `${list}/summary`)).body)
      expect(counts).toContainEqual({ language: 'English', standing: 'language', count: 2 })
      expect(counts.some(({ language }) => language === 'Klingon')).toBe(false)
    })
  })
})
