import { readFileSync } from 'node:fs'
import { defaultProfile, readProfileFile, type Profile } from '#upstream/profile.ts'
import type { Environment } from './secret-files.ts'

/** Returns the profile in the file that a variable names; the default one without it. Adds every error by its path. */
export function readProfile(name: string, env: Environment, errors: string[]): Profile {
  const file = env[name]
  if (file === undefined || file === '') return defaultProfile
  const read = readProfileFile(file)
  if ('profile' in read) return read.profile
  errors.push(...read.errors.map((error) => `${name}: ${error}`))
  return defaultProfile
}

/** Returns the certificates of a further authority, in PEM; undefined without the variable. */
export function readCertificates(name: string, env: Environment, errors: string[]): string | undefined {
  const file = env[name]
  if (file === undefined || file === '') return undefined
  try {
    const text = readFileSync(file, 'utf8')
    if (!text.includes('-----BEGIN CERTIFICATE-----'))
      errors.push(`${name}: the file holds no certificate in PEM`)
    return text
  } catch {
    errors.push(`${name}: the file cannot be read; check the path and its owner`)
    return undefined
  }
}
