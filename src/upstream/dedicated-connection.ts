import type { Socket } from 'node:net'
import { buildConnector, Client } from 'undici'

/** A connection opened before its one request is due, so that this can leave at once. It has never carried another. */
export interface Preconnected {
  /** The open connection, once; null when it is not there yet, gone or old. */
  take: () => Socket | null
  /** Not needed any more. */
  close: () => void
}

/** Connections of their own for requests that must not be blurred by another's. */
export function createOwnConnections(base: URL, connect: buildConnector.BuildOptions, freshMs: number) {
  const connector = buildConnector(connect)

  return {
    preconnect(): Preconnected {
      let opened: { socket: Socket; at: number } | null = null
      let closed = false
      const { hostname, host, protocol, port } = base
      connector({ hostname, host, protocol, port }, (error, socket) => {
        if (error !== null) return
        if (closed) {
          socket.destroy()
          return
        }
        // Its end is seen when it is taken.
        socket.on('error', () => undefined)
        opened = { socket, at: performance.now() }
      })
      const give = (): Socket | null => {
        const held = opened
        opened = null
        closed = true
        if (held === null) return null
        const { socket, at } = held
        if (socket.readyState === 'open' && performance.now() - at < freshMs) return socket
        socket.destroy()
        return null
      }
      return { take: give, close: () => give()?.destroy() }
    },

    /** A client for one request, on the connection opened ahead if there is one. */
    client: (ahead: Preconnected | undefined): Client =>
      new Client(base.origin, {
        // With 0, undici closes the connection by itself, for an error that it makes for each.
        pipelining: 1,
        connect: (options, callback) => {
          const socket = ahead?.take() ?? null
          // undici does not go on from a connection that is there at once.
          if (socket === null) connector(options, callback)
          else queueMicrotask(() => callback(null, socket))
        },
      }),
  }
}
