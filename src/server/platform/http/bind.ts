import type { Server } from 'node:http'

/**
 * Takes the port and gives its number. Throws when it cannot be had; what goes wrong with connections later, such as no
 * descriptor left for one, is passed to `onFault` and would otherwise end the process.
 */
export async function bind(
  server: Server,
  { port, host, onFault }: { port: number; host: string; onFault: (error: unknown) => void },
): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => {
      server.off('error', reject)
      resolve()
    })
  })
  server.on('error', onFault)
  const address = server.address()
  return typeof address === 'object' && address !== null ? address.port : port
}
