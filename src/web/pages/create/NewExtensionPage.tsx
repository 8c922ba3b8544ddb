import { Anchor } from '@mantine/core'
import { Link } from 'react-router-dom'
import { useT } from '../../i18n/Language.tsx'
import { paths } from '../../lib/paths.ts'
import { useSession } from '../../entities/session/SessionContext.tsx'
import { PageHeader } from '../../ui/layout/PageHeader.tsx'
import { CreateExtension } from './CreateExtension.tsx'

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
            <Anchor component={Link} to={paths.newExtensionLegacy()}>
              {t('create.legacy.link')}
            </Anchor>
          ) : null
        }
      />
      <CreateExtension legacy={false} />
    </>
  )
}
