import { Button } from '@mantine/core'
import { IconMapPinOff } from '@tabler/icons-react'
import { Link } from 'react-router-dom'
import { useT } from '../../i18n/Language.tsx'
import { paths } from '../../lib/paths.ts'
import { PageHeader } from '../../ui/layout/PageHeader.tsx'
import { StateMessage } from '../../ui/feedback/StateMessage.tsx'

export function NotFoundPage() {
  const t = useT()
  return (
    <>
      <PageHeader title={t('notFound.title')} />
      <StateMessage icon={IconMapPinOff} tone="quiet" title={t('notFound.heading')} text={t('notFound.text')}>
        <Button component={Link} to={paths.idle()}>
          {t('notFound.go')}
        </Button>
      </StateMessage>
    </>
  )
}
