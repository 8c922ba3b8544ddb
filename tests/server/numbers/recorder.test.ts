import { afterEach, expect, test } from 'vitest'
import { Recorder } from '#server/numbers/recorder.ts'
import { eachStore } from '../../stores/each-store.ts'
import { numberStore, seenExtension } from './number-store.ts'

const start = 1_800_000_000_000
const full = Object.assign(new Error('database or disk is full'), { code: 'ERR_SQLITE_ERROR', errcode: 13 })

eachStore(({ open }) => {
  let recorder: Recorder
  afterEach(() => recorder.close())

  test('keeps what the store did not take, and writes it later, unless a later answer says more', async () => {
    const store = numberStore(await open(), 'a')
    let isFull = true
    const faults: unknown[] = []
    recorder = new Recorder({
      recordNumbers: (observed) => (isFull ? Promise.reject(full) : store.recordObserved(observed)),
      recordAgents: () => Promise.resolve(),
      onFault: (error) => void faults.push(error),
      writeMs: 3_600_000,
    })
    const see = (exts: readonly string[], bindStatus: number, at: number) =>
      recorder.observe({
        extensions: {
          records: exts.map((ext) => seenExtension(ext, { bindStatus })),
          absent: [],
          source: 'idle',
          at,
        },
        agent: null,
        startedAt: at,
      })
    see(['8001', '8002'], 0, start)
    await recorder.flush()
    expect(faults).toEqual([full])
    see(['8002'], 1, start + 1)
    isFull = false
    await recorder.flush()
    expect(await store.byNumber('8001')).toMatchObject({ state: 'free' })
    expect(await store.byNumber('8002')).toMatchObject({ state: 'bound' })
  })
})
