import { operations, type OperationId } from './operations.ts'
import type { TokenKeeper } from './token-keeper.ts'

/** How a call authenticates: with headers made from a keeper's token, or with fixed headers that ignore the token. */
export interface Credential {
  keeper: TokenKeeper | null
  headers: (token: string) => Record<string, string>
}

/** How extension operations authenticate. docs/upstream-api.md leaves this open (Authentication 7 and 8). */
export type ExtensionsAuth = 'bearer-token' | 'token-header' | 'company-token' | 'fixed' | 'none'

/**
 * Returns each operation's credential: v5 operations use the header `token`, operation 12 uses Bearer
 * (docs/upstream-api.md#authentication).
 */
export function createCredentials(
  tokens: { v5: TokenKeeper; company: TokenKeeper | null },
  options: { extensionsAuth: ExtensionsAuth; authorization: string | null },
) {
  const bearer = (token: string) => ({ authorization: `Bearer ${token}` })
  const tokenHeader: Credential = { keeper: tokens.v5, headers: (token) => ({ token }) }
  const tokenBearer: Credential = { keeper: tokens.v5, headers: bearer }
  const extensions: Record<ExtensionsAuth, Credential> = {
    'bearer-token': tokenBearer,
    'token-header': tokenHeader,
    'company-token': { keeper: tokens.company ?? tokens.v5, headers: bearer },
    fixed: { keeper: null, headers: () => ({ authorization: options.authorization ?? '' }) },
    none: { keeper: null, headers: () => ({}) },
  }
  return {
    of(operation: OperationId): Credential {
      if (operations[operation].service === 'extensions') return extensions[options.extensionsAuth]
      return operation === 'query_suggest' ? tokenBearer : tokenHeader
    },
  }
}
