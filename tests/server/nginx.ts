import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { installPackage } from '../system-package.ts'
import type { processes } from './processes.ts'

const binary = '/usr/sbin/nginx'

/** The documented nginx in front of two replicas, on ports of the test's. */
export function startNginx(
  { directory, spawned }: ReturnType<typeof processes>,
  ports: { listen: number; replicas: readonly [number, number] },
) {
  if (!existsSync(binary) && !(installPackage('nginx-light') && existsSync(binary)))
    throw new Error('No nginx was found. Install it: the replicas are tested behind it.')
  const prefix = join(directory, 'nginx')
  mkdirSync(join(prefix, 'logs'), { recursive: true })
  const config = readFileSync(join(import.meta.dirname, '../../deploy/nginx.conf'), 'utf8')
    .replace('/run/console-nginx.pid', join(prefix, 'nginx.pid'))
    .replace('127.0.0.1:8080', `127.0.0.1:${ports.replicas[0]}`)
    .replace('127.0.0.1:8082', `127.0.0.1:${ports.replicas[1]}`)
    .replace('127.0.0.1:8090', `127.0.0.1:${ports.listen}`)
    .replace(
      'http {',
      ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].reduce(
        (text, name) => `${text}\n  ${name}_temp_path ${join(prefix, name)};`,
        'http {',
      ),
    )
  const file = join(prefix, 'nginx.conf')
  writeFileSync(file, config)
  return spawned(binary, ['-p', prefix, '-c', file, '-g', 'daemon off; master_process off;'])
}
