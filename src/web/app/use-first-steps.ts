import { useQuery } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { useEffect, useState } from 'react'
import type { Capacity } from '#contract/capacity.ts'
import { agentsPage } from '../agents/queries.ts'
import { usersQuery } from '../auth/users/queries.ts'
import { readPreference, writePreference } from '../lib/preference.ts'
import { useSession } from '../shared/session/SessionContext.tsx'

/** What this user has decided: to stay on the sandbox, and to see no more of the steps. */
const decided = z.object({ sandbox: z.boolean(), over: z.boolean() })
const undecided = { sandbox: false, over: false }
const oneAgent = { page: 1, pageSize: 20, sort: 'name', order: 'asc' } as const

export interface FirstStep {
  id: 'service' | 'colleagues' | 'numbers'
  isDone: boolean
}

/** The first steps with a console, by what the server knows; none for users who may not take them, and once all are done or dismissed. */
export function useFirstSteps(overview: Capacity | undefined) {
  const { user, permissions, features } = useSession()
  const key = `first-steps.${user.id}`
  const [choice, setChoice] = useState(() => readPreference(key, decided, undecided))
  const isShown = permissions.includes('user.manage') && permissions.includes('job.run') && !choice.over
  const users = useQuery({ ...usersQuery(), enabled: isShown, meta: { quiet: true } })
  const agents = useQuery({ ...agentsPage(oneAgent), enabled: isShown, meta: { quiet: true } })
  const choose = (next: typeof choice) => {
    setChoice(next)
    writePreference(key, next)
  }
  const isKnown = users.data !== undefined && agents.data !== undefined && overview !== undefined
  // Accounts without an invitation that were never used are those of the demonstration.
  const hasColleague = users.data?.items.some(
    ({ id, elsewhere, lastSignInAt, oneTimePassword }) =>
      id !== user.id && (elsewhere || lastSignInAt !== null || oneTimePassword !== null),
  )
  const whole = overview?.whole ?? { free: 0, bound: 0, unknown: 0 }
  const steps: FirstStep[] =
    isShown && isKnown
      ? [
          { id: 'service', isDone: !features.sandbox || choice.sandbox },
          { id: 'colleagues', isDone: hasColleague === true },
          { id: 'numbers', isDone: whole.free + whole.bound + whole.unknown > 0 || agents.data.total > 0 },
        ]
      : []
  const areDone = steps.length > 0 && steps.every(({ isDone }) => isDone)
  // A later visit need not ask again.
  useEffect(() => {
    if (areDone) writePreference(key, { ...choice, over: true })
  }, [areDone, choice, key])
  return {
    /** Not known yet whether there are any. */
    isAsked: isShown && (users.isLoading || agents.isLoading),
    steps: areDone ? [] : steps,
    staysOnSandbox: () => choose({ ...choice, sandbox: true }),
    dismiss: () => choose({ ...choice, over: true }),
  }
}
