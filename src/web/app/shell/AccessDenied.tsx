import { Button } from '@mantine/core'
import { IconLock, IconToggleLeft } from '@tabler/icons-react'
import { Link } from 'react-router-dom'
import { useT } from '../../i18n/Language.tsx'
import { paths } from '../../lib/paths.ts'
import { usePermission } from '../../shared/session/SessionContext.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { StateMessage } from '../../ui/feedback/StateMessage.tsx'

interface AccessDeniedProps {
  title: string
  /** The user's role lacks the permission, or the feature is switched off in settings. */
  why: 'forbidden' | 'feature-off'
}

/** Explains why this user cannot open a page. */
export function AccessDenied({ title, why }: AccessDeniedProps) {
  const t = useT()
  const canSettle = usePermission('settings.manage') && why === 'feature-off'
  return (
    <>
      <PageHeader title={title} />
      <StateMessage
        icon={why === 'forbidden' ? IconLock : IconToggleLeft}
        tone="warning"
        title={t(`problem.${why}`)}
        text={t(`problem.${why}.next`)}
      >
        {canSettle ? (
          <Button component={Link} to={paths.settings()} variant="default">
            {t('nav.settings')}
          </Button>
        ) : undefined}
      </StateMessage>
    </>
  )
}
