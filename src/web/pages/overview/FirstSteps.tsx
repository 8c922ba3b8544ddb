import { Button } from '@mantine/core'
import { IconCircleCheck, IconCircleDashed } from '@tabler/icons-react'
import { Link } from 'react-router-dom'
import { useT } from '../../i18n/Language.tsx'
import { paths } from '../../lib/paths.ts'
import { Panel } from '../../ui/layout/Panel.tsx'
import classes from './FirstSteps.module.css'
import type { FirstStep } from './use-first-steps.ts'

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

/** Shows an administrator the first steps with a new console. */
export function FirstSteps({ steps, isSandbox, stayOnSandbox, dismiss }: FirstStepsProps) {
  const t = useT()
  if (steps.length === 0) return null
  return (
    <Panel
      title={t('firstSteps.title')}
      description={t('firstSteps.text')}
      actions={
        <Button size="compact-sm" variant="subtle" onClick={dismiss}>
          {t('firstSteps.dismiss')}
        </Button>
      }
    >
      <ol className={classes.steps}>
        {steps.map(({ id, isDone }) => {
          const Icon = isDone ? IconCircleCheck : IconCircleDashed
          return (
            <li key={id} className={classes.step} data-done={isDone || undefined}>
              <Icon size={20} aria-hidden />
              <div>
                <b>{t(`firstSteps.${id}`)}</b>{' '}
                <span>{t(isDone ? 'firstSteps.done' : 'firstSteps.open')}</span>
                <p>
                  {t(
                    id === 'service' && !isSandbox
                      ? `firstSteps.service.${isDone ? 'read' : 'unread'}`
                      : `firstSteps.${id}.text`,
                  )}
                </p>
              </div>
              {!isDone && (
                <div className={classes.actions}>
                  <Button component={Link} to={targets[id]} size="compact-sm" variant="default">
                    {t(`firstSteps.${id}.go`)}
                  </Button>
                  {id === 'service' && isSandbox && (
                    <Button size="compact-sm" variant="subtle" onClick={stayOnSandbox}>
                      {t('firstSteps.service.stay')}
                    </Button>
                  )}
                </div>
              )}
            </li>
          )
        })}
      </ol>
    </Panel>
  )
}
