import * as z from 'zod'
import { allows, roleNames } from '#contract/access.ts'
import { auditActions, type AuditAction } from '#contract/audit.ts'
import type { EventOf } from '#contract/notifications.ts'
import { requestKinds } from '#contract/service-requests.ts'
import type { AuditEntry, Notice } from '../audit/audit-store.ts'
import type { StoreTransaction } from '../platform/database/database.ts'
import { siteOf } from '../platform/http/address.ts'

interface Happened {
  entry: AuditEntry
  /** The name of the user who did it, as lists show it. */
  by: string
  at: number
  transaction: StoreTransaction
}
/** Returns what users are notified of; null for nothing. */
type MakeNotice = (happened: Happened) => Promise<Notice | null> | Notice | null

const hourMs = 3_600_000
/** Returns a key for what happens in the hour of `at`: many events of one hour make one notification. */
export const ofHour = (group: string, at: number): string => `${group} ${Math.floor(at / hourMs) * hourMs}`

/** The number of an entry, as one of those that a notification counts and names. */
const ofNumber = ({ object: ext, concerns }: AuditEntry) => ({
  count: 1,
  ext,
  items: [{ id: concerns?.id ?? '', ext, agent: concerns?.agent ?? null }],
})
const kindIn = ({ values }: AuditEntry) => z.enum(requestKinds).parse(values?.['kind'])
/** The same of a request: a swap has two numbers. */
const ofRequest = (entry: AuditEntry) => {
  const { items, ...event } = ofNumber(entry)
  const { data } = z.object({ swapWith: z.string() }).safeParse(entry.values)
  return { ...event, ...data, what: kindIn(entry), items: items.map((item) => ({ ...item, ...data })) }
}

const closed =
  (state: 'done' | 'withdrawn', isShown = false): MakeNotice =>
  ({ entry, by: name, at }) => {
    const person = entry.concerns?.person ?? null
    const kind = kindIn(entry)
    const by = isShown ? null : name
    return {
      key: ofHour(`request-closed ${kind} ${person} ${state} ${by ?? ''}`, at),
      event: { kind: 'request-closed', ...ofRequest(entry), by, withdrawn: state === 'withdrawn' },
      person,
      causedBy: entry.actor.id,
    }
  }

const ended =
  (
    kind: EventOf<'reservation-expired' | 'reservation-taken' | 'reservation-fulfilled'>['kind'],
  ): MakeNotice =>
  ({ entry, at }) => {
    const { person = null, agent = null, holder = null } = entry.concerns ?? {}
    const numbers = { ...ofNumber(entry), agent }
    return {
      key: ofHour(`${kind} ${person}`, at),
      event: kind === 'reservation-expired' ? { kind, ...numbers } : { kind, ...numbers, holder },
      person,
      causedBy: null,
    }
  }

/** About a user of the console: each is a notification of its own. */
const ofUser = (notice: Omit<Notice, 'key' | 'isOwn'>): Notice => ({
  key: `audit ${crypto.randomUUID()}`,
  isOwn: true,
  ...notice,
})

const given = z.union([z.enum(roleNames), z.object({ after: z.enum(roleNames) })])
const roleGiven: MakeNotice = ({ entry: { actor, object, values } }) => {
  const { data } = given.safeParse(values?.['role'])
  const role = typeof data === 'object' ? data.after : data
  if (role === undefined || !allows(role, 'user.manage')) return null
  const event = { kind: 'administrator-added', name: object, by: actor.name } as const
  return ofUser({ event, person: null, causedBy: actor.id })
}

async function factorRemoved({ entry, transaction }: Happened): Promise<Notice> {
  const { action, actor, object } = entry
  const user = await transaction
    .selectFrom('user')
    .select('id')
    .where('email', '=', object)
    .executeTakeFirst()
  return ofUser({
    event: { kind: 'second-factor-removed', name: object, by: actor.name },
    person: user?.id ?? null,
    // Another person may use the account's session.
    causedBy: action === 'account.off-second-factor' ? null : actor.id,
  })
}

/** A sign-in from a network that the user has not used before. */
async function signedIn({ entry: { actor }, transaction }: Happened): Promise<Notice | null> {
  const { id, address } = actor
  if (address === null) return null
  const earlier = await transaction
    .selectFrom('audit')
    .select('address')
    .distinct()
    .where('actor_id', '=', id)
    .where('action', '=', 'session.begin')
    .where('address', 'is not', null)
    .execute()
  const isNew = earlier.every((each) => siteOf(each.address ?? '') !== siteOf(address))
  // The first sign-in is from no other place than before.
  if (earlier.length === 0 || !isNew) return null
  return ofUser({ event: { kind: 'new-sign-in', address }, person: id, causedBy: null })
}

/** What users are notified of after an action that was done. Of the actions that have a number, only entries that concern a user are announced. */
const actions: { readonly [Action in AuditAction]?: MakeNotice } = {
  'request.ask': ({ entry, by, at }) => {
    return {
      key: ofHour(`request-opened ${kindIn(entry)} ${entry.actor.id}`, at),
      event: { kind: 'request-opened', ...ofRequest(entry), by },
      person: null,
      causedBy: entry.actor.id,
    }
  },
  'request.assign': ({ entry, by, at }) => {
    const person = entry.concerns?.person ?? null
    return {
      key: ofHour(`request-assigned ${kindIn(entry)} ${person} ${by}`, at),
      event: { kind: 'request-assigned', ...ofRequest(entry), by },
      person,
      causedBy: entry.actor.id,
    }
  },
  'request.finish': closed('done'),
  'request.withdraw': closed('withdrawn'),
  'request.settle': closed('done', true),
  'reservation.expire': ended('reservation-expired'),
  'reservation.lose': ended('reservation-taken'),
  'reservation.fulfill': ended('reservation-fulfilled'),
  'user.create': roleGiven,
  'user.invite': roleGiven,
  'user.role': roleGiven,
  'account.off-second-factor': factorRemoved,
  'user.remove-second-factor': factorRemoved,
  'session.begin': signedIn,
}

const makerOf = ({ action, concerns, phase, result }: AuditEntry): MakeNotice | undefined => {
  const name = auditActions.find((each) => each === action)
  const isOfNumber = action.startsWith('request.') || action.startsWith('reservation.')
  if (name === undefined || phase === 'intent' || result !== 'done') return undefined
  return isOfNumber && concerns === undefined ? undefined : actions[name]
}

/** True for an entry that a user may be notified of. */
export const isNotified = (entry: AuditEntry): boolean => makerOf(entry) !== undefined
/** Returns what users are notified of after an entry; null for nothing. */
export const noticeOf = async (happened: Happened): Promise<Notice | null> =>
  (await makerOf(happened.entry)?.(happened)) ?? null
