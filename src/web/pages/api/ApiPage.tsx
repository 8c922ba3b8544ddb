import { Stack } from '@mantine/core'
import { usePermission } from '../../entities/session/SessionContext.tsx'
import { useT } from '../../i18n/Language.tsx'
import { PageHeader } from '../../ui/layout/PageHeader.tsx'
import { Reference } from './Reference.tsx'
import { TokensCard } from './TokensCard.tsx'

/** For those who write scripts: tokens, and the reference of the API. */
export function ApiPage() {
  const t = useT()
  const canManage = usePermission('user.manage')
  return (
    <>
      <PageHeader title={t('api.title')} description={t('api.description')} />
      <Stack gap="md" maw={860}>
        <TokensCard kind="own" />
        {canManage && <TokensCard kind="service" />}
        <Reference />
      </Stack>
    </>
  )
}
