import { setImmediate as turn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { throttled } from '#server/platform/http/throttled.ts'

test('makes one piece at a time over all files, in turns, and yields to other work in between', async () => {
  const made: string[] = []
  let underWay = 0
  let most = 0
  async function* file(name: string) {
    for (let piece = 1; piece <= 3; piece++) {
      most = Math.max(most, ++underWay)
      await turn()
      underWay--
      made.push(`${name}${piece}`)
      yield `${name}${piece}`
    }
  }
  const read = async (name: string) => {
    const pieces: string[] = []
    for await (const piece of throttled(file(name))) {
      pieces.push(piece)
      setImmediate(() => made.push('other'))
    }
    return pieces
  }
  expect(await Promise.all([read('a'), read('b')])).toEqual([
    ['a1', 'a2', 'a3'],
    ['b1', 'b2', 'b3'],
  ])
  expect(most).toBe(1)
  expect(made.filter((what) => what !== 'other')).toEqual(['a1', 'b1', 'a2', 'b2', 'a3', 'b3'])
  expect(made.slice(0, 4)).toContain('other')
})

test('ends a file when its reader stops, and continues after a file that fails', async () => {
  let isEnded = false
  async function* endless() {
    try {
      for (;;) yield 'piece'
    } finally {
      isEnded = true
    }
  }
  const file = throttled(endless())
  await file.next()
  await file.return(undefined)
  expect(isEnded).toBe(true)
  async function* broken() {
    yield 'piece'
    throw new Error('the store is gone')
  }
  const read = async () => {
    for await (const piece of throttled(broken())) expect(piece).toBe('piece')
  }
  await expect(read()).rejects.toThrow('the store is gone')
  await expect(read()).rejects.toThrow('the store is gone')
})
