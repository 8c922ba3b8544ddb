interface BatchOptions<Answer> {
  /** After an abort, no further batch is sent, and the answers so far are the result. */
  signal?: AbortSignal | undefined
  /** How many calls run at once, 1 by default. */
  atOnce?: number
  /** Called before the first batch and after each, with how many items are done. */
  onProgress?: (done: number, answers: readonly Answer[]) => void
}

/** Calls with these items, at most `size` at a time. After a failure, sends no further batch, and rejects once no call runs. */
export async function inBatches<Item, Answer>(
  items: readonly Item[],
  size: number,
  call: (batch: Item[]) => Promise<Answer>,
  { signal, atOnce = 1, onProgress }: BatchOptions<Answer> = {},
): Promise<Answer[]> {
  const batches = Array.from({ length: Math.ceil(items.length / size) }, (_, index) =>
    items.slice(index * size, (index + 1) * size),
  ).entries()
  const answers = new Map<number, Answer>()
  let done = 0
  let hasFailed = false
  const isStopped = () => hasFailed || signal?.aborted === true
  const inOrder = () => [...answers].toSorted(([a], [b]) => a - b).map(([, answer]) => answer)
  const callInTurn = async () => {
    // The iterator is shared: each call takes the next batch.
    for (const [index, batch] of batches) {
      if (isStopped()) return
      answers.set(index, await call(batch))
      done += batch.length
      onProgress?.(done, inOrder())
    }
  }
  onProgress?.(0, [])
  const ends = await Promise.allSettled(
    Array.from({ length: atOnce }, () =>
      callInTurn().catch((error: unknown) => {
        if (isStopped()) return
        hasFailed = true
        throw error
      }),
    ),
  )
  const failed = ends.find((end) => end.status === 'rejected')
  if (failed !== undefined) throw failed.reason
  return inOrder()
}
