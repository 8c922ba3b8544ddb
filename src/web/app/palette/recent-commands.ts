import * as z from 'zod/mini'
import { userPreference } from '../../lib/preference.ts'

const longest = 120
const maxRecent = 8
const recent = userPreference('recent-commands', z.array(z.string().check(z.maxLength(longest))), [])

/** Returns this user's recent commands, newest first, as texts that the palette can parse again. */
export const recentCommands = recent.get

export function rememberCommand(command: string): void {
  if (command.length > longest) return
  recent.set([command, ...recent.get().filter((each) => each !== command)].slice(0, maxRecent))
}
