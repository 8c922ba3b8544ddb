import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'

const isRoot = process.getuid?.() === 0

/** Installs a system package if that needs no confirmation. Returns false when it cannot. */
export function installPackage(name: string): boolean {
  if (!isRoot || !existsSync('/usr/bin/apt-get')) return false
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const apt = (...args: string[]) => execFileSync('apt-get', ['-qq', ...args], { stdio: 'ignore', env })
  apt('update')
  try {
    apt('install', '-y', '--no-install-recommends', name)
    return true
  } catch {
    return false
  }
}
