import * as z from 'zod/mini'

const name = (key: string) => `extension-console.${key}`

/** What this browser remembers for its reader; the fallback when it remembers nothing, rubbish, or may not remember. */
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

/** Removes one user's drafts, so that a sign-out leaves none of them in this browser. */
export function removeDrafts(userId: string): void {
  try {
    for (const key of Object.keys(localStorage))
      if (key.startsWith(name('draft.')) && key.endsWith(`.${userId}`)) localStorage.removeItem(key)
  } catch {
    // In private mode there are none.
  }
}

export function writePreference(key: string, value: unknown): void {
  try {
    localStorage.setItem(name(key), JSON.stringify(value))
  } catch {
    // Private mode or a full store: the choice then lasts until the page is left.
  }
}
