import { connect, createServer, type Socket } from 'node:net'

/** A proxy to the service that can be cut. While cut, nothing listens on its port. */
export async function layCable(to: number) {
  const sockets = new Set<Socket>()
  const open = (port: number) => {
    const server = createServer((near) => {
      const far = connect(to, '127.0.0.1')
      for (const socket of [near, far]) {
        sockets.add(socket)
        socket.on('error', () => undefined)
        socket.on('close', () => {
          near.destroy()
          far.destroy()
          sockets.delete(socket)
        })
      }
      near.pipe(far).pipe(near)
    })
    return new Promise<typeof server>((resolve) => {
      server.listen(port, '127.0.0.1', () => resolve(server))
    })
  }
  let server = await open(0)
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  const cut = () => {
    server.close()
    for (const socket of sockets) socket.destroy()
  }
  return {
    url: `http://127.0.0.1:${port}`,
    cut,
    async repair() {
      server = await open(port)
    },
  }
}
