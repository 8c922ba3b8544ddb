import { Button } from '@mantine/core'
import { IconLock, IconToggleLeft } from '@tabler/icons-react'
import { Link } from 'react-router-dom'
import { useT } from '../../i18n/Language.tsx'
import { paths } from '../../lib/paths.ts'
import { homeOf } from '../landing.ts'
import { usePermission, useSession } from '../../shared/session/SessionContext.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { StateMessage } from '../../ui/feedback/StateMessage.tsx'

interface AccessDeniedProps {
  title: string
  /** The user's role lacks the permission, or the feature is switched off in settings. */
  why: 'forbidden' | 'feature-off'
}

/** Explains why this user cannot open a page, and leads on. */
export function AccessDenied({ title, why }: AccessDeniedProps) {
  const t = useT()
  const session = useSession()
  const canSettle = usePermission('settings.manage') && why === 'feature-off'
  return (
    <>
      <PageHeader title={title} />
      <StateMessage
        icon={why === 'forbidden' ? IconLock : IconToggleLeft}
        tone="warning"
        title={t(why === 'forbidden' ? 'denied.title' : 'problem.feature-off')}
        text={t(`problem.${why}.next`)}
      >
        <Button component={Link} to={canSettle ? paths.settings() : homeOf(session)} variant="default">
          {t(canSettle ? 'nav.settings' : 'denied.home')}
        </Button>
      </StateMessage>
    </>
  )
}
