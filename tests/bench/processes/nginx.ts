import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { freePort } from '../../stores/postgres.ts'
import { startMeasured, type Measured } from './measured.ts'

const binary = '/usr/sbin/nginx'

/**
 * Starts nginx as a plain proxy to the service: one process, keep-alive connections, no log. Returns null when nginx
 * is not installed.
 */
export async function startPlainNginx(directory: string, serviceUrl: string): Promise<Measured | null> {
  if (!existsSync(binary)) return null
  const port = await freePort()
  mkdirSync(join(directory, 'logs'), { recursive: true })
  const places = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `${name}_temp_path ${join(directory, name)};`)
    .join(' ')
  const file = join(directory, 'nginx.conf')
  writeFileSync(
    file,
    `daemon off; master_process off; pid ${join(directory, 'nginx.pid')}; error_log stderr notice;
    events { worker_connections 2048; }
    http {
      ${places} access_log off; keepalive_requests 1000000;
      upstream service { server ${new URL(serviceUrl).host}; keepalive 64; keepalive_requests 1000000; }
      server {
        listen 127.0.0.1:${port};
        location / { proxy_pass http://service; proxy_http_version 1.1; proxy_set_header connection ""; }
      }
    }`,
  )
  const started = await startMeasured(binary, ['-p', directory, '-c', file], {
    says: /start worker|using the/,
  })
  return { ...started, url: `http://127.0.0.1:${port}` }
}
