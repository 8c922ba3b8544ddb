import * as z from 'zod/mini'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { Capacity } from '#contract/capacity.ts'
import { totalOf } from '#contract/number-states.ts'
import { readPreference, writePreference } from '../../lib/preference.ts'
import { useSession } from '../../entities/session/SessionContext.tsx'
import { statusQuery } from '../../entities/service/status-queries.ts'

/** The user's choices: to stay on the sandbox, and to hide the steps. */
const decided = z.object({ sandbox: z.boolean(), over: z.boolean() })
const undecided = { sandbox: false, over: false }

export interface FirstStep {
  id: 'service' | 'colleagues' | 'numbers'
  isDone: boolean
}

/** Returns the first steps with their progress. Empty for users who may not manage users, and once all steps are done or dismissed. */
export function useFirstSteps(overview: Capacity | undefined) {
  const { user, features } = useSession()
  const key = `first-steps.${user.id}`
  const [choice, setChoice] = useState(() => readPreference(key, decided, undecided))
  const choose = (next: typeof choice) => {
    setChoice(next)
    writePreference(key, next)
  }
  const known = overview?.firstSteps ?? null
  const isShown = overview !== undefined && known !== null && !choice.over
  const status = useQuery({
    ...statusQuery(),
    enabled: isShown && !features.sandbox,
    meta: { quiet: true },
  })
  // A connection that was saved may still be wrong: only a list proves it.
  const hasList = status.data?.operations.some(
    ({ operation, lastSuccessAt }) => operation === 'search_idle_page' && lastSuccessAt !== null,
  )
  const steps: FirstStep[] = isShown
    ? [
        { id: 'service', isDone: features.sandbox ? choice.sandbox : hasList === true },
        { id: 'colleagues', isDone: known.hasColleague },
        { id: 'numbers', isDone: totalOf(overview.whole) > 0 || known.hasAgents },
      ]
    : []
  const areDone = steps.length > 0 && steps.every(({ isDone }) => isDone)
  // Once all steps are done, they stay hidden even after a colleague leaves.
  useEffect(() => {
    if (areDone) writePreference(key, { ...choice, over: true })
  }, [areDone, choice, key])
  return {
    steps: areDone ? [] : steps,
    isSandbox: features.sandbox,
    stayOnSandbox: () => choose({ ...choice, sandbox: true }),
    dismiss: () => choose({ ...choice, over: true }),
  }
}
