import { Box, Button, Group, Paper, Stack, Text, Title, Loader, VisuallyHidden } from '@mantine/core'
import { useMemo, useState } from 'react'
import { IconCheck, IconHelp, IconLock, IconProgress, IconUser, type TablerIcon } from '@tabler/icons-react'
import { lookUpStates, type LookUpState } from '#contract/jobs.ts'
import { useT } from '../../../i18n/Language.tsx'
import { paths } from '../../../lib/paths.ts'
import { useAnnounceChange } from '../../../ui/feedback/announce.ts'
import { ErrorAlert } from '../../../ui/feedback/ErrorAlert.tsx'
import { ProgressRow } from '../../../ui/feedback/ProgressRow.tsx'
import { DataTable, type Column } from '../../../ui/table/DataTable.tsx'
import { ShareLegend } from '../../../ui/text/ShareBar.tsx'
import type { LookedUp, LookUps } from '../look-ups.ts'
import { PageLink } from '../../../ui/layout/PageLink.tsx'
import { colorOf, type Meaning } from '../../../ui/text/meaning.ts'
import { Pager } from '../../../ui/table/Pager.tsx'
import classes from './DryRun.module.css'

const icons: Record<LookUpState, TablerIcon> = {
  absent: IconCheck,
  existsFree: IconLock,
  bound: IconUser,
  inJob: IconProgress,
  unknown: IconHelp,
}

/** The look-up's result for a number; `waiting` until it arrives. */
type NumberOutcome = LookUpState | 'waiting'

const lookUpMeanings: Record<NumberOutcome, Meaning> = {
  absent: 'running',
  existsFree: 'free',
  bound: 'bound',
  inJob: 'reserved',
  unknown: 'unknown',
  waiting: 'waiting',
}

const cellsPerPage = 60

interface NumberGridProps {
  numbers: readonly string[]
  /** Index from which numbers were added as replacements for existing ones. */
  addedFrom: number
  looked: ReadonlyMap<string, LookedUp>
  /** False once the look-up has failed or was cancelled. */
  isLooking: boolean
  /** Shows only the numbers with this outcome. */
  only: NumberOutcome | undefined
}

/** The planned numbers as cells. Color, sign and word show each number's state. */
function NumberGrid({ numbers, addedFrom, looked, isLooking, only }: NumberGridProps) {
  const t = useT()
  const [{ page, pageSize }, setPage] = useState({ page: 1, pageSize: cellsPerPage })
  const planned = numbers.map((ext, index) => ({ ext, isAdded: index >= addedFrom }))
  const stateOf = ({ ext }: { ext: string }): NumberOutcome => looked.get(ext)?.state ?? 'waiting'
  // Of more than a page, only the exceptions: their counts say the rest.
  const isLong = numbers.length > cellsPerPage
  const matching = planned.filter((each) =>
    only === undefined ? !isLong || isLooking || stateOf(each) !== 'absent' : stateOf(each) === only,
  )
  const last = Math.max(1, Math.ceil(matching.length / pageSize))
  const shownPage = Math.min(page, last)
  const from = (shownPage - 1) * pageSize
  if (matching.length === 0) return null
  return (
    <section aria-label={t('plan.cells')}>
      <ul className={classes.grid}>
        {matching.slice(from, from + pageSize).map(({ ext, isAdded }) => {
          const result = looked.get(ext)
          const Icon = result === undefined ? null : icons[result.state]
          const word =
            result === undefined
              ? t(isLooking ? 'plan.looking' : 'plan.notLooked')
              : t(`number.${result.state}`)
          const who = result?.extension?.agentName ?? null
          const title = [word, who, isAdded ? t('plan.added') : null]
            .filter((each) => each !== null)
            .join(' · ')
          return (
            <li key={ext}>
              <span
                className={classes.cell}
                style={result && { borderLeftColor: colorOf(lookUpMeanings[result.state]) }}
                data-state={result?.state}
                data-added={isAdded || undefined}
                title={title}
              >
                {Icon === null ? (
                  isLooking && <Loader size={12} aria-hidden />
                ) : (
                  <Icon size={14} aria-hidden />
                )}
                {ext}
                <VisuallyHidden>{title}</VisuallyHidden>
              </span>
            </li>
          )
        })}
      </ul>
      {matching.length > cellsPerPage && (
        <Pager
          page={shownPage}
          pageSize={pageSize}
          total={matching.length}
          onPage={(next) => setPage({ page: next, pageSize })}
          onPageSize={(size) => setPage({ page: 1, pageSize: size })}
        />
      )}
    </section>
  )
}

