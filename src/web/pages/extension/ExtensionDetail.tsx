import { Button, Skeleton, Stack } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useSearchParams } from 'react-router-dom'
import * as z from 'zod/mini'
import { agentId } from '#contract/text.ts'
import { ReservedMark } from '../../entities/extension/NumberLink.tsx'
import { openQuery } from '../../entities/reservation/queries.ts'
import { useReservation } from '../../entities/reservation/open-reservations.ts'
import { PendingRequests } from '../../entities/request/PendingRequests.tsx'
import { pendingRequestsQuery } from '../../entities/request/queries.ts'
import { hasCode } from '../../api/api-error.ts'
import { invalidate } from '../../api/query-client.ts'
import { useT } from '../../i18n/Language.tsx'
import { paths } from '../../lib/paths.ts'
import { History } from '../../entities/history/History.tsx'
import { LabelsPanel } from '../../entities/label/LabelsPanel.tsx'
import { ActingOn, usePermission } from '../../entities/session/SessionContext.tsx'
import { useLimit } from '../../entities/session/limit.tsx'
import { CopyButton } from '../../ui/text/CopyButton.tsx'
import { PageHeader } from '../../ui/layout/PageHeader.tsx'
import { useFirstLoad } from '../../api/first-load.ts'
import { QueryState } from '../../ui/feedback/QueryState.tsx'
import { NumberStateBadge, whyUnavailable } from '../../entities/extension/NumberStateBadge.tsx'
import { Warnings } from '../../ui/feedback/Warnings.tsx'
import { optionalParam, parseUrlState } from '../../lib/url-state.ts'
import { extensionQuery } from '../../entities/extension/queries.ts'
import { Created } from './Creator.tsx'
import classes from './ExtensionDetail.module.css'
import { LastKnown } from './LastKnown.tsx'
import { NumberActions } from './NumberActions.tsx'
import { Registration } from './Registration.tsx'
import { ServiceRecord } from './ServiceRecord.tsx'
import { SipAccount } from './SipAccount.tsx'
import { PageButton, PageLink } from '../../ui/layout/PageLink.tsx'
import type { ExtensionWithPeople } from '#contract/extensions.ts'
import type { Reservation } from '#contract/reservations.ts'
import { Message } from '../../i18n/Message.tsx'
import { leftBy, reservedFor } from '../../entities/reservation/reserved-for.ts'
import { Time } from '../../ui/text/Time.tsx'

interface HolderProps {
  detail: ExtensionWithPeople
  reservation: Reservation | undefined
}

/** The summary line: whom the number is bound to since when, or for whom it is reserved until when. */
function Holder({ detail: { extension, holder, state }, reservation }: HolderProps) {
  const t = useT()
  if (extension.bindStatus === 1 && holder !== null) {
    const { agentUuid, agentName, workNumber, department } = holder
    const hints = [
      workNumber === null ? null : t('person.hint.workNumber', { workNumber }),
      department,
    ].filter((hint) => hint !== null)
    return (
      <>
        <PageLink to={paths.person(agentUuid)} fw={600}>
          {agentName ?? t('history.agent.none')}
        </PageLink>
        {hints.map((hint) => ` · ${hint}`)}
        {extension.bindTime !== null && extension.bindTime !== 0 && (
          <>
            {' · '}
            <Message
              id="detail.boundSince"
              values={{ time: <Time value={extension.bindTime} words="moment" /> }}
            />
          </>
        )}
      </>
    )
  }
  // The record can be clear although the console has not seen whether the idle list has the number.
  if (reservation === undefined)
    return t(
      state === 'unknown' && extension.bindStatus === 0 ? 'detail.holder.reserved' : `detail.holder.${state}`,
    )
  const left = leftBy(reservation)
  const until = <Time value={reservation.expiresAt} words="moment" />
  return left === null ? (
    <Message
      id="detail.reservedUntil"
      values={{ agent: reservedFor(t, reservation), by: reservation.by.name, time: until }}
    />
  ) : (
    <Message id="detail.keptUntil" values={{ agent: left, time: until }} />
  )
}

