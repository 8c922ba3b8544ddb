import { IconLock, IconPlugConnectedX, IconToggleLeft } from '@tabler/icons-react'
import { useT } from '../../i18n/Language.tsx'
import { paths } from '../../lib/paths.ts'
import { homeOf } from '../landing.ts'
import { usePermission, useSession } from '../../entities/session/SessionContext.tsx'
import { PageHeader } from '../../ui/layout/PageHeader.tsx'
import { StateMessage } from '../../ui/feedback/StateMessage.tsx'
import { PageButton } from '../../ui/layout/PageLink.tsx'

interface AccessDeniedProps {
  title: string
  /**
   * The user's role lacks the permission, their limit excludes the page, the feature is switched off in settings, or no service is
   * connected yet.
   */
  why: 'forbidden' | 'limited' | 'feature-off' | 'no-service'
}

const reasons = {
  forbidden: { icon: IconLock, title: 'denied.title', text: 'problem.forbidden.next' },
  limited: { icon: IconLock, title: 'problem.limited', text: 'problem.limited.next' },
  'feature-off': { icon: IconToggleLeft, title: 'problem.feature-off', text: 'problem.feature-off.next' },
  'no-service': { icon: IconPlugConnectedX, title: 'denied.noService', text: 'denied.noService.text' },
} as const

/** Explains why this user cannot open a page, and leads on. */
export function AccessDenied({ title, why }: AccessDeniedProps) {
  const t = useT()
  const session = useSession()
  const { icon, title: reason, text } = reasons[why]
  const canSettle = usePermission('settings.manage') && why === 'feature-off'
  const canConnect = usePermission('service.manage') && why === 'no-service'
  const home = homeOf(session)
  return (
    <>
      <PageHeader title={title} />
      <StateMessage icon={icon} tone="warning" title={t(reason)} text={t(text)}>
        {canConnect ? (
          <PageButton variant="filled" to={paths.service()}>
            {t('firstSteps.service')}
          </PageButton>
        ) : (
          why !== 'no-service' && (
            <PageButton to={canSettle ? paths.settings() : home}>
              {t(canSettle ? 'nav.settings' : 'denied.home')}
            </PageButton>
          )
        )}
      </StateMessage>
    </>
  )
}
