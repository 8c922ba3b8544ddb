import { Box, Button, Group, Skeleton, Stack, Text, Title } from '@mantine/core'
import { IconBookmark, IconUserPlus } from '@tabler/icons-react'
import { useMemo } from 'react'
import { peopleFilter, personStates, type Person } from '#contract/people.ts'
import type { Session } from '#contract/session.ts'
import { teamSearch, type Team } from '#contract/team.ts'
import { useFirstLoad } from '../../api/first-load.ts'
import type { Visit } from '../../api/first-reads.ts'
import { ReserveButton } from '../../entities/reservation/ReserveButton.tsx'
import { ScanLine, useIsReading } from '../../entities/extension/FirstScanNote.tsx'
import { useCanChange } from '../../entities/reservation/ChangeButton.tsx'
import { useSession } from '../../entities/session/SessionContext.tsx'
import type { Translate } from '../../i18n/catalogue.ts'
import { useT } from '../../i18n/Language.tsx'
import { paths } from '../../lib/paths.ts'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { QueryState } from '../../ui/feedback/QueryState.tsx'
import { openDialog } from '../../ui/form/dialogs.tsx'
import { PageHeader } from '../../ui/layout/PageHeader.tsx'
import { DataTable } from '../../ui/table/DataTable.tsx'
import { FilterChips, FilterControls } from '../../ui/table/FilterParts.tsx'
import { searchFilter, segmentsFilter } from '../../ui/table/filters.tsx'
import { defineListState } from '../../ui/table/list-state.ts'
import { teamColumns } from './columns.tsx'
import { FreeNumbers } from './FreeNumbers.tsx'
import { sortTeam, type TeamRow, type TeamState } from './needs.ts'
import { TeamDialog } from './TeamDialog.tsx'
import { PageButton } from '../../ui/layout/PageLink.tsx'
import { useQuery } from '@tanstack/react-query'
import { openQuery, reservationsQuery } from '../../entities/reservation/queries.ts'
import { useReservations } from '../../entities/reservation/open-reservations.ts'
import { requestsQuery } from '../../entities/request/queries.ts'
import { departmentOf } from '../../entities/team/department-of.ts'
import { teamQuery, teamSearchQuery } from '../../entities/team/queries.ts'
import classes from './TeamPage.module.css'
import { localDay } from '../../lib/local-time.ts'
import { useNow } from '../../ui/text/clock.ts'

/** Refetch interval while the page is visible, ms. */
const againMs = 15_000
/** How many of the user's newest reservations are searched for lost ones. */
const newestEnded = 100
const mostRequests = 1_000

const teamReads = ({ user }: Session) => ({
  team: { ...teamQuery(), refetchInterval: againMs },
  ended: { ...reservationsQuery({ by: user.id, pageSize: newestEnded }), meta: { quiet: true } },
  requests: {
    ...requestsQuery({ state: 'pending', sort: 'due', order: 'asc', pageSize: mostRequests }),
    meta: { quiet: true },
  },
  open: openQuery(),
})

/** The team, and the reservations and requests that say what its people need. Without the latter, the people are shown all the same. */
function useTeam() {
  const now = useNow()
  const queries = teamReads(useSession())
  const team = useQuery(queries.team)
  const open = useReservations()
  const ended = useQuery(queries.ended)
  const requests = useQuery(queries.requests)
  const state: TeamState = {
    now,
    today: requests.data?.today ?? localDay(new Date(now)),
    open: [...open.values()],
    ended: ended.data?.items ?? [],
    requests: requests.data?.items ?? [],
    namesakes: team.data?.namesakes ?? [],
  }
  // The rows are sorted by what people need, so they wait until it is known.
  const isLoading = useFirstLoad(team, useQuery(queries.open), ended, requests)
  return { team, isLoading, state }
}

interface TeamAnswer {
  members: readonly Person[]
  /** While the numbers are read, who has none is not known. */
  isReading: boolean
}

const teamFilters = {
  q: searchFilter({
    field: 'team.search',
    schema: teamSearch.query.shape.q,
    hint: (t) => t('team.search'),
    w: { base: '100%', xs: 320 },
  }),
  state: segmentsFilter({
    caption: 'people.state',
    schema: peopleFilter.state,
    values: personStates,
    textOf: (t, state) => t(`people.state.${state}`),
    countOf: ({ members, isReading }: TeamAnswer, state) => {
      if (state === undefined) return members.length
      return isReading ? undefined : members.filter((person) => person.state === state).length
    },
    all: 'people.state.any',
  }),
}
const teamList = defineListState({ filters: teamFilters, paging: {}, extraParams: {} })

