import { Box, Button, Skeleton, Stack } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { Link } from 'react-router-dom'
import { agentId } from '#contract/text.ts'
import { requestKinds } from '#contract/service-requests.ts'
import { ReservedMark } from '../../entities/extension/NumberLink.tsx'
import { useReservations } from '../../entities/reservation/open-reservations.ts'
import { ReserveButton } from '../../entities/reservation/ReserveButton.tsx'
import { AskButton } from '../../entities/request/AskButton.tsx'
import { PendingRequests } from '../../entities/request/PendingRequests.tsx'
import { hasCode } from '../../api/api-error.ts'
import { useT } from '../../i18n/Language.tsx'
import { paths } from '../../lib/paths.ts'
import { History } from '../../entities/history/History.tsx'
import { LabelsPanel } from '../../entities/label/LabelsPanel.tsx'
import { usePermission } from '../../entities/session/SessionContext.tsx'
import { CopyButton } from '../../ui/text/CopyButton.tsx'
import { PageHeader } from '../../ui/layout/PageHeader.tsx'
import { QueryState, useDeferredRead } from '../../ui/feedback/QueryState.tsx'
import { NumberState, whyUnavailable } from '../../entities/extension/NumberState.tsx'
import { Warnings } from '../../ui/feedback/Warnings.tsx'
import { optionalParam, useUrlState } from '../../lib/url-state.ts'
import { extensionQuery, languageQuery } from '../../entities/extension/extension-queries.ts'
import { ExtensionFields } from './ExtensionFields.tsx'
import { LanguageCard } from './LanguageCard.tsx'
import { TechnicalDetails } from './TechnicalDetails.tsx'

/** Loaded lazily: it is at the end of the page. */

const detailState = z.object({ agentId: optionalParam(agentId) })

export function ExtensionDetail({ ext }: { ext: string }) {
  const t = useT()
  const client = useQueryClient()
  const [{ agentId: requestedAgentId }] = useUrlState(detailState)
  // Render header, record and the rest together, so that none of them pushes another down.
  const query = useDeferredRead(useQuery(extensionQuery(ext, requestedAgentId)))
  const { data } = query
  const isKnown = data !== undefined || query.error !== null
  const canCreate = usePermission('extension.create')
  const canReserve = usePermission('extension.reserve')
  const isReserved = useReservations().has(ext)
  const state = data?.state === 'free' && isReserved ? 'reserved' : data?.state
  const why =
    data === undefined
      ? null
      : whyUnavailable(t, data.extension, data.agentNames[data.extension.currentUsingAgentUuid ?? ''] ?? null)
  const refresh = () => {
    void query.refetch()
    void client.invalidateQueries({ queryKey: languageQuery(ext).queryKey })
    void client.invalidateQueries({ queryKey: ['history'] })
  }
  return (
    <>
      <PageHeader
        title={t('detail.title', { ext })}
        titleSuffix={
          <>
            <CopyButton value={ext} label={t('copy.number', { ext })} />
            {state !== undefined && <NumberState state={state} why={why} />}
            <ReservedMark ext={ext} />
          </>
        }
        // The record determines which buttons exist, so show them all together.
        actions={
          isKnown && (
            <>
              {canReserve &&
                (state === 'free' || (state === 'unknown' && data?.extension.bindStatus === 0)) && (
                  <ReserveButton start={{ ext }}>{t('detail.reserve')}</ReserveButton>
                )}
              {data?.extension.agentUuid != null && (
                <Button component={Link} to={paths.agent(data.extension.agentUuid)} variant="default">
                  {t('detail.openAgent')}
                </Button>
              )}
              {data !== undefined && (
                <AskButton
                  numbers={() => [ext]}
                  kinds={requestKinds.filter((kind) => kind !== 'unbind' || data.extension.bindStatus !== 0)}
                />
              )}
              <Button component={Link} to={paths.extensionHistory(ext)} variant="default">
                {t('history.title')}
              </Button>
              <Button
                variant="default"
                leftSection={<IconRefresh size={16} aria-hidden />}
                loading={query.isFetching && data !== undefined}
                onClick={refresh}
              >
                {t('action.refresh')}
              </Button>
            </>
          )
        }
      />
      <PendingRequests of={{ ext }} />
      <QueryState query={query} loading={<Skeleton h={360} />}>
        {(detail) => (
          <Stack gap="md">
            <Warnings warnings={detail.warnings} />
            <ExtensionFields detail={detail} />
            <LanguageCard extension={detail.extension} />
            <LabelsPanel subject={{ kind: 'extension', id: ext }} to={(label) => paths.numbers({ label })} />
          </Stack>
        )}
      </QueryState>
      {canCreate && data === undefined && hasCode(query.error, 'extension-not-found') && (
        <Stack align="center">
          <Button component={Link} to={paths.newExtension({ ext })}>
            {t('detail.create', { ext })}
          </Button>
        </Stack>
      )}
      {isKnown && (
        // Wait for the record, which would otherwise push the history down.
        <Box mt="md">
          <History
            subject={{ ext }}
            after={
              data !== undefined && (
                <Box mt="md">
                  <TechnicalDetails extension={data.extension} />
                </Box>
              )
            }
          />
        </Box>
      )}
    </>
  )
}
