import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { IconCircleCheck, IconPlus } from '@tabler/icons-react'
import { useMemo } from 'react'
import * as z from 'zod/mini'
import { useT } from '../../../i18n/Language.tsx'
import { ExportButton } from '../../../spreadsheet/write/ExportButton.tsx'
import { DataTable, type Column } from '../../../ui/table/DataTable.tsx'
import { EmptyResult } from '../../../ui/feedback/EmptyResult.tsx'
import { ShareBar } from '../../../ui/text/ShareBar.tsx'
import { StateMessage } from '../../../ui/feedback/StateMessage.tsx'
import { FilterChips, FilterControls } from '../../../ui/table/FilterParts.tsx'
import { choiceFilter, type Filter } from '../../../ui/table/filters.tsx'
import { defineListState } from '../../../ui/table/list-state.ts'
import type { Mapping } from '../import/fields.ts'
import type { LookUps } from '../look-ups.ts'
import {
  comparedFields,
  type ComparedField,
  serviceValueOf,
  sheetValueOf,
  outcomeMeanings,
  outcomes,
  type Reconciled,
  type Reconciliation,
} from './outcomes.ts'
import { LookUpErrors } from './LookUpProgress.tsx'
import { reconciledCsv } from './reconcile-csv.ts'
import type { Translate } from '../../../i18n/catalogue.ts'
import { paths } from '../../../lib/paths.ts'
import { EmptyValue } from '../../../ui/text/EmptyValue.tsx'
import { StateBadge } from '../../../ui/text/StateBadge.tsx'
import { noteOf } from './note.ts'
import classes from './reconcile.module.css'
import { PageLink } from '../../../ui/layout/PageLink.tsx'

/** Truncated, so that both uuids fit side by side; the title has the full value. */
const valueCell = (value: string | null) =>
  value === null || value === '' ? (
    <EmptyValue />
  ) : (
    <span className={classes.value} title={value}>
      {value}
    </span>
  )

const noteCell = (note: string) => note !== '' && <span title={note}>{note}</span>

/** Links a number in service to its page in a new tab, because leaving this page would lose the sheet. */
const numberCell = ({ row, extension }: Reconciled, t: Translate) =>
  extension === null ? (
    <Text span inherit fw={600}>
      {valueCell(row.values.ext)}
    </Text>
  ) : (
    <PageLink
      to={paths.extension(row.values.ext)}
      target="_blank"
      title={t('reconcile.open', { ext: row.values.ext })}
      fw={600}
    >
      {row.values.ext}
    </PageLink>
  )

function reportedCell(each: Reconciled, field: ComparedField, { agentType }: Mapping, t: Translate) {
  const { extension, verdicts } = each
  if (extension === null) return null
  const reported = serviceValueOf(each, field, agentType)
  const isOfAgent = field === 'agentID' || field === 'agentName'
  const unbound = isOfAgent && reported === null && extension.bindStatus === 0
  const value = unbound ? t('value.notBound') : reported
  return verdicts.get(field) === 'differs' ? (
    <span className={`${classes.value} ${classes.differs}`} title={value ?? undefined}>
      {value ?? <EmptyValue />}
    </span>
  ) : (
    valueCell(value)
  )
}

const nameFields = ['agentName', 'firstName', 'lastName'] as const
const isInSheet = ({ columns, names }: Mapping, field: ComparedField): boolean =>
  field === 'agentName' ? nameFields.some((each) => names?.has(each)) : columns[field] !== null

/** Columns of the comparison: number, line, outcome and reason, then each compared field with the service's value beside it. */
const reconcileColumns = (t: Translate, mapping: Mapping): Column<Reconciled>[] => [
  { id: 'ext', header: t('import.field.ext'), width: 110, cell: (each) => numberCell(each, t) },
  { id: 'line', header: t('job.items.line'), width: 56, numeric: true, cell: ({ row }) => row.line },
  {
    id: 'outcome',
    header: t('reconcile.outcome'),
    width: 170,
    cell: ({ outcome }) => (
      <StateBadge meaning={outcomeMeanings[outcome]}>{t(`reconcile.outcome.${outcome}`)}</StateBadge>
    ),
  },
  { id: 'note', header: t('reconcile.note'), width: 160, cell: (each) => noteCell(noteOf(each, t)) },
  ...comparedFields
    .filter((field) => isInSheet(mapping, field))
    .flatMap((field): Column<Reconciled>[] => [
      {
        id: field,
        header: t('reconcile.inSheet', { field: t(`import.field.${field}`) }),
        width: 130,
        labeled: true,
        wrap: true,
        cell: ({ row }) => valueCell(sheetValueOf(row, field)),
      },
      {
        id: `${field}.service`,
        header: t('reconcile.atService', { field: t(`import.field.${field}`) }),
        width: 130,
        labeled: true,
        wrap: true,
        cell: (each) => reportedCell(each, field, mapping, t),
      },
    ]),
]

