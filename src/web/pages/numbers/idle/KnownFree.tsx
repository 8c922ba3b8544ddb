import { Alert, Button, Group, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useMemo, type ReactNode } from 'react'
import type { NumberItem } from '#contract/numbers.ts'
import { ApiError, type ErrorCode } from '../../../api/api-error.ts'
import { recordColumns } from '../../../entities/extension/extension-columns.tsx'
import { NoFreeExtensions } from '../../../entities/extension/NoFreeExtensions.tsx'
import { NumberLink } from '../../../entities/extension/NumberLink.tsx'
import { NumberStateBadge } from '../../../entities/extension/NumberStateBadge.tsx'
import { answeringQuery } from '../../../entities/service/answering.ts'
import type { Translate } from '../../../i18n/catalogue.ts'
import { useT } from '../../../i18n/Language.tsx'
import { Message } from '../../../i18n/Message.tsx'
import { ErrorDetail } from '../../../ui/feedback/ErrorState.tsx'
import type { Column } from '../../../ui/table/DataTable.tsx'
import { List } from '../../../ui/table/List.tsx'
import { colorOf } from '../../../ui/text/meaning.ts'
import { Time } from '../../../ui/text/Time.tsx'
import { numbersPageQuery } from '../queries.ts'
import { idleFilters, type idleList } from './idle-filters.tsx'

const otherAnswers: readonly ErrorCode[] = ['upstream-invalid', 'upstream-not-json', 'upstream-paging']
/** True for the error of a list that arrived in another shape than the profile says. */
export const isOtherAnswer = (error: Error | null): boolean =>
  error instanceof ApiError && otherAnswers.includes(error.code)

function columnsOf(t: Translate): Column<NumberItem>[] {
  const { text, integer, time } = recordColumns(t)
  return [
    { id: 'ext', header: t('field.ext'), cell: ({ ext }) => <NumberLink ext={ext} />, width: 140 },
    { id: 'bindStatus', header: t('caption.state'), cell: ({ state }) => <NumberStateBadge state={state} /> },
    { ...text('langCodeTxt'), optional: false, isEmpty: ({ langCodeTxt }) => langCodeTxt === null },
    text('langCode'),
    text('domain'),
    integer('extType'),
    integer('status'),
    integer('enabled'),
    time('creationTime'),
    { id: 'seenAt', header: t('idle.known.seen'), cell: ({ seenAt }) => <Time value={seenAt} /> },
  ]
}

const knownFilters = { ext: idleFilters.ext }

interface KnownFreeProps {
  list: ReturnType<typeof idleList.use>
  tools: ReactNode
  error: Error | null
  retry: () => void
}

/** In place of an idle list that can't be read: the free numbers that the console read before, with their age. */
export function KnownFree({ list, tools, error, retry }: KnownFreeProps) {
  const t = useT()
  const { ext, page, pageSize } = list.listQuery
  // What the service's other parameters mean, only the service knows.
  const active = list.active.filter(({ name }) => name === 'ext')
  const query = useQuery(numbersPageQuery({ state: 'free', search: ext, page, pageSize }))
  const { data: answering } = useQuery(answeringQuery())
  const columns = useMemo(() => columnsOf(t), [t])
  const { otherAnswersSince: since = null, listsReadAt: readAt = null } = answering ?? {}
  return (
    <>
      <Alert
        color={colorOf('failed')}
        icon={<IconAlertTriangle size={18} aria-hidden />}
        role="alert"
        mb="sm"
        title={
          since === null ? (
            t('idle.known')
          ) : (
            <Message id="idle.known.since" values={{ time: <Time value={since} words="moment" /> }} />
          )
        }
      >
        <Text>
          {readAt === null ? (
            t('idle.known.none')
          ) : (
            <Message id="idle.known.asOf" values={{ time: <Time value={readAt} words="moment" /> }} />
          )}
        </Text>
        {active.length < list.active.length && <Text>{t('idle.known.filters')}</Text>}
        <ErrorDetail error={error} />
        <Group mt="xs">
          <Button size="compact-sm" onClick={retry}>
            {t('action.retry')}
          </Button>
        </Group>
      </Alert>
      <List
        name="idle-known"
        label={t('idle.title')}
        list={{ ...list, active, isFiltered: active.length > 0 }}
        query={query}
        columns={columns}
        rowKey="ext"
        tools={tools}
        filters={knownFilters}
        empty={<NoFreeExtensions />}
      />
    </>
  )
}
