import * as z from 'zod'
import { notificationKinds } from '#contract/notification-kinds.ts'
import { uiLanguage, type UiLanguage } from '#contract/text.ts'
import type { Database } from '../platform/database/database.ts'
import type { Choices } from './kinds.ts'

const stored = z.record(z.string(), z.object({ bell: z.boolean(), mail: z.boolean() }))

/** Leaves out kinds that only a newer version knows. */
function choicesOf(json: string): Choices {
  const all = stored.parse(JSON.parse(json))
  return Object.fromEntries(notificationKinds.flatMap((kind) => (all[kind] ? [[kind, all[kind]]] : [])))
}

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
      { language: uiLanguage.safeParse(language).data ?? null, choices: choicesOf(choices) },
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
