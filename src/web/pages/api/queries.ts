import type * as z from 'zod/mini'
import { mutationOptions, queryOptions } from '@tanstack/react-query'
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
import { call } from '../../api/call.ts'

/** The user's own tokens, or the tokens of the console. */
export type TokenKind = 'own' | 'service'
export type Token = ApiToken & Partial<Pick<ServiceToken, 'createdBy'>>

export const tokensQuery = (kind: TokenKind) =>
  queryOptions({
    queryKey: ['api-tokens', kind],
    queryFn: ({ signal }): Promise<{ items: Token[] }> =>
      kind === 'own' ? call(listApiTokens, { signal }) : call(listServiceTokens, { signal }),
    staleTime: 10_000,
  })

export const createTokenMutation = (kind: TokenKind) =>
  mutationOptions({
    mutationFn: (input: {
      body: z.input<typeof createApiToken.body>
      action: string
    }): Promise<{ token: string; items: Token[] }> =>
      kind === 'own' ? call(createApiToken, input) : call(createServiceToken, input),
    // The answer holds the token, which must not stay in memory.
    gcTime: 0,
    onSuccess: ({ items }, _input, _result, { client }) => {
      client.setQueryData(tokensQuery(kind).queryKey, { items })
    },
  })

export const removeTokenMutation = (kind: TokenKind) =>
  mutationOptions({
    mutationFn: (id: string): Promise<{ items: Token[] }> =>
      kind === 'own'
        ? call(removeApiToken, { params: { id } })
        : call(removeServiceToken, { params: { id } }),
    onSuccess: (tokens, _input, _result, { client }) => {
      client.setQueryData(tokensQuery(kind).queryKey, tokens)
    },
  })
