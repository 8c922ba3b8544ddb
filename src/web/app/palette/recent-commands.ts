import * as z from 'zod/mini'
import { readPreference, writePreference } from '../../lib/preference.ts'

const commands = z.array(z.string().check(z.maxLength(120)))
const maxRecent = 8
const key = (userId: string) => `recent-commands.${userId}`

/** Returns this user's recent commands, newest first, as texts that the palette can parse again. */
export const recentCommands = (userId: string): readonly string[] => readPreference(key(userId), commands, [])

export function rememberCommand(userId: string, command: string): void {
  if (command.length > 120) return
  const others = recentCommands(userId).filter((each) => each !== command)
  writePreference(key(userId), [command, ...others].slice(0, maxRecent))
}
