import { expect, test } from 'vitest'
import { andMore, createOnceAMinute } from '#server/people/once-a-minute.ts'
import { openBff } from './bff.ts'
import { visitor } from './visitor.ts'

test('the first of a minute is written, the others are counted into the next one', async () => {
  let now = 0
  const written: number[] = []
  const onceAMinute = createOnceAMinute(() => now)
  const write = (untold: number) => {
    written.push(untold)
    return Promise.resolve()
  }
  for (now = 0; now < 60_000; now += 10_000) await onceAMinute(['here'], write)
  await onceAMinute(['elsewhere'], write)
  expect(written).toEqual([0, 0])
  now = 60_000
  await onceAMinute(['here'], write)
  expect(written).toEqual([0, 0, 5])
  expect([andMore(5), andMore(0)]).toEqual(['and 5 more like it since the last one on record', null])
  // Of two kinds at once neither may have been written just now.
  await onceAMinute(['here', 'a third'], write)
  expect(written).toHaveLength(3)
  for (let n = 0; n < 3; n++) await onceAMinute([], write)
  expect(written).toEqual([0, 0, 5, 0, 0, 0])
})

test('what could not be written is not taken for written', async () => {
  const onceAMinute = createOnceAMinute(() => 0)
  await expect(onceAMinute(['here'], () => Promise.reject(new Error('full')))).rejects.toThrow('full')
  let written = 0
  await onceAMinute(['here'], () => Promise.resolve(void written++))
  expect(written).toBe(1)
})

test('a stranger who types codes that nobody waits for adds one row to the audit', async () => {
  const bff = await openBff()
  const stranger = visitor(bff)
  for (let n = 0; n < 30; n++)
    expect((await stranger.giveCode(String(100_000 + n))).body['code']).toBe('code-expired')
  const { text } = await bff.as('admin', '/api/audit?action=session.refused')
  expect(text.split('"result":"code-expired"')).toHaveLength(2)
  await bff.close()
})
