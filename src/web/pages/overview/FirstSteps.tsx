import { Button, Group, Paper, Text, VisuallyHidden } from '@mantine/core'
import { IconCheck, IconCircle } from '@tabler/icons-react'
import { useId, useEffect, useState } from 'react'
import { useT } from '../../i18n/Language.tsx'
import { paths } from '../../lib/paths.ts'
import { textColorOf } from '../../ui/text/meaning.ts'
import { PageLink } from '../../ui/layout/PageLink.tsx'
import * as z from 'zod/mini'
import { useQuery } from '@tanstack/react-query'
import type { Capacity } from '#contract/capacity.ts'
import { totalOf } from '#contract/number-states.ts'
import { readPreference, writePreference } from '../../lib/preference.ts'
import { useSession } from '../../entities/session/SessionContext.tsx'
import { statusQuery } from '../../entities/service/queries.ts'

/** The user's choices: to stay on the sandbox, and to hide the steps. */
const decided = z.object({ sandbox: z.boolean(), over: z.boolean() })
const undecided = { sandbox: false, over: false }

interface FirstStep {
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
  const firstSteps = overview?.firstSteps ?? null
  const isShown = overview !== undefined && firstSteps !== null && !choice.over
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
        { id: 'colleagues', isDone: firstSteps.hasColleague },
        { id: 'numbers', isDone: totalOf(overview.whole) > 0 || firstSteps.hasAgents },
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

const targets: Record<FirstStep['id'], string> = {
  service: paths.service(),
  colleagues: paths.users(),
  numbers: paths.people(),
}

interface FirstStepsProps {
  steps: readonly FirstStep[]
  isSandbox: boolean
  stayOnSandbox: () => void
  dismiss: () => void
}

/** Shows an administrator the first steps with a new console, in one line. */
export function FirstSteps({ steps, isSandbox, stayOnSandbox, dismiss }: FirstStepsProps) {
  const t = useT()
  const id = useId()
  if (steps.length === 0) return null
  return (
    <Paper component="section" withBorder px="md" py="sm" fz="sm" aria-labelledby={id} data-panel>
      <Group gap="0.25rem 1.25rem">
        <Text component="h2" id={id} m={0} fw={700}>
          {t('firstSteps.title')}
        </Text>
        <Group component="ol" flex="1 1 20rem" gap="0.25rem 1.25rem" m={0} p={0}>
          {steps.map(({ id: step, isDone }) => {
            const Icon = isDone ? IconCheck : IconCircle
            const isService = step === 'service'
            const text = t(
              isService && !isSandbox
                ? `firstSteps.service.${isDone ? 'read' : 'unread'}`
                : `firstSteps.${step}.text`,
            )
            return (
              <Group component="li" key={step} gap="0.375rem" title={text}>
                <Icon
                  size={18}
                  color={isDone ? textColorOf('done') : 'var(--mantine-color-dimmed)'}
                  aria-hidden
                />
                {isDone ? (
                  <span>{t(`firstSteps.${step}`)}</span>
                ) : (
                  <PageLink to={targets[step]}>{t(`firstSteps.${step}`)}</PageLink>
                )}
                <VisuallyHidden>
                  {' '}
                  {t(isDone ? 'firstSteps.done' : 'firstSteps.open')} {text}
                </VisuallyHidden>
                {!isDone && isService && isSandbox && (
                  <Button size="compact-sm" variant="subtle" onClick={stayOnSandbox}>
                    {t('firstSteps.service.stay')}
                  </Button>
                )}
              </Group>
            )
          })}
        </Group>
        <Button size="compact-sm" variant="subtle" onClick={dismiss}>
          {t('firstSteps.dismiss')}
        </Button>
      </Group>
    </Paper>
  )
}