interface Tally {
  /** Numbers that do not exist yet. */
  absent: string[]
  /** Numbers that exist, or that an open job will create. */
  exist: LookedUp[]
  /** How many numbers in `exist` exist already and are free. */
  existsFree: number
  /** How many numbers in `exist` belong to an open job. */
  inJob: number
  unknown: LookedUp[]
  /** Count of numbers not looked up yet. */
  unseen: number
}

/** Groups the planned numbers by the look-ups' results. */
export function tallyOf(exts: readonly string[], looked: ReadonlyMap<string, LookedUp>): Tally {
  const tally: Tally = { absent: [], exist: [], existsFree: 0, inJob: 0, unknown: [], unseen: 0 }
  for (const ext of exts) {
    const result = looked.get(ext)
    if (result === undefined) tally.unseen++
    else if (result.state === 'absent') tally.absent.push(ext)
    else if (result.state === 'unknown') tally.unknown.push(result)
    else {
      tally.exist.push(result)
      if (result.state === 'existsFree') tally.existsFree++
      if (result.state === 'inJob') tally.inJob++
    }
  }
  return tally
}

const columnsOf = (t: ReturnType<typeof useT>): Column<LookedUp>[] => [
  {
    id: 'ext',
    header: t('field.ext'),
    width: 140,
    cell: ({ ext }) => <PageLink to={paths.extension(ext)}>{ext}</PageLink>,
  },
  { id: 'state', header: t('plan.state'), cell: ({ state }) => t(`number.${state}`) },
  {
    id: 'agent',
    header: t('field.agentName'),
    cell: ({ extension, code }) => (code === null ? (extension?.agentName ?? '') : t(`problem.${code}`)),
  },
]

const outcomes = [...lookUpStates, 'waiting'] as const

interface DryRunProps {
  lookUps: LookUps
  tally: Tally
  /** Index from which numbers were added as replacements. */
  addedFrom: number
}

/** Shows before anything is sent what the service reports about the planned numbers: counts, which filter, and each number. */
export function DryRun({ lookUps, tally, addedFrom }: DryRunProps) {
  const t = useT()
  const [outcome, setOutcome] = useState<NumberOutcome>()
  const { running, isDone, done, total, error } = lookUps
  const counts = { free: tally.absent.length, exist: tally.exist.length, unknown: tally.unknown.length }
  const values: Record<NumberOutcome, number> = {
    absent: tally.absent.length,
    existsFree: tally.existsFree,
    bound: tally.exist.length - tally.existsFree - tally.inJob,
    inJob: tally.inJob,
    unknown: tally.unknown.length,
    waiting: tally.unseen,
  }
  useAnnounceChange(isDone, isDone ? t('plan.dryRun.done', counts) : null, false)
  const columns = useMemo(() => columnsOf(t), [t])
  const notCreatable = useMemo(() => [...tally.exist, ...tally.unknown], [tally])
  return (
    <Paper withBorder p="md">
      <Stack gap="sm">
        <Group justify="space-between">
          <Title order={2}>{t('plan.dryRun')}</Title>
          <Button size="compact-sm" disabled={running || total === 0} onClick={lookUps.refresh}>
            {t('plan.lookAgain')}
          </Button>
        </Group>
        {running && (
          <ProgressRow
            text={t('count.of', { done, total })}
            label={t('plan.looking')}
            value={done / Math.max(total, 1)}
            button={t('action.cancel')}
            onClick={lookUps.stop}
          />
        )}
        <ErrorAlert error={error} retry={lookUps.again} />
        <ShareLegend
          selected={outcome}
          onChoose={setOutcome}
          shares={outcomes.map((id) => ({
            id,
            label: t(id === 'waiting' ? 'plan.notLooked' : `number.${id}`),
            value: values[id],
            meaning: lookUpMeanings[id],
          }))}
        />
        {!running && tally.unknown.length > 0 && (
          <Group gap="sm">
            <Text>{t('plan.unknown.note', { count: tally.unknown.length })}</Text>
            <Button size="compact-sm" onClick={lookUps.again}>
              {t('plan.lookAgain.unknown')}
            </Button>
          </Group>
        )}
        <NumberGrid
          key={outcome}
          numbers={lookUps.keys}
          addedFrom={addedFrom}
          looked={lookUps.looked}
          isLooking={running}
          only={outcome}
        />
        {notCreatable.length > 0 && (
          <Box __vars={{ '--table-height': '15rem' }}>
            <DataTable
              label={t('plan.exist')}
              columns={columns}
              rows={notCreatable}
              rowKey="ext"
              density="compact"
            />
          </Box>
        )}
      </Stack>
    </Paper>
  )
}
