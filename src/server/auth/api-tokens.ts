import { randomUUID } from 'node:crypto'
import * as z from 'zod/mini'
import { heldWithin, roles, type Permission } from '#contract/access.ts'
import { apiScopes, maxApiTokens, type ApiScope, type ServiceToken } from '#contract/api-tokens.ts'
import type { Database } from '../platform/database/database.ts'
import { unchecked } from '../platform/stored.ts'
import type { SignedIn } from '../platform/http/caller.ts'
import { ProblemError } from '../platform/problems.ts'
import { hashOf, isRole, limitOf, randomToken, displayEmail } from './sessions.ts'

const dayMs = 86_400_000
/** How long an ended token stays listed. */
const listedMs = 365 * dayMs
/** A token's use is written at most once a minute. */
const usedEveryMs = 60_000
const tokenForm = /^Bearer (ecx_[0-9a-f]{64})$/
const scopesSchema = z.array(z.string())
const knownScopes = z.array(z.enum(apiScopes))

export interface NewToken {
  name: string
  scopes: readonly ApiScope[]
  days: number
}

/** Adds the user of a service token, who stays for ever, because the token's reservations and jobs name it. Returns its ID. */
async function addServiceUser(db: Database['db'], name: string): Promise<string> {
  const id = randomUUID()
  await db
    .insertInto('user')
    .values({
      id,
      // A reserved domain (RFC 2606): matches no account.
      email: `${id}@service.invalid`,
      name,
      role: null,
      is_service: 1,
      password: null,
      created_at: Date.now(),
    })
    .execute()
  return id
}

/** The tokens with which scripts call the API. The store keeps only their hashes, so a copy of it opens nothing. */
export class ApiTokens {
  readonly #db: Database['db']

  constructor({ db }: Pick<Database, 'db'>) {
    this.#db = db
  }

  /** Returns the tokens of a user, or for null those of the console, the latest first; ended ones for a year after their end. */
  async list(userId: string | null): Promise<ServiceToken[]> {
    const rows = await this.#db
      .selectFrom('api_token')
      .innerJoin('user', 'user.id', 'api_token.user_id')
      .leftJoin('user as creator', 'creator.id', 'created_by')
      .select(['api_token.id', 'api_token.name', 'scopes', 'api_token.created_at as createdAt'])
      .select(['expires_at as expiresAt', 'last_used_at as lastUsedAt', 'creator.name as createdBy'])
      .$if(userId === null, (query) => query.where('user.is_service', '=', 1))
      .$if(userId !== null, (query) => query.where('user.id', '=', userId ?? ''))
      .orderBy('api_token.created_at', 'desc')
      .execute()
    return rows.map((row) => ({ ...row, scopes: unchecked(knownScopes, row.scopes) }))
  }

  /**
   * Creates a token of the user, or with `isService` one of the console, and returns it; it can't be read again. Throws
   * `too-many-api-tokens`.
   */
  async create(creatorId: string, { name, scopes, days }: NewToken, isService = false): Promise<string> {
    const working = (await this.list(isService ? null : creatorId)).filter(
      ({ expiresAt }) => expiresAt > Date.now(),
    )
    if (working.length >= maxApiTokens) throw new ProblemError('too-many-api-tokens')
    const token = `ecx_${randomToken()}`
    const now = Date.now()
    await this.#db.transaction().execute(async (transaction) => {
      await transaction
        .deleteFrom('api_token')
        .where('expires_at', '<=', now - listedMs)
        .execute()
      await transaction
        .insertInto('api_token')
        .values({
          id: randomUUID(),
          hash: hashOf(token),
          user_id: isService ? await addServiceUser(transaction, name) : creatorId,
          created_by: isService ? creatorId : null,
          name,
          scopes: JSON.stringify([...new Set(scopes)]),
          created_at: now,
          expires_at: now + days * dayMs,
          last_used_at: null,
        })
        .execute()
    })
    return token
  }

  /** Ends a token of a user, or for null one of the console. */
  async remove(userId: string | null, id: string): Promise<void> {
    const now = Date.now()
    await this.#db
      .updateTable('api_token')
      .set({ expires_at: now })
      .where('id', '=', id)
      .where('expires_at', '>', now)
      .where('user_id', 'in', (of) =>
        of
          .selectFrom('user')
          .select('id')
          .where((is) => (userId === null ? is('is_service', '=', 1) : is('id', '=', userId))),
      )
      .execute()
  }

  /**
   * Returns the caller with the token of an `authorization` header; `null` for a token that is unknown, over or removed, or whose
   * user is disabled. Reads the store on each request: a token that ends on one replica ends on all.
   */
  async check(authorization: string): Promise<SignedIn | null> {
    const [, token = ''] = tokenForm.exec(authorization) ?? []
    if (token === '') return null
    const now = Date.now()
    const row = await this.#db
      .selectFrom('api_token')
      .innerJoin('user', 'user.id', 'api_token.user_id')
      // A service token is limited as the user who created it.
      .leftJoin('user as creator', 'creator.id', 'created_by')
      .select((of) => of.fn.coalesce('creator.limited_to', 'user.limited_to').as('limitedTo'))
      .select(['api_token.id as tokenId', 'api_token.name as tokenName', 'scopes', 'last_used_at'])
      .select(['user.id as userId', 'user.name as userName', 'user.email', 'user.role'])
      .select(['user.is_service', 'user.sso_issuer', 'user.sso_shown_as'])
      .where('hash', '=', hashOf(token))
      .where('expires_at', '>', now)
      .where('user.disabled', '=', 0)
      .where('user.one_time_until', 'is', null)
      .executeTakeFirst()
    if (row === undefined) return null
    const isService = row.is_service === 1
    const role = isRole(row.role) ? row.role : null
    if (role === null && !isService) return null
    if (now - (row.last_used_at ?? 0) >= usedEveryMs)
      await this.#db
        .updateTable('api_token')
        .set({ last_used_at: now })
        .where('id', '=', row.tokenId)
        .execute()
    const limit = limitOf(row.limitedTo)
    const scopes = scopesSchema.parse(JSON.parse(row.scopes))
    const permissions: readonly Permission[] = heldWithin(
      limit !== undefined,
      role === null ? apiScopes : roles[role],
    )
    return {
      sessionId: row.tokenId,
      apiToken: { name: row.tokenName, isService },
      authenticatedAt: null,
      user: { id: row.userId, name: row.userName, email: displayEmail(row) },
      isSsoUser: row.sso_issuer !== null,
      role,
      // Without scopes that only a newer version knows.
      permissions: permissions.filter((scope) => scopes.includes(scope)),
      ...(limit === undefined ? {} : { limit }),
      mustChangePassword: false,
      secondFactorNeed: null,
    }
  }
}