const detailState = z.object({ agentId: optionalParam(agentId) })
/** Header, requests, record and the rest appear together, so that none of them pushes another down. */
export const detailReads = (ext: string, search: URLSearchParams) => ({
  record: extensionQuery(ext, parseUrlState(detailState, search).agentId),
  requests: pendingRequestsQuery({ ext }),
  reservations: openQuery(),
})

export function ExtensionDetail({ ext }: { ext: string }) {
  const t = useT()
  const client = useQueryClient()
  const [search] = useSearchParams()
  const queries = detailReads(ext, search)
  const requests = useQuery(queries.requests)
  const reservations = useQuery(queries.reservations)
  const query = useQuery(queries.record)
  const isLoading = useFirstLoad(query, requests, reservations)
  const data = isLoading ? undefined : query.data
  const isKnown = !isLoading && (data !== undefined || query.error !== null)
  const isWaiting = isLoading || (!isKnown && query.fetchStatus !== 'idle')
  const canCreate = usePermission('extension.create')
  const canSeeRecord = usePermission('status.read')
  const reservation = useReservation(ext)
  const isReserved = reservation !== undefined
  useEffect(() => {
    // Only the reservations are polled, so read the record again when the one of this number has ended.
    if (isReserved) return () => void invalidate(client, '/api/extensions/:ext')
    return undefined
  }, [client, isReserved])
  const state = data?.state === 'free' && reservation !== undefined ? 'reserved' : data?.state
  const why =
    data === undefined
      ? null
      : whyUnavailable(t, data.extension, data.agentNames[data.extension.currentUsingAgentUuid ?? ''] ?? null)
  const { includesNumber } = useLimit()
  const isBound = data?.extension.bindStatus === 1
  const isWithin = includesNumber({ ext, isBound, department: data?.holder?.department ?? null })
  const refresh = () => {
    void query.refetch()
    void invalidate(client, '/api/extensions/:ext/language', '/api/extensions/:ext/history')
  }
  return (
    <>
      <PageHeader
        title={t('detail.title', { ext })}
        isTitleAlone={!isKnown}
        titleSuffix={
          <>
            <CopyButton value={ext} label={t('copy.number', { ext })} />
            {state !== undefined && <NumberStateBadge state={state} why={why} />}
            {isKnown && <ReservedMark ext={ext} />}
          </>
        }
        description={data === undefined ? '\u00a0' : <Holder detail={data} reservation={reservation} />}
        // The record determines which buttons exist, so show them all together.
        actions={
          isKnown && (
            <>
              {data !== undefined && state !== undefined && (
                <ActingOn isWithin={isWithin}>
                  <NumberActions detail={data} state={state} reservation={reservation} />
                </ActingOn>
              )}
              {canCreate && data === undefined && hasCode(query.error, 'extension-not-found') && (
                <PageButton variant="filled" to={paths.newExtension({ ext })}>
                  {t('detail.create', { ext })}
                </PageButton>
              )}
              <Button
                variant={state === 'unavailable' ? 'filled' : 'default'}
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
      {isKnown && <PendingRequests subject={{ ext }} />}
      {isWaiting ? (
        <Skeleton h={360} />
      ) : (
        // Without facts there is one column: why there are none, and then the history.
        <div className={data === undefined ? undefined : classes.columns}>
          <div className={classes.facts}>
            {data === undefined && query.error !== null && !hasCode(query.error, 'extension-not-found') && (
              <LastKnown ext={ext} />
            )}
            <QueryState query={query} loading={null}>
              {(detail) => (
                <ActingOn isWithin={isWithin}>
                  <Warnings warnings={detail.warnings} />
                  <SipAccount extension={detail.extension} />
                  <LabelsPanel
                    subject={{ kind: 'extension', id: ext }}
                    to={(label) => paths.numbers({ label })}
                  />
                  <Registration detail={detail} readAt={query.dataUpdatedAt} />
                </ActingOn>
              )}
            </QueryState>
          </div>
          {isKnown && (
            // Wait for the record, which would otherwise push the history down.
            <div className={classes.timeline}>
              <History subject={{ ext }} end={data !== undefined && <Created detail={data} />} />
            </div>
          )}
        </div>
      )}
      {canSeeRecord && data !== undefined && (
        <Stack mt="md">
          <ServiceRecord detail={data} />
        </Stack>
      )}
    </>
  )
}
