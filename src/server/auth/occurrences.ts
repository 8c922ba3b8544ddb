import * as z from 'zod'
import { allows, roleNames, type Role } from '#contract/access.ts'
import type { AuditAction } from '#contract/audit.ts'
import { valuesIn } from '../audit/audit-store.ts'
import type { Database } from '../platform/database/database.ts'
import { siteOf } from '../platform/http/address.ts'
import type { Occurrence, OccurrenceSource } from '../platform/occurrence.ts'

const watched = [
  'account.off-second-factor',
  'session.begin',
  'user.create',
  'user.invite',
  'user.remove-second-factor',
  'user.role',
] as const satisfies readonly AuditAction[]

const given = z.union([z.enum(roleNames), z.object({ after: z.enum(roleNames) })])
/** The role that an audit entry gives. */
function newRole(entry: Parameters<typeof valuesIn>[0]): Role | null {
  const { data: role } = given.safeParse(valuesIn(entry)['role'])
  return (typeof role === 'object' ? role.after : role) ?? null
}

/** How long before its end a token is announced, days. */
const announcedDays = [14, 3]
const dayMs = 86_400_000

/** The tokens that come within 14 or 3 days of their end in this time. */
async function endingTokens(db: Database['db'], since: number, until: number): Promise<Occurrence[]> {
  const found = await db
    .selectFrom('api_token')
    .innerJoin('user', 'user.id', 'api_token.user_id')
    .select(['api_token.id', 'api_token.name', 'expires_at', 'api_token.created_at'])
    .select(['user.id as userId', 'user.name as owner', 'is_service'])
    .where('user.disabled', '=', 0)
    .where('expires_at', '>', since)
    .where('expires_at', '<=', until + Math.max(...announcedDays) * dayMs)
    .execute()
  return found.flatMap((token) =>
    announcedDays.flatMap((days) => {
      const at = token.expires_at - days * dayMs
      if (at < since || at > until || at < token.created_at) return []
      const isService = token.is_service === 1
      const owner = isService ? null : token.owner
      return [
        {
          key: `token-ending ${token.id} ${days}`,
          at,
          count: 1,
          event: { kind: 'token-ending', name: token.name, owner, until: token.expires_at },
          person: isService ? null : token.userId,
          causedBy: null,
        },
      ]
    }),
  )
}

/** New administrators, removed second factors, tokens that end soon, and sign-ins from a network that the user has not used before. */
export const accountOccurrences =
  ({ db }: Pick<Database, 'db'>): OccurrenceSource =>
  async (since, until) => {
    const entries = await db
      .selectFrom('audit')
      .selectAll()
      .where('action', 'in', watched)
      .where('at', '>=', since)
      .where('phase', '=', 'outcome')
      .where('result', '=', 'done')
      .execute()
    const found: Occurrence[] = []
    for (const entry of entries) {
      const { id, at, action, actor_id, actor_name, object, address } = entry
      const role = newRole(entry)
      const about = { key: `audit ${id}`, at, count: 1, causedBy: actor_id }
      if (
        ['user.create', 'user.invite', 'user.role'].includes(action) &&
        role !== null &&
        allows(role, 'user.manage')
      )
        found.push({
          ...about,
          event: { kind: 'administrator-added', name: object, by: actor_name },
          person: null,
        })
      if (action === 'user.remove-second-factor' || action === 'account.off-second-factor') {
        const user = await db.selectFrom('user').select('id').where('email', '=', object).executeTakeFirst()
        found.push({
          ...about,
          event: { kind: 'second-factor-removed', name: object, by: actor_name },
          person: user?.id ?? null,
          // Another person may use the account's session.
          causedBy: action === 'account.off-second-factor' ? null : actor_id,
        })
      }
      if (action === 'session.begin' && address !== null) {
        const earlier = await db
          .selectFrom('audit')
          .select('address')
          .distinct()
          .where('actor_id', '=', actor_id)
          .where('action', '=', 'session.begin')
          .where('at', '<', at)
          .where('address', 'is not', null)
          .execute()
        const isNew = earlier.every((each) => siteOf(each.address ?? '') !== siteOf(address))
        // The first sign-in is from no other place than before.
        if (earlier.length > 0 && isNew)
          found.push({ ...about, event: { kind: 'new-sign-in', address }, person: actor_id, causedBy: null })
      }
    }
    return [...found, ...(await endingTokens(db, since, until))]
  }
