import { Alert, Anchor } from '@mantine/core'
import { Link } from 'react-router-dom'
import { useT } from '../../i18n/Language.tsx'
import { paths } from '../../lib/paths.ts'
import { useSession } from '../../entities/session/SessionContext.tsx'
import { PageHeader } from '../../ui/layout/PageHeader.tsx'
import { colorOf } from '../../ui/text/meaning.ts'
import { CreateExtension } from './CreateExtension.tsx'

/** Creates an extension with operation 5. */
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

/** Creates an extension with operation 10, which the service has deprecated. */
export function LegacyCreatePage() {
  const t = useT()
  return (
    <>
      <PageHeader title={t('create.legacy.title')} description={t('create.description')} />
      <Alert
        color={colorOf('attention')}
        variant="light"
        mb="md"
        maw={560}
        title={t('create.legacy.warning')}
      >
        {t('create.legacy.warning.text')}
      </Alert>
      <CreateExtension legacy />
    </>
  )
}
