import { expect, test, vi } from 'vitest'
import { extensionNotFoundCodes } from '#upstream/assumptions.ts'
import { UpstreamError } from '#upstream/errors.ts'
import { createLanguageReader } from '#server/languages/language-reader.ts'
import { createInventoryStore } from '#server/store/inventory-store.ts'
import { createLanguageRanges } from '#server/store/language-ranges.ts'
import { createLanguageStore } from '#server/store/language-store.ts'
import { eachStore } from '../stores/each-store.ts'
import { seenExtension } from './inventory-records.ts'

// PostgreSQL waits for the disk, which others use as well.
vi.setConfig({ testTimeout: 30_000 })

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
          if (known.has(ext)) return Promise.resolve({ data: { langCodeTxt: 'English' }, warnings: [] })
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
})
