import { randomUUID } from 'node:crypto'
import { sql, type SqlBool } from 'kysely'
import * as z from 'zod'
import { roles, type Permission } from '#contract/access.ts'
import {
  apiScopes,
  maxApiTokens,
  type ApiScope,
  type ApiToken,
  type ServiceToken,
} from '#contract/api-tokens.ts'
import type { Database } from '../platform/database/database.ts'
import type { SignedIn } from '../platform/http/caller.ts'
import { ProblemError } from '../platform/problems.ts'
import { hashOf, isRole, randomToken, shownEmail } from './sessions.ts'

const dayMs = 86_400_000
/** A token's use is written at most once a minute. */
const usedEveryMs = 60_000
const tokenForm = /^Bearer (ecx_[0-9a-f]{64})$/
const scopesSchema = z.array(z.enum(apiScopes))
const scopesOf = (text: string): ApiScope[] => scopesSchema.parse(JSON.parse(text))

export interface NewToken {
  name: string
  scopes: readonly ApiScope[]
  days: number
}

interface TokenRow {
  id: string
  name: string
  scopes: string
  created_at: number
  expires_at: number
  last_used_at: number | null
}
const toToken = (row: TokenRow): ApiToken => ({
  id: row.id,
  name: row.name,
  scopes: scopesOf(row.scopes),
  createdAt: row.created_at,
  expiresAt: row.expires_at,
  lastUsedAt: row.last_used_at,
})

/** The tokens with which scripts call the API. The store keeps only their hashes, so a copy of it opens nothing. */
export function createApiTokens({ db }: Pick<Database, 'db'>) {
  const alive = () =>
    db
      .selectFrom('api_token')
      .innerJoin('user', 'user.id', 'api_token.user_id')
      .select(['api_token.id', 'api_token.name', 'scopes', 'api_token.created_at', 'expires_at'])
      .select('last_used_at')
      .where('expires_at', '>', Date.now())
      .orderBy('api_token.created_at', 'desc')

  /** Returns the user's tokens that still work, the latest first. */
  const list = async (userId: string): Promise<ApiToken[]> =>
    (await alive().where('user_id', '=', userId).execute()).map(toToken)

  /** Returns the service tokens that still work, the latest first. */
  const listOfService = async (): Promise<ServiceToken[]> =>
    (
      await alive()
        .leftJoin('user as creator', 'creator.id', 'created_by')
        .select('creator.name as creator')
        .where('user.is_service', '=', 1)
        .execute()
    ).map((row) => ({ ...toToken(row), createdBy: row.creator }))

  /** Stores a token and returns it. Throws `too-many-api-tokens` when there are as many `others` as there can be. */
  async function add(
    store: typeof db,
    others: readonly unknown[],
    { name, scopes, days }: NewToken,
    { userId, createdBy }: { userId: string; createdBy: string | null },
  ): Promise<string> {
    const now = Date.now()
    await store.deleteFrom('api_token').where('expires_at', '<=', now).execute()
    if (others.length >= maxApiTokens) throw new ProblemError('too-many-api-tokens')
    const token = `ecx_${randomToken()}`
    await store
      .insertInto('api_token')
      .values({
        id: randomUUID(),
        hash: hashOf(token),
        user_id: userId,
        created_by: createdBy,
        name,
        scopes: JSON.stringify([...new Set(scopes)]),
        created_at: now,
        expires_at: now + days * dayMs,
        last_used_at: null,
      })
      .execute()
    return token
  }

  return {
    list,

    /** Creates a token and returns it; it can't be read again. Throws `too-many-api-tokens`. */
    create: async (userId: string, token: NewToken): Promise<string> =>
      add(db, await list(userId), token, { userId, createdBy: null }),

    remove: (userId: string, id: string) =>
      db.deleteFrom('api_token').where('user_id', '=', userId).where('id', '=', id).execute(),

    ofService: {
      list: listOfService,

      /** Like `create`. The token's user stays for ever, because its reservations and jobs name it. */
      async create(createdBy: string, token: NewToken): Promise<string> {
        const userId = randomUUID()
        const others = await listOfService()
        return db.transaction().execute(async (transaction) => {
          await transaction
            .insertInto('user')
            .values({
              id: userId,
              // A reserved domain (RFC 2606): matches no account.
              email: `${userId}@service.invalid`,
              name: token.name,
              role: null,
              is_service: 1,
              password: null,
              created_at: Date.now(),
            })
            .execute()
          return add(transaction, others, token, { userId, createdBy })
        })
      },

      remove: (id: string) =>
        db
          .deleteFrom('api_token')
          .where('id', '=', id)
          .where('user_id', 'in', (of) => of.selectFrom('user').select('id').where('is_service', '=', 1))
          .execute(),
    },

    /**
     * Returns the caller with the token of an `authorization` header; `null` for a token that is unknown, over or removed, or whose
     * user is disabled. Reads the store on each request: a token that ends on one replica ends on all.
     */
    async check(authorization: string): Promise<SignedIn | null> {
      const [, token = ''] = tokenForm.exec(authorization) ?? []
      if (token === '') return null
      const now = Date.now()
      const found = await db
        .selectFrom('api_token')
        .innerJoin('user', 'user.id', 'api_token.user_id')
        .select(['api_token.id as tokenId', 'api_token.name as tokenName', 'scopes', 'last_used_at'])
        .select(['user.id as userId', 'user.name as userName', 'email', 'role', 'is_service'])
        .select(['sso_issuer', 'sso_shown_as'])
        .where('hash', '=', hashOf(token))
        .where('expires_at', '>', now)
        .where('disabled', '=', 0)
        .where(sql<SqlBool>`one_time_until IS NULL`)
        .executeTakeFirst()
      if (found === undefined) return null
      const isService = found.is_service === 1
      const role = isRole(found.role) ? found.role : null
      if (role === null && !isService) return null
      if (Math.abs(now - (found.last_used_at ?? 0)) >= usedEveryMs)
        await db.updateTable('api_token').set({ last_used_at: now }).where('id', '=', found.tokenId).execute()
      const held: readonly Permission[] = role === null ? apiScopes : roles[role]
      return {
        sessionId: found.tokenId,
        apiToken: { name: found.tokenName, isService },
        authenticatedAt: null,
        user: { id: found.userId, name: found.userName, email: shownEmail(found) },
        isSsoUser: found.sso_issuer !== null,
        role,
        permissions: scopesOf(found.scopes).filter((scope) => held.includes(scope)),
        mustChangePassword: false,
      }
    },
  }
}
export type ApiTokens = ReturnType<typeof createApiTokens>
