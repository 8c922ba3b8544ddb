import { without } from '#upstream/redact.ts'
import type { TokenStore } from '#upstream/upstream.ts'

/** Shorter ones would be found by chance in what is no secret. */
const shortest = 8
/** How many tokens back an answer could still repeat. */
const keptTokens = 4

/** A secret, and how a JSON text would tell it. */
interface Told {
  secret: string
  told: string
}
const asTold = (secret: string): Told => ({ secret, told: JSON.stringify(secret).slice(1, -1) })

const cleaned = (value: unknown, secrets: readonly string[]): unknown => {
  if (typeof value === 'string') return without(value, secrets)
  if (Array.isArray(value)) return value.map((item) => cleaned(item, secrets))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, cleaned(inner, secrets)]))
}

/**
 * The last look at what leaves the BFF: no text of an answer holds a secret that the BFF lives on. Nothing is
 * ever found unless another wall has a hole; what is found is taken out, and `alarm` gets the route whose answer held it.
 */
export function createResponseRedactor(fixed: readonly (string | null)[], alarm: (route: string) => void) {
  const own = fixed.flatMap((secret) =>
    secret !== null && secret.length >= shortest ? [asTold(secret)] : [],
  )
  let tokens: Told[] = []
  const learn = (token: string | null) => {
    if (token !== null && token.length >= shortest && !tokens.some(({ secret }) => secret === token))
      tokens = [asTold(token), ...tokens].slice(0, keptTokens)
  }
  const inside = (text: string): string[] =>
    [...own, ...tokens].filter(({ told }) => text.includes(told)).map(({ secret }) => secret)

  return {
    /** The same store; each token that passes is one to look out for. */
    watch: (store: TokenStore): TokenStore => ({
      ...store,
      async read(key) {
        const read = await store.read(key)
        learn(read.state.token)
        return read
      },
      renewed(key, generation, owner, renewed) {
        learn(renewed.token)
        return store.renewed(key, generation, owner, renewed)
      },
    }),
    /** A serialized answer as it may leave. Only its values are touched, so it stays what it is. */
    json: (text: string, route: string): string => {
      const found = inside(text)
      if (found.length === 0) return text
      alarm(route)
      return JSON.stringify(cleaned(JSON.parse(text), found))
    },
    /** A file's text as it may leave. */
    text: (content: string, route: string): string => {
      const found = inside(content)
      if (found.length === 0) return content
      alarm(route)
      return String(cleaned(content, found))
    },
  }
}
export type ResponseRedactor = ReturnType<typeof createResponseRedactor>
