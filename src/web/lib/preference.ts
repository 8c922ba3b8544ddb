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
