/** A long text as its pieces come; each is whole lines, so `clean` finds a secret whole. */
export function asStream(
  pieces: AsyncGenerator<string>,
  clean: (text: string) => string,
): ReadableStream<Uint8Array<ArrayBuffer>> {
  const encoder = new TextEncoder()
  return new ReadableStream({
    async pull(controller) {
      const next = await pieces.next()
      if (next.done === true) controller.close()
      else controller.enqueue(encoder.encode(clean(next.value)))
    },
    async cancel() {
      await pieces.return(undefined)
    },
  })
}
