import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { prepareStore, users } from '../stores/prepared-store.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The path of a store file that contains the users. Tests copy it. */
    storeWithUsers: string
  }
}

/** The users of the prepared store, with realistic emails and names. */
export const accounts = {
  admin: { ...users.admin, email: 'ada@example.com', name: 'Ada Admin' },
  supervisor: { ...users.supervisor, email: 'sun@example.com', name: '孙主管' },
  auditor: users.auditor,
} as const

/** Creates the users once for the whole run: hashing their passwords takes longer than many tests. Returns the teardown. */
export async function setup(project: TestProject): Promise<() => void> {
  const directory = mkdtempSync(join(tmpdir(), 'console-web-'))
  const file = join(directory, 'console.db')
  await prepareStore({ file }, accounts)
  project.provide('storeWithUsers', file)
  return () => rmSync(directory, { recursive: true })
}
