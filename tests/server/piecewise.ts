/** Returns a body that the test sends piece by piece. `asked` resolves when the reader wants the next piece. */
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
