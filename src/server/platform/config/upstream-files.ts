import { readFileSync } from 'node:fs'
import { defaultProfile, profileErrors, profileSchema, type Profile } from '#upstream/profile.ts'
import type { Environment } from './secret-files.ts'

const maxBytes = 1_000_000

function readText(name: string, file: string, errors: string[]): string | null {
  try {
    const text = readFileSync(file, 'utf8')
    if (text.length <= maxBytes) return text
    errors.push(`${name}: the file is larger than ${maxBytes} bytes`)
  } catch {
    errors.push(`${name}: the file cannot be read; check the path and its owner`)
  }
  return null
}

/** Returns the profile in the file that a variable names; the default one without it. Adds every error by its path. */
export function readProfile(name: string, env: Environment, errors: string[]): Profile {
  const file = env[name]
  const text = file === undefined || file === '' ? null : readText(name, file, errors)
  if (text === null) return defaultProfile
  try {
    const value: unknown = JSON.parse(text)
    const read = profileSchema.safeParse(value)
    if (read.success) return read.data
    errors.push(...profileErrors(value).map((error) => `${name}: ${error}`))
  } catch {
    errors.push(`${name}: the file is not JSON`)
  }
  return defaultProfile
}

/** Returns the certificates of a further authority, in PEM; undefined without the variable. */
export function readCertificates(name: string, env: Environment, errors: string[]): string | undefined {
  const file = env[name]
  const text = file === undefined || file === '' ? null : readText(name, file, errors)
  if (text === null) return undefined
  if (!text.includes('-----BEGIN CERTIFICATE-----'))
    errors.push(`${name}: the file holds no certificate in PEM`)
  return text
}
