import * as z from 'zod'
import { notificationKinds } from '#contract/notification-kinds.ts'
import { uiLanguage, type UiLanguage } from '#contract/text.ts'
import type { Database } from '../platform/database/database.ts'
import type { Choices } from './audience.ts'

const stored = z.partialRecord(
  z.enum(notificationKinds).catch('job-finished'),
  z.object({ bell: z.boolean(), mail: z.boolean() }),
)

export interface UserChoices {
  /** Null until the user has chosen. */
  language: UiLanguage | null
  choices: Choices
}
export const noChoices: UserChoices = { language: null, choices: {} }

/** Returns what all users chose to be notified of, by user ID. */
export async function readChoices({ db }: Pick<Database, 'db'>): Promise<Map<string, UserChoices>> {
  const rows = await db.selectFrom('notification_choice').selectAll().execute()
  return new Map(
    rows.map(({ user_id, language, choices }) => [
      user_id,
      { language: uiLanguage.safeParse(language).data ?? null, choices: stored.parse(JSON.parse(choices)) },
    ]),
  )
}

export async function saveChoices(
  { db }: Pick<Database, 'db'>,
  userId: string,
  language: UiLanguage,
  choices: Choices,
): Promise<void> {
  const row = { language, choices: JSON.stringify(choices) }
  await db
    .insertInto('notification_choice')
    .values({ user_id: userId, ...row })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(row))
    .execute()
}