const comparisonFilters = {
  show: {
    ...choiceFilter('reconcile.outcome', z.enum(outcomes), outcomes, (t, outcome) =>
      t(`reconcile.outcome.${outcome}`),
    ),
    place: 'tools',
    // The counts of all outcomes are the choice.
    Control: ({ value, answer, set }) => {
      const t = useT()
      return (
        <ShareBar
          shares={outcomes.map((id) => ({
            id,
            label: t(`reconcile.outcome.${id}`),
            value: answer?.counts[id] ?? 0,
            meaning: outcomeMeanings[id],
          }))}
          selected={value}
          onChoose={set}
        />
      )
    },
  } satisfies Filter<(typeof outcomes)[number], Reconciliation>,
}
const comparison = defineListState({ filters: comparisonFilters, paging: {}, extraParams: {} })

const rowKey = ({ row }: Reconciled) => String(row.line)

interface ComparisonProps {
  result: Reconciliation
  mapping: Mapping
  lookUps: LookUps
  onCreate: () => void
}

/** The rows by outcome: counts, a filter, the sheet beside the service, an export, and a button that creates the missing rows. */
export function Comparison({ result, mapping, lookUps, onCreate }: ComparisonProps) {
  const t = useT()
  const list = comparison.use()
  const { show } = list.filters
  const { counts, creatable, compared, untold } = result
  const columns = useMemo(() => reconcileColumns(t, mapping), [t, mapping])
  const rows = useMemo(
    () => (show === undefined ? result.rows : result.rows.filter(({ outcome }) => outcome === show)),
    [result, show],
  )
  const open = counts.waiting + counts.unknown
  const fieldNames = (fields: readonly (ComparedField | 'ext')[]) =>
    fields.map((field) => t(`import.field.${field}`)).join(t('list.separator'))
  const absent = comparedFields.filter((field) => !isInSheet(mapping, field))
  const scope = [
    t('reconcile.compared', { fields: fieldNames(['ext', ...compared]) }),
    ...(untold.length > 0 ? [t('reconcile.untold', { fields: fieldNames(untold) })] : []),
    ...(absent.length > 0 ? [t('reconcile.notInSheet', { fields: fieldNames(absent) })] : []),
  ].join(' ')
  return (
    <Stack gap="md">
      {counts.matches === result.rows.length && (
        <StateMessage
          icon={IconCircleCheck}
          tone="success"
          title={t('reconcile.allMatch', { count: counts.matches })}
          text={scope}
        />
      )}
      <FilterControls {...{ list, answer: result }} filters={comparisonFilters} place="tools" />
      <FilterChips {...{ list, answer: result }} filters={comparisonFilters} withClear={rows.length > 0} />
      {counts.matches + counts.differs + counts.notCompared > 0 && counts.matches < result.rows.length && (
        <Text c="dimmed">{scope}</Text>
      )}
      <LookUpErrors lookUps={lookUps} result={result} />
      {counts.differs > 0 && <Alert title={t('reconcile.noUpdate')}>{t('reconcile.noUpdate.text')}</Alert>}
      <Group gap="sm" justify="space-between">
        <Group gap="sm">
          {counts.missing > 0 && (
            <Button
              variant="filled"
              leftSection={<IconPlus size={16} aria-hidden />}
              disabled={lookUps.running || creatable.length === 0}
              onClick={onCreate}
            >
              {t('reconcile.create', { count: creatable.length })}
            </Button>
          )}
          <Text c="dimmed">
            {counts.missing > creatable.length &&
              t('reconcile.create.withErrors', { count: counts.missing - creatable.length })}
            {counts.missing === 0 && open === 0 && t('reconcile.nothingMissing')}
          </Text>
        </Group>
        <ExportButton
          name={`reconcile-${show ?? 'all'}`}
          csv={() => reconciledCsv(rows, mapping.agentType, t)}
          label={t('reconcile.download', { count: rows.length })}
          disabled={rows.length === 0}
        />
      </Group>
      {rows.length === 0 && !lookUps.running ? (
        <EmptyResult list={list} total={result.rows.length} empty={null} />
      ) : (
        <DataTable
          label={t('reconcile.rows')}
          columns={columns}
          rows={rows.length === 0 ? undefined : rows}
          rowKey={rowKey}
          expected={5}
        />
      )}
    </Stack>
  )
}
