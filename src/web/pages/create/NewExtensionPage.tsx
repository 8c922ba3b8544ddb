import { useT } from '../../i18n/Language.tsx'
import { paths } from '../../lib/paths.ts'
import { useSession } from '../../entities/session/SessionContext.tsx'
import { PageHeader } from '../../ui/layout/PageHeader.tsx'
import { CreateExtension } from './CreateExtension.tsx'
import { PageLink } from '../../ui/layout/PageLink.tsx'

/** Creates an extension with operation 5. */
export function NewExtensionPage() {
  const t = useT()
  const { features } = useSession()
  return (
    <>
      <PageHeader
        title={t('create.title')}
        description={t('create.description')}
        actions={
          features.legacyCreate ? (
            <PageLink size="sm" to={paths.newExtensionLegacy()}>
              {t('create.legacy.link')}
            </PageLink>
          ) : null
        }
      />
      <CreateExtension legacy={false} />
    </>
  )
}
