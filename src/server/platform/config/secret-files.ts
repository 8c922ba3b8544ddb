import { readFileSync, statSync } from 'node:fs'
import * as z from 'zod'
import { ConfigError } from './startup-error.ts'

export type Environment = Readonly<Record<string, string | undefined>>

const maxBytes = 4096

/** Returns the single line of text in a secret's file, or the error in the file. */
function readSecret(file: string): { text: string } | { error: string } {
  try {
    const stats = statSync(file)
    // Reading a pipe would block until a process writes to it.
    if (!stats.isFile()) return { error: 'not a regular file; give the path of a file with one line of text' }
    if (stats.size > maxBytes) return { error: `the file is larger than ${maxBytes} bytes` }
    const text = readFileSync(file, 'utf8').replace(/\r?\n$/, '')
    return text === '' || /[\0\r\n]/.test(text) ? { error: 'the file must hold one line of text' } : { text }
  } catch {
    return { error: 'the file cannot be read; check the path and its owner' }
  }
}

/** Trims spaces, so that a secret is the same from a file and from a variable. */
export const sessionSecret = z.string().trim().min(32, 'must have at least 32 characters')

/** Returns the session secret from a file in the data directory. Throws `ConfigError`, which names the file. */
export function readSessionSecret(file: string): string {
  const read = readSecret(file)
  if ('error' in read) throw new ConfigError([`DATA_DIR: ${file}: ${read.error}`])
  const { success, data, error } = sessionSecret.safeParse(read.text)
  if (!success) throw new ConfigError([`DATA_DIR: ${file} ${error.issues[0]?.message ?? 'cannot be used'}`])
  return data
}

/** Reads each secret from its `X_FILE` variable when that is set. The errors name the variable, never a value. */
export function withSecretFiles(
  env: Environment,
  names: readonly string[],
): { values: Environment; errors: string[] } {
  const values = { ...env }
  const errors: string[] = []
  for (const name of names) {
    const file = env[`${name}_FILE`]
    if (file === undefined) continue
    if (env[name] !== undefined) {
      errors.push(`${name}: given twice, as ${name} and as ${name}_FILE; keep one`)
      continue
    }
    const read = readSecret(file)
    if ('error' in read) errors.push(`${name}_FILE: ${read.error}`)
    else values[name] = read.text
  }
  return { values, errors }
}
