import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { installPackage } from '../system-package.ts'

const binary = '/usr/sbin/nginx'

/**
 * Starts nginx with the documented configuration (deploy/nginx) in front of two replicas on the given loopback
 * ports. Returns a function that stops nginx.
 */
export function startNginx(ports: { listen: number; replicas: readonly [number, number] }) {
  if (!existsSync(binary) && !(installPackage('nginx-light') && existsSync(binary)))
    throw new Error('No nginx was found. Install it: the replicas are tested behind it.')
  const prefix = mkdtempSync(join(tmpdir(), 'console-nginx-'))
  mkdirSync(join(prefix, 'logs'))
  const part = (name: string) => readFileSync(join(import.meta.dirname, '../../deploy/nginx', name), 'utf8')
  const config = part('nginx.conf')
    .replace('/run/console-nginx.pid', join(prefix, 'nginx.pid'))
    .replace(
      'http {',
      ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].reduce(
        (text, name) => `${text}\n  ${name}_temp_path ${join(prefix, name)};`,
        'http {',
      ),
    )
  const site = part('site.conf')
    .replace('127.0.0.1:8080', `127.0.0.1:${ports.replicas[0]}`)
    .replace('127.0.0.1:8082', `127.0.0.1:${ports.replicas[1]}`)
    .replace('127.0.0.1:8090', `127.0.0.1:${ports.listen}`)
  const file = join(prefix, 'nginx.conf')
  writeFileSync(file, config)
  writeFileSync(join(prefix, 'site.conf'), site)
  writeFileSync(join(prefix, 'locations.conf'), part('locations.conf'))
  const child = spawn(binary, ['-p', prefix, '-c', file, '-g', 'daemon off; master_process off;'])
  return async (): Promise<void> => {
    child.kill('SIGKILL')
    await once(child, 'exit')
    rmSync(prefix, { recursive: true, force: true })
  }
}