/** The people of the user's team: who needs something, and what is next for each. */
export function TeamPage() {
  const t = useT()
  const { team, isLoading, state } = useTeam()
  const data = isLoading ? undefined : team.data
  const edit = (answer: Team) => openDialog((close) => <TeamDialog opened={answer} onClose={close} />)
  return (
    <>
      <PageHeader
        title={t('team.title')}
        titleSuffix={
          data !== undefined &&
          data.members.length > 0 && (
            <Text c="dimmed" component="span">
              {membersText(t, data.members)}
            </Text>
          )
        }
        actions={
          <>
            <PageButton to={paths.reservations()}>{t('reservations.list.title')}</PageButton>
            {data !== undefined && data.team !== null && (
              <Button onClick={() => edit(data)}>{t('team.edit')}</Button>
            )}
            <PageButton to={paths.reserveBatch()}>{t('team.several')}</PageButton>
            <span className={classes.main}>
              <ReserveButton start={{}} leftSection={<IconBookmark size={16} aria-hidden />}>
                {t('person.reserve')}
              </ReserveButton>
              <ReserveButton
                variant="default"
                start={{ colleague: { department: departmentOf(data?.team) } }}
                leftSection={<IconUserPlus size={16} aria-hidden />}
              >
                {t('people.colleague')}
              </ReserveButton>
            </span>
          </>
        }
      />
      <QueryState query={team} isLoading={isLoading} loading={<Skeleton h="60dvh" />}>
        {(answer) =>
          answer.team === null && answer.members.length === 0 ? (
            <EmptyState title={t('team.none')} text={t('team.none.next')}>
              <Button variant="filled" onClick={() => edit(answer)}>
                {t('team.choose')}
              </Button>
            </EmptyState>
          ) : (
            <Members team={answer} state={state} onChoose={() => edit(answer)} />
          )
        }
      </QueryState>
    </>
  )
}

TeamPage.firstReads = ({ session }: Visit) => Object.values(teamReads(session))

/** How many people, and lines and rooms, the team has. */
function membersText(t: Translate, members: readonly Person[]): string {
  const resources = members.filter(({ kind }) => kind === 'resource').length
  const people = members.length - resources
  return [
    ...(people > 0 ? [t('team.people', { count: people })] : []),
    ...(resources > 0 ? [t('team.resources', { count: resources })] : []),
  ].join(t('list.separator'))
}

const keyOf = ({ person }: TeamRow) => person.id

function Members({ team, state, onChoose }: { team: Team; state: TeamState; onChoose: () => void }) {
  const t = useT()
  const canChange = useCanChange()
  const isReading = useIsReading()
  const list = teamList.use()
  const { q = '', state: stateFilter } = list.filters
  const searchResult = useQuery({ ...teamSearchQuery(q), enabled: q !== '' }).data
  const columns = useMemo(() => teamColumns(t, canChange), [t, canChange])
  const answer = { members: team.members, isReading }
  const isFound = ({ id, reserved }: Person) =>
    // Everyone stays until the answer is there.
    q === '' ||
    searchResult === undefined ||
    searchResult.ids.includes(id) ||
    reserved.some(({ ext }) => ext.includes(q))
  const people = team.members.filter(
    (person) => (stateFilter === undefined || person.state === stateFilter) && isFound(person),
  )
  const [needing, waiting, rest] = sortTeam(people, state)
  return (
    <Group gap="md" align="flex-start" className={classes.page}>
      <Box flex="1 1 36rem" miw={0} className={classes.people}>
        <Group gap="sm" mb="sm" data-no-print>
          <FilterControls {...{ list, answer }} filters={teamFilters} place="tools" />
        </Group>
        <FilterChips {...{ list, answer }} filters={teamFilters} />
        {team.team === null && (
          <Group gap="sm" mb="sm">
            <Text c="dimmed">{t('team.unchosen')}</Text>
            <Button size="compact-sm" variant="light" onClick={onChoose}>
              {t('team.choose')}
            </Button>
          </Group>
        )}
        {team.empty.length > 0 && (
          <Text c="dimmed" mb="sm">
            {t('team.departments.empty', { departments: team.empty.join(t('list.separator')) })}
          </Text>
        )}
        <ScanLine mb="sm" />
        {team.more && (
          <Text c="dimmed" mb="sm">
            {t('team.more', { count: team.members.length })}
          </Text>
        )}
        {people.length === 0 && (
          <Text c="dimmed" component="output">
            {t('team.noMatch')}
          </Text>
        )}
        <Stack gap="md">
          <Section title={t('team.needs')} rows={needing} columns={columns} />
          <Section title={t('team.waiting')} rows={waiting} columns={columns} />
          <Section title={t('team.others')} rows={rest} columns={columns} />
        </Stack>
      </Box>
      <FreeNumbers pool={team.team?.pool ?? null} />
    </Group>
  )
}

interface SectionProps {
  title: string
  rows: readonly TeamRow[]
  columns: ReturnType<typeof teamColumns>
}

/** A part of the team with its count; renders nothing without people. */
function Section({ title, rows, columns }: SectionProps) {
  if (rows.length === 0) return null
  return (
    <div>
      <Title order={2} size="h4" mb={4}>
        {title}{' '}
        <Text span c="dimmed">
          {rows.length}
        </Text>
      </Title>
      <DataTable label={title} columns={columns} rows={rows} rowKey={keyOf} density="compact" />
    </div>
  )
}
