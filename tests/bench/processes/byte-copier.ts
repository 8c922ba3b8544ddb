import { createServer } from 'node:http'
import { Pool } from 'undici'

/** The minimum work of a Node proxy, as a baseline for the BFF: copies the service's bytes without reading them. */
const service = process.argv[2] ?? ''
const pool = new Pool(service, { connections: 32 })

const server = createServer((request, response) => {
  request.resume()
  pool
    .stream(
      { path: request.url ?? '/', method: 'GET', opaque: response },
      ({ statusCode, headers, opaque }) => opaque.writeHead(statusCode, headers),
    )
    .catch(() => response.destroy())
})
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  process.stdout.write(`Copier at http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}\n`)
})
