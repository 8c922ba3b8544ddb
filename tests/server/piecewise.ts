/** A body whose pieces are sent as they are asked for. */
export function piecewise() {
  let asked = Promise.withResolvers<undefined>()
  let controller: ReadableStreamDefaultController<Uint8Array> | undefined
  const body = new ReadableStream<Uint8Array>(
    {
      start(given) {
        controller = given
      },
      pull: () => asked.resolve(undefined),
    },
    { highWaterMark: 0 },
  )
  return {
    body,
    asked: () => asked.promise,
    send(text: string): void {
      asked = Promise.withResolvers()
      controller?.enqueue(new TextEncoder().encode(text))
    },
    end: () => controller?.close(),
  }
}
