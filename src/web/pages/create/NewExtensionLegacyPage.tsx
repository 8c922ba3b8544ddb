import { Alert } from '@mantine/core'
import { useT } from '../../i18n/Language.tsx'
import { PageHeader } from '../../ui/layout/PageHeader.tsx'
import { CreateExtension } from './CreateExtension.tsx'

/** Creates an extension with operation 10, which the service has deprecated. */
export function NewExtensionLegacyPage() {
  const t = useT()
  return (
    <>
      <PageHeader title={t('create.legacy.title')} description={t('create.description')} />
      <Alert variant="light" mb="md" maw={560} title={t('create.legacy.warning')}>
        {t('create.legacy.warning.text')}
      </Alert>
      <CreateExtension legacy />
    </>
  )
}
