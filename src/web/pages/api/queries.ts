import {
  createApiToken,
  createServiceToken,
  listApiTokens,
  listServiceTokens,
  removeApiToken,
  removeServiceToken,
  type ApiToken,
  type ServiceToken,
} from '#contract/api-tokens.ts'
import { read, write } from '../../api/endpoint-queries.ts'

/** The user's own tokens, or the tokens of the console. */
export type TokenKind = 'own' | 'service'
export type Token = ApiToken & Partial<Pick<ServiceToken, 'createdBy'>>

const staleTime = 10_000
export const ownTokensQuery = () => read(listApiTokens, {}, { staleTime })
export const serviceTokensQuery = () => read(listServiceTokens, {}, { staleTime })

const listOf = (kind: TokenKind) => (kind === 'own' ? listApiTokens : listServiceTokens).path

export const createTokenMutation = (kind: TokenKind) =>
  write(kind === 'own' ? createApiToken : createServiceToken, listOf(kind))

export const removeTokenMutation = (kind: TokenKind) =>
  write(kind === 'own' ? removeApiToken : removeServiceToken, listOf(kind))
