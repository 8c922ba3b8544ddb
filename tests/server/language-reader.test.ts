import { expect, test } from 'vitest'
import { extensionNotFoundCodes } from '#upstream/assumptions.ts'
import { UpstreamError } from '#upstream/errors.ts'
import { createLanguageReader } from '#server/languages/language-reader.ts'
import { createInventoryStore } from '#server/store/inventory-store.ts'
import { createLanguageRanges } from '#server/store/language-ranges.ts'
import { createLanguageStore } from '#server/store/language-store.ts'
import { eachStore } from '../stores/each-store.ts'
import { seenExtension } from './inventory-records.ts'

// PostgreSQL waits for the disk, which others use as well.
const hourMs = 3_600_000

eachStore(({ open }) => {
  test('numbers that are gone are asked about once more, and forgotten when the service does not know them', async () => {
    const database = await open()
    const inventory = createInventoryStore(database, 'a')
    const store = createLanguageStore(database, 'a')
    let time = 1_800_000_000_000
    const asked: string[] = []
    const known = new Set(['8001', '8002', '8003', '8004'])
    const { takeTurn } = createLanguageReader({
      inventory,
      store,
      ranges: createLanguageRanges(database, 'a'),
      now: () => time,
      upstream: {
        getLanguages: () => Promise.resolve({ data: [], warnings: [] }),
        getExtensionLanguage: ({ ext }) => {
          asked.push(ext)
          if (known.has(ext))
            return Promise.resolve({ data: { langCode: null, langCodeTxt: 'English' }, warnings: [] })
          return Promise.reject(
            new UpstreamError({
              kind: 'refused',
              operation: 'extension_language',
              code: extensionNotFoundCodes[0],
              certainlyNotDone: true,
            }),
          )
        },
      },
    })
    const turn = { read: <T>(call: () => Promise<T>) => call(), signal: new AbortController().signal }
    const pass = async () => {
      asked.length = 0
      for (let turns = 0; turns < 3; turns++) {
        await takeTurn(turn)
        time += hourMs
      }
      return asked
    }
    const saw = (exts: readonly string[], absent: readonly string[]) =>
      inventory.saw([
        {
          records: exts.map((ext) => seenExtension(ext, { bindStatus: 0 })),
          absent,
          source: 'detail',
          at: time,
        },
      ])
    await saw([...known], [])
    expect(await pass()).toEqual([...known])
    // The one operation does not know 8003 any more, the other does.
    await saw(['8001'], ['8002', '8003', '8004'])
    known.delete('8002')
    known.delete('8004')
    expect(await pass()).toEqual(['8002', '8003', '8004'])
    expect((await store.list({}, {}, 10)).map(({ ext }) => ext)).toEqual(['8001', '8003'])
    expect((await store.summary()).read).toBe(2)
    expect(await pass()).toEqual([])
  })

  test.each(['timeout', 'unreachable'] as const)(
    'a number of which nothing ever comes (%s) keeps neither its range nor what is due waiting for ever',
    async (kind) => {
      const database = await open()
      const inventory = createInventoryStore(database, 'a')
      const store = createLanguageStore(database, 'a')
      const ranges = createLanguageRanges(database, 'a')
      let time = 1_800_000_000_000
      let away = false
      const { takeTurn } = createLanguageReader({
        inventory,
        store,
        ranges,
        now: () => time,
        upstream: {
          getLanguages: () => Promise.resolve({ data: [], warnings: [] }),
          getExtensionLanguage: ({ ext }) =>
            away || ext === '8002'
              ? Promise.reject(
                  new UpstreamError({
                    kind: away ? 'paused' : kind,
                    operation: 'extension_language',
                    certainlyNotDone: true,
                  }),
                )
              : Promise.resolve({ data: { langCode: null, langCodeTxt: 'English' }, warnings: [] }),
        },
      })
      const turn = { read: <T>(call: () => Promise<T>) => call(), signal: new AbortController().signal }
      const turns = async (count: number) => {
        for (let taken = 0; taken < count; taken++) await takeTurn(turn)
      }
      const numbers = ['8001', '8002', '8003', '8004']
      await inventory.saw([
        {
          records: numbers.map((ext) => seenExtension(ext, { bindStatus: 0 })),
          absent: [],
          source: 'detail',
          at: time,
        },
      ])
      // Nothing is held against a number while the service is not asked at all.
      away = true
      await ranges.add({ from: '8002', to: '8003' }, 'somebody', time)
      await turns(6)
      expect(await ranges.recent()).toMatchObject([{ state: 'waiting', failed: 0 }])
      away = false
      await turns(4)
      expect(await ranges.recent()).toMatchObject([{ state: 'done', read: 1, failed: 1 }])
      time += hourMs * 2
      await turns(8)
      expect((await store.list({}, {}, 10)).map(({ ext }) => ext)).toEqual(['8001', '8003', '8004'])
    },
  )
})
