import { useQuery } from '@tanstack/react-query'
import { usePermission } from '../../entities/session/SessionContext.tsx'
import { useT } from '../../i18n/Language.tsx'
import { paths } from '../../lib/paths.ts'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { PageButton } from '../../ui/layout/PageLink.tsx'
import { scanStateOf, scanStatusQuery } from './queries.ts'

/** Shown while the console knows no number: because it is still reading the service, or because there is none. */
export function NoNumbers() {
  const t = useT()
  const canCreate = usePermission('extension.create')
  const { data } = useQuery(scanStatusQuery())
  if (data === undefined) return null
  const scan = scanStateOf(data)
  const texts = {
    off: 'inventory.crawl.off',
    scanning: 'inventory.empty.reading',
    whole: canCreate ? 'inventory.empty.next' : 'inventory.empty.supervisor',
  } as const
  return (
    <EmptyState title={t('inventory.empty')} text={t(texts[scan])}>
      {scan === 'whole' && canCreate && (
        <PageButton variant="filled" to={paths.newExtension()}>
          {t('create.title')}
        </PageButton>
      )}
    </EmptyState>
  )
}
