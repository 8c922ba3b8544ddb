import { Anchor, Code, Skeleton, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { readApiDescription } from '#contract/api-description.ts'
import { useFirstLoad } from '../../api/first-load.ts'
import { usePermission } from '../../entities/session/SessionContext.tsx'
import { useT } from '../../i18n/Language.tsx'
import { Message } from '../../i18n/Message.tsx'
import { PageHeader } from '../../ui/layout/PageHeader.tsx'
import { Panel } from '../../ui/layout/Panel.tsx'
import { ownTokensQuery, serviceTokensQuery } from './queries.ts'
import { TokensCard } from './TokensCard.tsx'

/** For those who write scripts: tokens, and the reference of the API. */
export function ApiPage() {
  const t = useT()
  const canManage = usePermission('user.manage')
  const ownTokens = useQuery(ownTokensQuery())
  const service = useQuery({ ...serviceTokensQuery(), enabled: canManage })
  // The length of each list, or its error, decides where the next part begins.
  const isLoading = useFirstLoad(ownTokens, service)
  return (
    <>
      <PageHeader title={t('api.title')} description={t('api.description')} />
      <Stack gap="md" maw={860}>
        {isLoading ? (
          <Skeleton height="60vh" />
        ) : (
          <>
            <TokensCard kind="own" query={ownTokens} />
            {canManage && <TokensCard kind="service" query={service} />}
            <Panel title={t('api.reference')} isLandmark={false}>
              <Text>
                <Message
                  id="api.reference.text"
                  values={{
                    link: (
                      <Anchor href={readApiDescription.path} underline="always">
                        openapi.json
                      </Anchor>
                    ),
                    recipes: <Code>docs/api.md</Code>,
                  }}
                />
              </Text>
            </Panel>
          </>
        )}
      </Stack>
    </>
  )
}
