import { Button, VisuallyHidden } from '@mantine/core'
import { IconCheck, IconCircle } from '@tabler/icons-react'
import { useId } from 'react'
import { useT } from '../../i18n/Language.tsx'
import { paths } from '../../lib/paths.ts'
import classes from './FirstSteps.module.css'
import type { FirstStep } from './use-first-steps.ts'
import { PageLink } from '../../ui/layout/PageLink.tsx'

const targets: Record<FirstStep['id'], string> = {
  service: paths.service(),
  colleagues: paths.users(),
  numbers: paths.agents(),
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
    <section aria-labelledby={id} className={classes.root} data-panel>
      <h2 id={id} className={classes.title}>
        {t('firstSteps.title')}
      </h2>
      <ol className={classes.steps}>
        {steps.map(({ id: step, isDone }) => {
          const Icon = isDone ? IconCheck : IconCircle
          const isService = step === 'service'
          const text = t(
            isService && !isSandbox
              ? `firstSteps.service.${isDone ? 'read' : 'unread'}`
              : `firstSteps.${step}.text`,
          )
          return (
            <li key={step} className={classes.step} data-done={isDone || undefined} title={text}>
              <Icon size={18} aria-hidden />
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
            </li>
          )
        })}
      </ol>
      <Button size="compact-sm" variant="subtle" onClick={dismiss}>
        {t('firstSteps.dismiss')}
      </Button>
    </section>
  )
}
