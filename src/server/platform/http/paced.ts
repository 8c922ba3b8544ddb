import { setTimeout as sleep } from 'node:timers/promises'
import pLimit from 'p-limit'

const oneByOne = pLimit(1)

/**
 * The pieces of a file that is made of the store's rows: one at a time in this process, however many files are made, which rests as
 * long after each, so that half of its time is left for other requests.
 */
export async function* paced(pieces: AsyncGenerator<string>): AsyncGenerator<string> {
  const next = async () => {
    const begun = performance.now()
    const piece = await pieces.next()
    await sleep(performance.now() - begun)
    return piece
  }
  try {
    for (let piece = await oneByOne(next); piece.done !== true; piece = await oneByOne(next))
      yield piece.value
  } finally {
    await pieces.return(undefined)
  }
}
