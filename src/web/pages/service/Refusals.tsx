import { Alert, Checkbox } from '@mantine/core'
import { useState } from 'react'
import type { Service } from '#contract/service.ts'
import { hasCode } from '../../api/api-error.ts'
import { useT } from '../../i18n/Language.tsx'
import { paths } from '../../lib/paths.ts'
import { useSession } from '../../entities/session/SessionContext.tsx'
import { PageLink } from '../../ui/layout/PageLink.tsx'

function JobsLink() {
  const t = useT()
  return <PageLink to={paths.jobs()}>{t('service.jobs')}</PageLink>
}

function UsersLink() {
  const t = useT()
  return <PageLink to={paths.users()}>{t('service.invite')}</PageLink>
}

/** The page of the next step after a refusal. */
export function NextStepOf({ error }: { error: unknown }) {
  if (hasCode(error, 'job-running')) return <JobsLink />
  return hasCode(error, 'demo-administrators') ? <UsersLink /> : null
}

/** Says before the attempt that a running job refuses it. */
export function JobRunning() {
  const t = useT()
  return (
    <Alert title={t('problem.job-running')}>
      {t('problem.job-running.next')} <JobsLink />
    </Alert>
  )
}

/** Whether the change disables the demo accounts: preset where the user may, because their passwords are in a file. */
export function useDemoAccounts({ current, demoAccounts }: Service) {
  const { user } = useSession()
  const { enabled, onlyAdministrators } = demoAccounts
  const isOffered = current.sandbox && enabled.length > 0
  const isOwn = enabled.includes(user.email)
  const [disable, setDisable] = useState(true)
  return {
    enabled,
    isOffered,
    isOwn,
    /** They are the only administrators, so the sandbox can't be left. */
    isRefused: current.sandbox && onlyAdministrators,
    disable: disable && isOffered && !isOwn,
    setDisable,
  }
}

/** Offers to disable the demo accounts; explains why that, or leaving the sandbox, is not possible yet. */
export function DemoAccounts({
  enabled,
  isOffered,
  isOwn,
  isRefused,
  disable,
  setDisable,
}: ReturnType<typeof useDemoAccounts>) {
  const t = useT()
  if (isRefused)
    return (
      <Alert title={t('problem.demo-administrators')}>
        {t('service.demo.only')} <UsersLink />
      </Alert>
    )
  if (!isOffered) return null
  return (
    <Checkbox
      checked={disable}
      disabled={isOwn}
      onChange={(event) => setDisable(event.currentTarget.checked)}
      label={t('service.demo', { accounts: enabled.join(t('list.separator')) })}
      description={t(isOwn ? 'service.demo.own' : 'service.demo.text')}
    />
  )
}
