interface BatchOptions<Answer> {
  /** After an abort, no further batch is sent, and the answers so far are the result. */
  signal?: AbortSignal | undefined
  /** Called before the first batch and after each, with how many items are done. */
  onProgress?: (done: number, answers: readonly Answer[]) => void
}

/** Calls with these items, at most `size` at a time, one call after another. Rejects with the first failure. */
export async function inBatches<Item, Answer>(
  items: readonly Item[],
  size: number,
  call: (batch: Item[]) => Promise<Answer>,
  { signal, onProgress }: BatchOptions<Answer> = {},
): Promise<Answer[]> {
  const isStopped = () => signal?.aborted === true
  const answers: Answer[] = []
  onProgress?.(0, answers)
  for (let from = 0; from < items.length && !isStopped(); from += size) {
    try {
      answers.push(await call(items.slice(from, from + size)))
    } catch (error) {
      if (isStopped()) break
      throw error
    }
    onProgress?.(Math.min(items.length, from + size), answers)
  }
  return answers
}
