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
export function setPreferenceOwner(userId: string): void {
  owner = userId
}
/** Returns the key of what a user made: the next user of this browser must not see it. Appearance is the browser's, without an owner. */
export const ofOwner = (key: string): string => `${key}.${owner}`

/** A value of the signed-in user that this browser stores and that components share. */
export function ownValue<Schema extends z.ZodMiniType>(
  key: string,
  schema: Schema,
  fallback: z.output<Schema>,
) {
  const read = () => readPreference(ofOwner(key), schema, fallback)
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
      writePreference(ofOwner(key), next)
    },
    use: () => {
      get()
      return value.use()
    },
  }
}

/** Removes one user's drafts from this browser, for sign-out. */
export function removeDrafts(userId: string): void {
  try {
    for (const key of Object.keys(localStorage))
      if (key.startsWith(name('draft.')) && key.endsWith(`.${userId}`)) localStorage.removeItem(key)
  } catch {
    // Private mode may have no storage, and then no drafts.
  }
}

export function writePreference(key: string, value: unknown): void {
  try {
    localStorage.setItem(name(key), JSON.stringify(value))
  } catch {
    // In private mode or with full storage, the choice lasts until the user leaves the page.
  }
}
