import { Button, Text } from '@mantine/core'
import type { ObservedValue } from '#contract/codes.ts'
import type { Translate } from '../../i18n/catalogue.ts'
import type { Column } from '../../ui/table/DataTable.tsx'
import { Time } from '../../ui/text/Time.tsx'
import { isUnnamed, type CodeRow } from './code-rows.ts'
import { StateBadge } from '../../ui/text/StateBadge.tsx'

type State = 'unnamed' | 'named' | 'published'
// An unnamed value is no defect: the console shows it as it is.
const meanings = { unnamed: 'unknown', named: 'done', published: 'ended' } as const

const stateOf = (row: CodeRow): State =>
  row.name !== null ? 'named' : isUnnamed(row) ? 'unnamed' : 'published'

export const codeColumns = (t: Translate, onName: (row: CodeRow) => void): Column<CodeRow>[] => [
  {
    id: 'code',
    header: t('codes.value'),
    width: 200,
    cell: ({ field, value }) => (
      <Text span inherit>
        <Text span inherit ff="monospace" fw={700}>
          {value}
        </Text>{' '}
        <Text span c="dimmed" inherit>
          {field}
        </Text>
      </Text>
    ),
  },
  {
    id: 'state',
    header: t('caption.state'),
    width: 150,
    cell: (row) => {
      const state = stateOf(row)
      return <StateBadge meaning={meanings[state]}>{t(`codes.state.${state}`)}</StateBadge>
    },
  },
  { id: 'en', header: t('codes.name.en'), width: 140, cell: ({ name }) => <span lang="en">{name?.en}</span> },
  {
    id: 'zh',
    header: t('codes.name.zh'),
    width: 120,
    cell: ({ name }) => <span lang="zh-CN">{name?.zh}</span>,
  },
  {
    id: 'count',
    header: t('codes.count'),
    numeric: true,
    width: 90,
    cell: ({ seen }) => t('codes.times', { times: seen?.count ?? 0 }),
  },
  {
    id: 'first',
    header: t('codes.first'),
    width: 130,
    cell: ({ seen }) => (seen === null ? t('codes.never') : <Time value={seen.firstSeenAt} />),
    optional: true,
  },
  {
    id: 'last',
    header: t('codes.last'),
    width: 130,
    cell: ({ seen }) => (seen === null ? t('codes.never') : <Time value={seen.lastSeenAt} />),
  },
  {
    id: 'note',
    header: t('codes.note'),
    width: 200,
    cell: ({ name }) => <span title={name?.note}>{name?.note}</span>,
    isEmpty: ({ name }) => (name?.note ?? '') === '',
  },
  {
    id: 'actions',
    header: t('caption.action'),
    width: 90,
    actions: true,
    cell: (row) => (
      <Button
        size="compact-xs"
        aria-label={t(row.name === null ? 'codes.name.of' : 'codes.change.of', {
          code: `${row.field} ${row.value}`,
        })}
        onClick={() => onName(row)}
      >
        {t(row.name === null ? 'codes.name' : 'action.change')}
      </Button>
    ),
  },
]

export const unknownFieldColumns = (t: Translate): Column<ObservedValue>[] => [
  {
    id: 'name',
    header: t('codes.unknown.name'),
    width: 190,
    cell: ({ value }) => <code>{value}</code>,
  },
  { id: 'operation', header: t('codes.unknown.operation'), width: 180, cell: ({ field }) => field },
  {
    id: 'count',
    header: t('codes.count'),
    numeric: true,
    width: 90,
    cell: ({ count }) => t('codes.times', { times: count }),
  },
  {
    id: 'first',
    header: t('codes.first'),
    width: 130,
    cell: ({ firstSeenAt }) => <Time value={firstSeenAt} />,
  },
  { id: 'last', header: t('codes.last'), width: 130, cell: ({ lastSeenAt }) => <Time value={lastSeenAt} /> },
]
