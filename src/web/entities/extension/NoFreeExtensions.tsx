import { useT } from '../../i18n/Language.tsx'
import { paths } from '../../lib/paths.ts'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { usePermission } from '../session/SessionContext.tsx'
import { PageButton } from '../../ui/layout/PageLink.tsx'

/** Shown when the service lists no free extension; leads those who may to the form that creates one, for the agent if given. */
export function NoFreeExtensions({ agentUuid }: { agentUuid?: string | undefined }) {
  const t = useT()
  const canCreate = usePermission('extension.create')
  return (
    <EmptyState title={t('idle.empty')} text={t(canCreate ? 'idle.empty.next' : 'idle.empty.supervisor')}>
      {canCreate && (
        <PageButton
          variant="filled"
          to={paths.newExtension(agentUuid === undefined ? {} : { agentID: agentUuid, agentType: '1' })}
        >
          {t('create.title')}
        </PageButton>
      )}
    </EmptyState>
  )
}
