import * as z from 'zod/mini'

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

/** Removes one user's drafts from this browser, for sign-out. */
export function removeDrafts(userId: string): void {
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
