import { without } from '#upstream/redact.ts'

/** Shorter secrets would be found by chance. */
const shortest = 8
/** How many of the latest tokens and signatures are searched for; an answer may still repeat an old one. */
const keptCredentials = 16

/** A secret and its escaped form in JSON. */
interface Searched {
  secret: string
  escaped: string
}
const searched = (secret: string): Searched => ({ secret, escaped: JSON.stringify(secret).slice(1, -1) })

const cleaned = (value: unknown, secrets: readonly string[]): unknown => {
  if (typeof value === 'string') return without(value, secrets)
  if (Array.isArray(value)) return value.map((item) => cleaned(item, secrets))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, cleaned(inner, secrets)]))
}

/**
 * The last check on answers of the BFF: removes the BFF's own secrets. A secret is found only after another protection has
 * failed, so each find reports the answer's route to `alarm`.
 */
export function createResponseRedactor(fixed: readonly (string | null)[], alarm: (route: string) => void) {
  const own = fixed.flatMap((secret) =>
    secret !== null && secret.length >= shortest ? [searched(secret)] : [],
  )
  let credentials: Searched[] = []
  const inside = (text: string): string[] =>
    [...own, ...credentials].filter(({ escaped }) => text.includes(escaped)).map(({ secret }) => secret)

  return {
    /** Adds a token or signature to the secrets that are searched for. */
    addCredential: (credential: string): void => {
      if (credential.length < shortest) return
      const others = credentials.filter(({ secret }) => secret !== credential)
      credentials = [searched(credential), ...others].slice(0, keptCredentials)
    },
    /** Returns a serialized answer without secrets. Changes only values, so that the JSON stays valid. */
    json: (text: string, route: string): string => {
      const found = inside(text)
      if (found.length === 0) return text
      alarm(route)
      return JSON.stringify(cleaned(JSON.parse(text), found))
    },
    /** Returns a file's text without secrets. */
    text: (content: string, route: string): string => {
      const found = inside(content)
      if (found.length === 0) return content
      alarm(route)
      return String(cleaned(content, found))
    },
  }
}
export type ResponseRedactor = ReturnType<typeof createResponseRedactor>
