import { globSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { build } from 'vite'

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
}

/** Builds the bare page into `outDir` and serves it compressed, with `list` as its rows. */
export async function serveBarePage(
  outDir: string,
  list: string,
): Promise<{ url: string; close: () => void }> {
  await build({
    configFile: false,
    logLevel: 'error',
    root: join(import.meta.dirname, 'bare-page'),
    plugins: [react()],
    build: { outDir, emptyOutDir: true, chunkSizeWarningLimit: 1000 },
  })
  const files = globSync('**/*.{html,js,css}', { cwd: outDir })
  // Compressed in advance, like the console's own files.
  const bodies = new Map([
    ['/list.json', brotliCompressSync(list)],
    ...files.map((file) => [`/${file}`, brotliCompressSync(readFileSync(join(outDir, file)))] as const),
  ])
  const server = createServer((request, response) => {
    const path = request.url === '/' ? '/index.html' : (request.url ?? '')
    const body = bodies.get(path)
    if (body === undefined) {
      response.writeHead(404).end()
      return
    }
    response.setHeader('content-type', types[extname(path)] ?? 'application/octet-stream')
    response.setHeader('content-encoding', 'br')
    response.end(body)
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const address: AddressInfo | string | null = server.address()
  if (address === null || typeof address === 'string') throw new Error('the bare page is not served')
  return { url: `http://127.0.0.1:${address.port}`, close: () => server.close() }
}
