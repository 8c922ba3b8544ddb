import { Alert } from '@mantine/core'
import { useT } from '../../i18n/Language.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { CreateExtension } from './CreateExtension.tsx'

/** Operation 10, which the service has deprecated. */
export function LegacyCreatePage() {
  const t = useT()
  return (
    <>
      <PageHeader title={t('create.legacy.title')} description={t('create.description')} />
      <Alert color="yellow" variant="light" mb="md" maw={560} title={t('create.legacy.warning')}>
        {t('create.legacy.warning.text')}
      </Alert>
      <CreateExtension legacy />
    </>
  )
}
