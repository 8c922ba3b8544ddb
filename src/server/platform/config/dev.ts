import type { Server } from 'node:http'
import { join } from 'node:path'
import { getRequestListener } from '@hono/node-server'
import type { Fetch } from '../http/listen.ts'

const served = ['src/web', 'src/contract', 'public', 'index.html', 'node_modules']
const ours = /^\/(api(\/|$)|healthz|readyz)/

/** `npm run dev`: Vite serves the SPA with hot reload; the BFF serves the API and health checks in the same process. */
export async function serveWithVite(
  server: Server,
  root: string,
  fetch: Fetch,
): Promise<() => Promise<void>> {
  const { createServer } = await import('vite')
  const vite = await createServer({
    root,
    appType: 'spa',
    server: {
      middlewareMode: true,
      hmr: { server },
      // By default Vite would serve the whole folder, including the secrets in DATA_DIR.
      fs: { allow: served.map((name) => join(root, name)) },
    },
  })
  const listener = getRequestListener(fetch)
  server.removeAllListeners('request')
  server.on('request', (incoming, outgoing) => {
    if (ours.test(incoming.url ?? '')) void listener(incoming, outgoing)
    else vite.middlewares(incoming, outgoing)
  })
  return () => vite.close()
}
