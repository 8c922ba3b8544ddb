import type { Channels } from '#contract/notification-channels.ts'
import type { Recipient } from '../auth/recipients.ts'
import type { Condition } from './due.ts'
import type { Database } from '../platform/database/database.ts'

export type MailHealth = NonNullable<Channels['mail']>['health']

/** Mails that are read, the latest first: more than one replica sends within the longest wait for another attempt. */
const mostMails = 2_000
/** One failure is no news: a mail server that is restarted refuses mails for a moment. */
const leastAttempts = 2

/** The mail server refused this recipient, not the mail. */
const ofRecipient = 'EENVELOPE'

/** Returns since when mails fail, of all users or of one, by the latest attempt for each mail. */
export async function readMailHealth(
  { db }: Pick<Database, 'db'>,
  users: readonly Pick<Recipient, 'id' | 'name'>[],
): Promise<MailHealth> {
  const mails = await db
    .selectFrom('delivery')
    .select(['user_id', 'at', 'tried_at', 'attempts', 'status', 'failure'])
    .where('webhook_id', 'is', null)
    .where('attempts', '>', 0)
    .where((where) =>
      where.or([where('failure', 'is', null), where('failure', 'not in', ['ENORECIPIENT', 'EUNKNOWN'])]),
    )
    .orderBy('tried_at', 'desc')
    .limit(mostMails)
    .execute()
  type Mail = (typeof mails)[number]
  /** The failures since an attempt without one, with the first one's time. */
  function failing(group: readonly Mail[], isFailure: (mail: Mail) => boolean) {
    const last = group.find((mail) => !isFailure(mail))?.tried_at ?? -Infinity
    const failed = group.filter(
      (mail) => isFailure(mail) && mail.attempts >= leastAttempts && (mail.tried_at ?? 0) > last,
    )
    const [latest] = failed
    return latest === undefined
      ? null
      : { since: Math.min(...failed.map(({ at }) => at)), status: latest.status, failure: latest.failure }
  }
  const isOfServer = ({ failure }: Mail) => failure !== null && failure !== ofRecipient
  const server = failing(mails, isOfServer)
  // While the server fails, it says nothing of mailboxes.
  const answered = mails.filter((mail) => server === null || !isOfServer(mail))
  const refused = [...Map.groupBy(answered, ({ user_id }) => user_id)].flatMap(([userId, group]) => {
    const user = users.find(({ id }) => id === userId)
    const failures = failing(group, ({ failure }) => failure !== null)
    return user === undefined || failures === null ? [] : [{ ...failures, id: user.id, name: user.name }]
  })
  const lastDeliveredAt = mails.find(({ failure }) => failure === null)?.tried_at ?? null
  return { lastDeliveredAt, failing: server, refused }
}

/** Mails that fail: a notice in the console, which does not depend on them. */
export const mailConditions = ({ failing, refused }: MailHealth): Condition[] => [
  ...(failing === null
    ? []
    : [
        {
          key: 'mail-failing',
          event: { kind: 'mail-failing' as const, recipient: null, since: failing.since },
        },
      ]),
  ...refused.map(({ id, name, since }) => ({
    key: `mail-failing ${id}`,
    event: { kind: 'mail-failing' as const, recipient: name, since },
  })),
]
