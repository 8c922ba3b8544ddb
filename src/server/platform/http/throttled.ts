import { setTimeout as sleep } from 'node:timers/promises'
import pLimit from 'p-limit'

const oneByOne = pLimit(1)

/**
 * Yields the pieces of a file made from the store's rows, one piece at a time over all files of this process. Pauses after each
 * piece for as long as the piece took, so that half of the process's time is left for other requests.
 */
export async function* throttled(pieces: AsyncGenerator<string>): AsyncGenerator<string> {
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
