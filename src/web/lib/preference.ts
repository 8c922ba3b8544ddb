import * as z from 'zod/mini'
import { sharedValue } from './shared-value.ts'

const name = (key: string) => `extension-console.${key}`

/** Returns a preference stored in this browser; the fallback when it is missing or invalid, or storage is not available. */
export function readPreference<Schema extends z.ZodMiniType>(
  key: string,
  schema: Schema,
  fallback: z.output<Schema>,
): z.output<Schema> {
  try {
    const stored = z.safeParse(schema, JSON.parse(localStorage.getItem(name(key)) ?? 'null'))
    return stored.success ? stored.data : fallback
  } catch {
    return fallback
  }
}

let owner = ''
/** Sets the user whose own values are read and written from now on. Call it before anything of the user renders. */
export function setPreferenceUser(userId: string): void {
  owner = userId
}
/** Returns the key of what a user made: the next user of this browser must not see it. Appearance is the browser's, without an owner. */
export const userKey = (key: string): string => `${key}.${owner}`

/** A value of the signed-in user that this browser stores and that components share. */
export function userPreference<Schema extends z.ZodMiniType>(
  key: string,
  schema: Schema,
  fallback: z.output<Schema>,
) {
  const read = () => readPreference(userKey(key), schema, fallback)
  let readFor = owner
  const value = sharedValue(read())
  const get = () => {
    if (readFor !== owner) {
      readFor = owner
      value.set(read())
    }
    return value.get()
  }
  return {
    get,
    set: (next: z.output<Schema>) => {
      readFor = owner
      value.set(next)
      writePreference(userKey(key), next)
    },
    use: () => {
      get()
      return value.use()
    },
  }
}

/** Returns the storage keys of one user's drafts. */
function draftsOf(userId: string): string[] {
  try {
    return Object.keys(localStorage).filter(
      (key) =>
        key.startsWith(name('draft.')) &&
        key.endsWith(`.${userId}`) &&
        (localStorage.getItem(key) ?? 'null') !== 'null',
    )
  } catch {
    // Private mode may have no storage, and then no drafts.
    return []
  }
}

/** True when this browser stores a draft of the user, which a sign-out would delete. */
export const hasDraft = (userId: string): boolean => draftsOf(userId).length > 0

/** The key of the sheet of the user's latest import, which is no draft: signing out loses only a convenience. */
export const jobSheetKey = 'job-sheet'

/** Removes one user's drafts and sheet from this browser, for sign-out. */
export function removeDrafts(userId: string): void {
  writePreference(`${jobSheetKey}.${userId}`, null)
  for (const key of draftsOf(userId)) localStorage.removeItem(key)
}

/** Stores a preference. Returns false in private mode or with full storage: it then lasts until the user leaves the page. */
export function writePreference(key: string, value: unknown): boolean {
  try {
    localStorage.setItem(name(key), JSON.stringify(value))
    return true
  } catch {
    return false
  }
}
