import type { TokenState, TokenStore } from '#upstream/token.ts'

const noToken: TokenState = {
  token: null,
  generation: 0,
  issuedAt: null,
  expiresAt: null,
  cooldownUntil: null,
  lastError: null,
  renewals: [],
}

/** Returns a token store that keeps its state in the memory of one process. */
export function memoryTokenStore(now: () => number = Date.now): TokenStore {
  const states = new Map<string, TokenState>()
  const leases = new Map<string, { fencingToken: number; until: number }>()
  const of = (key: string) => states.get(key) ?? noToken
  const isHeld = (key: string, fencingToken: number) => {
    const lease = leases.get(key)
    return lease?.fencingToken === fencingToken && lease.until > 0
  }
  return {
    read: (key) => Promise.resolve({ state: of(key), now: now() }),
    lease(key, generation, milliseconds) {
      const { fencingToken, until } = leases.get(key) ?? { fencingToken: 0, until: 0 }
      if (until >= now() || of(key).generation !== generation) return Promise.resolve(null)
      leases.set(key, { fencingToken: fencingToken + 1, until: now() + milliseconds })
      return Promise.resolve(fencingToken + 1)
    },
    renewed(key, fencingToken, { token, lifeMs, renewals }) {
      if (!isHeld(key, fencingToken)) return Promise.resolve(false)
      leases.set(key, { fencingToken, until: 0 })
      const issuedAt = now()
      states.set(key, {
        ...noToken,
        token,
        generation: of(key).generation + 1,
        issuedAt,
        expiresAt: issuedAt + lifeMs,
        renewals: [...renewals],
      })
      return Promise.resolve(true)
    },
    failed(key, fencingToken, { error, cooldownMs }) {
      if (!isHeld(key, fencingToken)) return Promise.resolve()
      leases.set(key, { fencingToken, until: 0 })
      states.set(key, { ...of(key), cooldownUntil: now() + cooldownMs, lastError: error })
      return Promise.resolve()
    },
  }
}
