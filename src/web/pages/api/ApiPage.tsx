import { Skeleton, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { usePermission } from '../../entities/session/SessionContext.tsx'
import { useT } from '../../i18n/Language.tsx'
import { PageHeader } from '../../ui/layout/PageHeader.tsx'
import { tokensQuery } from './queries.ts'
import { Reference } from './Reference.tsx'
import { TokensCard } from './TokensCard.tsx'

/** For those who write scripts: tokens, and the reference of the API. */
export function ApiPage() {
  const t = useT()
  const canManage = usePermission('user.manage')
  const own = useQuery(tokensQuery('own'))
  const service = useQuery({ ...tokensQuery('service'), enabled: canManage })
  // The length of each list, or its error, decides where the next part begins.
  const isEarly = !own.isFetched || (canManage && !service.isFetched)
  return (
    <>
      <PageHeader title={t('api.title')} description={t('api.description')} />
      <Stack gap="md" maw={860}>
        {isEarly ? (
          <Skeleton height="60vh" />
        ) : (
          <>
            <TokensCard kind="own" query={own} />
            {canManage && <TokensCard kind="service" query={service} />}
            <Reference />
          </>
        )}
      </Stack>
    </>
  )
}
