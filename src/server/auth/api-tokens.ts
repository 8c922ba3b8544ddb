import { randomUUID } from 'node:crypto'
import { sql, type SqlBool } from 'kysely'
import * as z from 'zod'
import { roles, type Permission } from '#contract/access.ts'
import { apiScopes, maxApiTokens, type ApiScope, type ApiToken } from '#contract/api-tokens.ts'
import type { Database } from '../platform/database/database.ts'
import type { SignedIn } from '../platform/http/caller.ts'
import { ProblemError } from '../platform/problems.ts'
import { isRole } from './sessions.ts'
import { shownEmail } from './sso-claims.ts'
import { hashOf, randomToken } from './tokens.ts'

const dayMs = 86_400_000
/** A token's use is written at most once a minute. */
const usedEveryMs = 60_000
const tokenForm = /^Bearer (ecx_[0-9a-f]{64})$/
const scopesSchema = z.array(z.enum(apiScopes))
const scopesOf = (text: string): ApiScope[] => scopesSchema.parse(JSON.parse(text))

/** The tokens with which scripts call the API. The store keeps only their hashes, so a copy of it opens nothing. */
export function createApiTokens({ db }: Pick<Database, 'db'>) {
  /** Returns the user's tokens that still work, the latest first. */
  async function list(userId: string): Promise<ApiToken[]> {
    const rows = await db
      .selectFrom('api_token')
      .select(['id', 'name', 'scopes', 'created_at', 'expires_at', 'last_used_at'])
      .where('user_id', '=', userId)
      .where('expires_at', '>', Date.now())
      .orderBy('created_at', 'desc')
      .execute()
    return rows.map((row) => ({
      id: row.id,
      name: row.name,
      scopes: scopesOf(row.scopes),
      createdAt: row.created_at,
      expiresAt: row.expires_at,
      lastUsedAt: row.last_used_at,
    }))
  }

  return {
    list,

    /** Creates a token and returns it; it can't be read again. Throws `too-many-api-tokens`. */
    async create(
      userId: string,
      { name, scopes, days }: { name: string; scopes: readonly ApiScope[]; days: number },
    ): Promise<string> {
      const now = Date.now()
      await db.deleteFrom('api_token').where('expires_at', '<=', now).execute()
      if ((await list(userId)).length >= maxApiTokens) throw new ProblemError('too-many-api-tokens')
      const token = `ecx_${randomToken()}`
      await db
        .insertInto('api_token')
        .values({
          id: randomUUID(),
          hash: hashOf(token),
          user_id: userId,
          name,
          scopes: JSON.stringify([...new Set(scopes)]),
          created_at: now,
          expires_at: now + days * dayMs,
          last_used_at: null,
        })
        .execute()
      return token
    },

    remove: (userId: string, id: string) =>
      db.deleteFrom('api_token').where('user_id', '=', userId).where('id', '=', id).execute(),

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
        .select(['user.id as userId', 'user.name as userName', 'email', 'role', 'one_time_until'])
        .select(['sso_issuer', 'sso_shown_as'])
        .where('hash', '=', hashOf(token))
        .where('expires_at', '>', now)
        .where('disabled', '=', 0)
        .where(sql<SqlBool>`one_time_until IS NULL`)
        .executeTakeFirst()
      if (found === undefined || !isRole(found.role)) return null
      if (Math.abs(now - (found.last_used_at ?? 0)) >= usedEveryMs)
        await db.updateTable('api_token').set({ last_used_at: now }).where('id', '=', found.tokenId).execute()
      const held: readonly Permission[] = roles[found.role]
      return {
        sessionId: found.tokenId,
        apiToken: { name: found.tokenName },
        authenticatedAt: null,
        user: { id: found.userId, name: found.userName, email: shownEmail(found) },
        isSsoUser: found.sso_issuer !== null,
        role: found.role,
        permissions: scopesOf(found.scopes).filter((scope) => held.includes(scope)),
        mustChangePassword: false,
      }
    },
  }
}
export type ApiTokens = ReturnType<typeof createApiTokens>
