import { Anchor } from '@mantine/core'
import { Link } from '../../ui/Link.tsx'
import { useT } from '../../i18n/Language.tsx'
import { paths } from '../../paths.ts'
import { useSession } from '../../session/SessionContext.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { CreateExtension } from './CreateExtension.tsx'

/** Operation 5. */
export function CreatePage() {
  const t = useT()
  const { features } = useSession()
  return (
    <>
      <PageHeader
        title={t('create.title')}
        description={t('create.description')}
        actions={
          features.legacyCreate ? (
            <Anchor component={Link} to={paths.newExtensionLegacy()} size="sm">
              {t('create.legacy.link')}
            </Anchor>
          ) : null
        }
      />
      <CreateExtension legacy={false} />
    </>
  )
}
