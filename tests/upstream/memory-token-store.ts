import type { TokenState, TokenStore } from '#upstream/token.ts'

const noToken: TokenState = {
  token: null,
  generation: 0,
  issuedAt: null,
  expiresAt: null,
  leaseOwner: null,
  leaseUntil: null,
  cooldownUntil: null,
  lastError: null,
  renewals: [],
}

/** Returns a token store that keeps its state in the memory of one process. */
export function memoryTokenStore(now: () => number = Date.now): TokenStore {
  const states = new Map<string, TokenState>()
  const of = (key: string) => states.get(key) ?? noToken
  return {
    read: (key) => Promise.resolve({ state: of(key), now: now() }),
    lease(key, generation, owner, milliseconds) {
      const state = of(key)
      const free = state.leaseUntil === null || state.leaseUntil < now()
      if (!free || state.generation !== generation) return Promise.resolve(false)
      states.set(key, { ...state, leaseOwner: owner, leaseUntil: now() + milliseconds })
      return Promise.resolve(true)
    },
    renewed(key, generation, owner, { token, lifeMs, renewals }) {
      const state = of(key)
      if (state.leaseOwner !== owner || state.generation !== generation) return Promise.resolve(false)
      const issuedAt = now()
      states.set(key, {
        ...noToken,
        token,
        generation: generation + 1,
        issuedAt,
        expiresAt: issuedAt + lifeMs,
        renewals: [...renewals],
      })
      return Promise.resolve(true)
    },
    failed(key, generation, owner, { error, cooldownMs }) {
      const state = of(key)
      if (state.leaseOwner === owner && state.generation === generation)
        states.set(key, {
          ...state,
          leaseOwner: null,
          leaseUntil: null,
          cooldownUntil: now() + cooldownMs,
          lastError: error,
        })
      return Promise.resolve()
    },
  }
}
