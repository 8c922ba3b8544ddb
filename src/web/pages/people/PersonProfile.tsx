import { Group, Skeleton, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import type * as z from 'zod/mini'
import type { readPerson } from '#contract/people.ts'
import { findNumbers } from '#contract/numbers.ts'
import { defaultPageSize } from '#contract/page.ts'
import { isFirstLoad, useFirstLoad, type LoadState } from '../../api/first-load.ts'
import { call } from '../../api/call.ts'
import { CurrentExtension } from '../../entities/person/CurrentExtension.tsx'
import { agentPageQuery, usePersonName } from '../../entities/person/queries.ts'
import { rememberPerson } from '../../entities/person/recent-people.ts'
import { NumberLink } from '../../entities/extension/NumberLink.tsx'
import { History, useHistory } from '../../entities/history/History.tsx'
import { LabelsPanel } from '../../entities/label/LabelsPanel.tsx'
import { LeaveButton } from '../../entities/request/LeaveButton.tsx'
import { PendingRequests } from '../../entities/request/PendingRequests.tsx'
import { pendingRequestsQuery } from '../../entities/request/queries.ts'
import { RequestButton } from '../../entities/request/RequestButton.tsx'
import { ReserveButton } from '../../entities/reservation/ReserveButton.tsx'
import { useLimit } from '../../entities/session/limit.tsx'
import { ActingOn, usePermission } from '../../entities/session/SessionContext.tsx'
import { useT } from '../../i18n/Language.tsx'
import { paths } from '../../lib/paths.ts'
import { QueryState } from '../../ui/feedback/QueryState.tsx'
import { Warnings } from '../../ui/feedback/Warnings.tsx'
import { PageHeader } from '../../ui/layout/PageHeader.tsx'
import { PageButton, PageLink } from '../../ui/layout/PageLink.tsx'
import { PersonFacts } from './PersonFacts.tsx'
import { PersonRecord } from './PersonRecord.tsx'
import { ReservedNumbers } from './ReservedNumbers.tsx'

type PersonAnswer = z.infer<(typeof readPerson)['answer']>

/** Returns every number of the agent: `one` (their current extension), or those of the list of numbers when the agent has several. */
async function numbersOf(agentUuid: string, ext: string | null, entry: PersonAnswer | undefined) {
  if (entry === undefined || entry.numbers <= 1) return ext === null ? [] : [ext]
  return (await call(findNumbers, { query: { agentUuid, state: 'bound' } })).numbers
}

interface ActionsProps {
  agentUuid: string
  name: string | null
  entry: PersonAnswer | undefined
  /** The number bound to the agent, as the service or the directory shows it. */
  ext: string | null
}

/** What can be done for the person, the next step first: only what the console and the service would not refuse. */
function Actions({ agentUuid, name, entry, ext }: ActionsProps) {
  const t = useT()
  const canCreate = usePermission('extension.create')
  const numbers = () => numbersOf(agentUuid, ext, entry)
  const agent = { agentUuid, agentName: name }
  if (ext !== null)
    return (
      <>
        <RequestButton numbers={numbers} agent={agent} variant="filled" />
        <LeaveButton name={name ?? entry?.workNumber ?? agentUuid} numbers={numbers} />
      </>
    )
  const reserved = entry?.reserved ?? []
  const person = { id: agentUuid, isNewColleague: false, name }
  if (reserved.length > 0)
    return (
      <>
        <RequestButton
          numbers={() => reserved.map((each) => each.ext)}
          kinds={['rebind']}
          agent={agent}
          label={t('detail.askBinding')}
          variant="filled"
        />
        <ReserveButton start={{ person }} variant="default">
          {t('person.reserve.more')}
        </ReserveButton>
      </>
    )
  return (
    <>
      <ReserveButton start={{ person }}>{t('person.reserve')}</ReserveButton>
      {canCreate && (
        <PageButton to={paths.newExtension({ agentID: agentUuid, agentType: '1' })}>
          {t('person.create')}
        </PageButton>
      )}
    </>
  )
}

interface PersonProfileProps {
  agentUuid: string
  /** The read of the directory's record; without data while it loads and for agents that the directory does not know. */
  directory: LoadState & { data: PersonAnswer | undefined }
}

/** A person with an account: their number, facts, labels and history. */
export function PersonProfile({ agentUuid, directory }: PersonProfileProps) {
  const t = useT()
  const entry = directory.data
  const { includesPerson } = useLimit()
  const isWithin = includesPerson({
    department: entry?.facts.department?.value ?? null,
    isNewColleague: false,
  })
  // The first page has the agent's own extension.
  const query = useQuery(agentPageQuery({ agentUuid, page: 1, pageSize: defaultPageSize }))
  const current = query.data?.current ?? null
  const hasAnswer = query.data !== undefined
  // Until the directory answers, the id could be a new colleague's.
  const isAgent = hasAnswer && !isFirstLoad(directory)
  const name = usePersonName(agentUuid, current, isAgent) ?? entry?.name ?? null
  useEffect(() => {
    if (isAgent) rememberPerson(agentUuid, name, Date.now())
  }, [agentUuid, name, isAgent])
  // Below the error when the service doesn't answer: that is what matters then.
  const history = <History subject={{ agentUuid }} />
  const { query: past } = useHistory({ agentUuid })
  const requests = useQuery(pendingRequestsQuery({ agentUuid }))
  const isLoading = useFirstLoad(directory, query, requests, past)
  return (
    <>
      <PageHeader
        title={name ?? t('person.title')}
        // The numbers determine which buttons exist; until then, the header keeps their height.
        isTitleAlone={isLoading}
        actions={
          (isLoading || hasAnswer || entry !== undefined) && (
            <ActingOn isWithin={isWithin}>
              <Actions {...{ agentUuid, name, entry }} ext={current?.ext ?? entry?.ext ?? null} />
            </ActingOn>
          )
        }
      />
      {!isLoading && <PendingRequests subject={{ agentUuid }} />}
      {isLoading ? (
        <Skeleton h="60dvh" />
      ) : (
        <Stack gap="md">
          {hasAnswer && <CurrentExtension extension={current} />}
          {entry !== undefined && (
            <>
              <ReservedNumbers person={entry} />
              <PersonFacts person={entry} />
              <ActingOn isWithin={isWithin}>
                <LabelsPanel
                  subject={{ kind: 'agent', id: entry.id }}
                  to={(label) => paths.people({ label })}
                />
              </ActingOn>
              {entry.numbers > 1 && (
                <Group gap="xs">
                  {entry.exts.map((ext) => (
                    <NumberLink key={ext} ext={ext} />
                  ))}
                  <PageLink size="sm" to={paths.numbers({ agentUuid })}>
                    {t('person.allNumbers', { count: entry.numbers })}
                  </PageLink>
                </Group>
              )}
            </>
          )}
          <QueryState query={query} loading={null}>
            {({ warnings }) => <Warnings warnings={warnings} />}
          </QueryState>
          {history}
          <PersonRecord agentUuid={agentUuid} entry={entry} />
        </Stack>
      )}
    </>
  )
}
