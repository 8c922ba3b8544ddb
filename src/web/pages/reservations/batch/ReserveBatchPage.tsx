import { DateField } from '../../../ui/form/DateField.tsx'
import {
  Alert,
  Autocomplete,
  Button,
  Checkbox,
  Group,
  Paper,
  SimpleGrid,
  Stack,
  Text,
  Textarea,
} from '@mantine/core'
import { useForm } from '@mantine/form'
import { useDebouncedValue } from '@mantine/hooks'
import { IconCopy, IconPrinter } from '@tabler/icons-react'
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useLocation } from 'react-router-dom'
import * as z from 'zod/mini'
import { numbersIn } from '#contract/numbers-in-text.ts'
import { useLanguage, useT } from '../../../i18n/Language.tsx'
import { useUnsavedChanges } from '../../../lib/navigation-blocker.ts'
import { NumbersRead } from '../../../entities/extension/NumbersRead.tsx'
import { paths } from '../../../lib/paths.ts'
import { usePrefillKey } from '../../../lib/use-prefill-key.ts'
import { param, useUrlState } from '../../../lib/url-state.ts'
import { useAnnounceChange } from '../../../ui/feedback/announce.ts'
import { ErrorAlert } from '../../../ui/feedback/ErrorAlert.tsx'
import { ExportButton } from '../../../spreadsheet/ExportButton.tsx'
import { PageHeader } from '../../../ui/layout/PageHeader.tsx'
import { UnclearAgents } from '../../../entities/agent/UnclearAgents.tsx'
import {
  asNewColleague,
  findAgents,
  withChosen,
  withParts,
  type Chosen,
  type Found,
} from '../../../entities/agent/find-agent.ts'
import { useFill } from '../../../spreadsheet/use-fill.ts'
import { isPossibleEnd, UntilPicker } from '../../../entities/reservation/UntilPicker.tsx'
import { usualEnd } from '../../../entities/reservation/until.ts'
import { useNow } from '../../../ui/text/clock.ts'
import { useSession } from '../../../entities/session/SessionContext.tsx'
import { useReservations } from '../../../entities/reservation/open-reservations.ts'
import { RequestButton } from '../../../entities/request/RequestButton.tsx'
import { useLacksPool } from '../../../entities/reservation/NoPool.tsx'
import { reservedFor } from '../../../entities/reservation/reserved-for.ts'
import { teamQuery } from '../../../entities/team/queries.ts'
import { copyText } from '../../../ui/text/CopyButton.tsx'
import { momentText } from '../../../ui/text/time-text.ts'
import { freeNumbers } from './free-numbers.ts'
import {
  heldBy,
  lookUpHeld,
  lookUpPairNumbers,
  maxBatch,
  pairUp,
  sendable,
  type Plan,
  type Planned,
} from './pairs.ts'
import { NumberSource } from './NumberSource.tsx'
import { planStatus, PlanTable } from './PlanTable.tsx'
import { useBatch } from './use-batch.ts'
import { colorOf } from '../../../ui/text/meaning.ts'
import { RemovedCharacters } from '../../../ui/text/RemovedCharacters.tsx'
import { PageButton } from '../../../ui/layout/PageLink.tsx'
import { csvText } from '../../../lib/csv.ts'
import { SheetInput } from '../../../spreadsheet/SheetInput.tsx'
import { skippedLines } from '../../../entities/extension/skipped-rows.ts'
import { agentSheetColumns, type AgentSheetField } from '../../../entities/agent/agent-columns.ts'
import { useSpreadsheet } from '../../../spreadsheet/use-spreadsheet.ts'
import { pairsKind, readAgents, type AgentsFile } from '../agents-file.ts'

/** The numbers of a link, in any format. */
const linkedNumbers = z.object({ numbers: param(z.string(), '') })
/** The list that a link of the palette brings. */
const linkedAgents = z.object({ agents: z.string() })

const maxShown = 5
const linesOf = (text: string) => text.split(/[\r\n]+/).filter((line) => line.trim() !== '')
/** The pasted list is read once the user pauses typing. */
const restMs = 200

/** Maximum rows of a sheet; far more than one batch can reserve. */
const maxRows = 1_000

interface AgentsLists {
  agents: string | null
  numbers: string | null
}

interface AgentsFileDropProps {
  disabled: boolean
  /** Receives the lists of the sheet's columns, `null` for a column that it does not have, or without a sheet that can be used. */
  onRead: (lists: AgentsLists) => void
}

/** Reads agents, and the numbers beside them, from a spreadsheet and lists the skipped rows. */
function AgentsFileDrop({ disabled, onRead }: AgentsFileDropProps) {
  const t = useT()
  const [skipped, setSkipped] = useState<AgentsFile['skipped']>([])
  const file = useSpreadsheet(pairsKind, maxRows, (table) => {
    const read = table?.isReady === true ? readAgents(table) : null
    setSkipped(read?.skipped ?? [])
    const listOf = (list: string[] | undefined, fields: readonly AgentSheetField[]) =>
      list !== undefined && fields.some((field) => table?.columns.has(field)) ? list.join('\n') : null
    onRead({ agents: listOf(read?.agents, agentSheetColumns), numbers: listOf(read?.numbers, ['ext']) })
  })
  const isTooLong = (file.table?.total ?? 0) > maxRows
  return (
    <SheetInput
      file={file}
      disabled={disabled}
      errors={[isTooLong && t('reservations.file.tooLong', { most: maxRows })]}
      skipped={skippedLines(t, skipped)}
    />
  )
}

/** The lines of a pasted list that name no agent, such as greetings. */
function LeftOutLines({ lines }: { lines: readonly string[] }) {
  const t = useT()
  if (lines.length === 0) return null
  const quoted = lines.slice(0, maxShown).map((line) => t('text.quoted', { text: line.slice(0, 40) }))
  const more = lines.length > maxShown ? '…' : ''
  return (
    <Text c="dimmed" component="output">
      {t('reservations.paste.leftOut', {
        count: lines.length,
        lines: quoted.join(t('list.separator')) + more,
      })}
    </Text>
  )
}

const columns = ['asked', 'name', 'workNumber', 'agentUuid', 'ext', 'state', 'note']

/** Returns a batch as CSV: the typed text, the agent found, the number, and the outcome. */
const batchCsv = (
  planned: readonly Planned[],
  statusOf: (row: Planned) => { word: string; text: string | null },
): Promise<string> =>
  csvText(
    columns,
    planned.map((row) => {
      const { agent, ext } = row
      const { word, text } = statusOf(row)
      return [
        agent.text,
        agent.agent?.name ?? '',
        agent.known?.workNumber ?? agent.agent?.workNumber ?? '',
        agent.agent?.isJoiner === false ? agent.agent.id : '',
        ext ?? '',
        word,
        text ?? '',
      ]
    }),
  )

/** Reserves several numbers for several agents, paired in order. Shows the plan first, then the outcome of each pair. */
export function ReserveBatchPage() {
  return <Batch key={usePrefillKey()} />
}

function Batch() {
  const { t, language } = useLanguage()
  const { user, limit } = useSession()
  const client = useQueryClient()
  const [linked] = useUrlState(linkedNumbers)
  const brought = linkedAgents.safeParse(useLocation().state).data?.agents
  const reserved = useReservations()
  const form = useForm({
    initialValues: {
      agents: brought ?? '',
      numbers: linked.numbers,
    },
    // The plan is based on the text at the time, so an edit discards it.
    onValuesChange: () => {
      plan.reset()
      batch.reset()
      setSent(null)
    },
  })
  const { agents, numbers } = form.values
  /** The plan that was sent: the free numbers change with it. */
  const [sent, setSent] = useState<Plan | null>(null)
  const fillAgents = useFill(
    () => form.getValues().agents,
    (text) => form.setFieldValue('agents', text),
  )
  const fillNumbers = useFill(
    () => form.getValues().numbers,
    (text) => form.setFieldValue('numbers', text),
  )
  /** Lists of one sheet are pairs and go together; agents of one sheet and numbers of another can be combined. */
  const arePairs = useRef(false)
  const fill = (lists: AgentsLists) => {
    if (lists.agents !== null || arePairs.current) fillAgents(lists.agents)
    if (lists.numbers !== null || arePairs.current) fillNumbers(lists.numbers)
    arePairs.current = lists.agents !== null && lists.numbers !== null
  }
  /** The user's choices for names that several agents share, or that no agent has. */
  const [choices, setChoices] = useState<ReadonlyMap<string, Chosen>>(new Map())
  const now = useNow()
  const [typedEnd, setTypedEnd] = useState<number | null>(null)
  /** What is known of all new colleagues of the list. */
  const team = useQuery({ ...teamQuery(), meta: { quiet: true } }).data?.team ?? null
  const [typedDepartment, setDepartment] = useState<string | null>(null)
  const department = typedDepartment ?? (team?.departments.length === 1 ? team.departments[0] : '') ?? ''
  const [startsOn, setStartsOn] = useState('')
  const until = typedEnd ?? usualEnd(now, startsOn === '' ? null : startsOn)
  const lines = linesOf(agents)
  /** The lists in one line that the user wants to be read as several lines. */
  const [split, setSplit] = useState<ReadonlySet<string>>(new Set())
  // The lines are read while the user types; until then, each counts as one person.
  const [typed] = useDebouncedValue(agents, restMs)
  const reading = useQuery({
    queryKey: ['/api/agents/lines', typed] as const,
    queryFn: () => findAgents(client, linesOf(typed)),
    enabled: typed === agents && lines.length > 0,
    meta: { quiet: true },
  })
  const isRead = typed === agents && reading.data !== undefined
  const readAsOf = (all: readonly Found[]) => withParts(all, (text) => split.has(text))
  const leftOut = isRead ? readAsOf(reading.data).filter(({ why }) => why === 'no-name') : []
  const people = (isRead ? readAsOf(reading.data).length : lines.length) - leftOut.length
  const [added, setAdded] = useState<readonly string[]>([])
  const read = numbersIn(numbers, { added })
  /** The numbers that the console filled in: no line has its own. */
  const [filledIn, setFilledIn] = useState<string | null>(null)
  /** Whether agents who have a number or a reservation get another. */
  const [others, setOthers] = useState(false)
  /** Whether names that the console does not know are those of new colleagues. */
  const [colleagues, setColleagues] = useState(false)
  const batch = useBatch()
  const plan = useMutation({
    mutationFn: async (): Promise<Plan> => ({
      found: await findAgents(client, lines),
      numbers: read.numbers,
      statuses: await lookUpPairNumbers(client, read.numbers.slice(0, maxBatch)),
      held: await lookUpHeld(client),
      isBeside: read.numbers.length === people && numbers !== filledIn,
    }),
    onMutate: () => {
      batch.reset()
      setSent(null)
      setChoices(new Map())
      setSplit(new Set())
      setOthers(false)
      setColleagues(false)
    },
  })
  const [isFilling, setFilling] = useState(false)
  // Lock the form while it is being sent or filled in.
  const busy = batch.sending || isFilling
  const reservedNow = [...batch.outcomes.values()].flatMap(({ reservation }) => reservation ?? [])
  const bindable = reservedNow.filter(({ agentUuid }) => agentUuid !== null)
  /** One line for each person. It may be read another day, so it has the date in full. */
  const handOver = reservedNow
    .map((each) =>
      t('reserve.handover.text', {
        ext: each.ext,
        agent: reservedFor(t, each),
        until: momentText(each.expiresAt, 0, language),
      }),
    )
    .join('\n')
  const outcomeRef = useRef<HTMLDivElement>(null)
  const done = [...batch.outcomes.values()].filter(({ code }) => code === null).length
  const ended = batch.outcomes.size > 0 && !batch.sending
  const isLost = form.isDirty() && (!ended || batch.error !== null)
  useUnsavedChanges(batch.sending || isLost, batch.sending ? 'result' : 'input')
  useEffect(() => {
    if (ended) outcomeRef.current?.focus()
  }, [ended])
  const lacksPool = useLacksPool()
  const pool =
    limit === undefined
      ? (team?.pool ?? undefined)
      : (limit.pools.find(({ id }) => id === team?.pool) ?? limit.pools[0])?.id
  /** Without numbers of the user's own, the next free ones of the team's pool are planned at once. */
  const isNext = numbers.trim() === '' && isRead && people > 0 && people <= maxBatch && !lacksPool
  const next = useQuery({
    queryKey: ['/api/inventory', 'next-free', pool, people] as const,
    queryFn: () => freeNumbers(client, reserved, { pool, start: '', count: people }),
    enabled: isNext && sent === null,
    placeholderData: keepPreviousData,
    meta: { quiet: true },
  })
  const held = useMemo(() => heldBy([...reserved.values()]), [reserved])
  const nextPlan: Plan | null =
    isNext && next.data !== undefined
      ? {
          found: reading.data ?? [],
          numbers: next.data.numbers,
          statuses: new Map(next.data.numbers.map((ext) => [ext, { kind: 'free' }])),
          held,
          isBeside: false,
        }
      : null
  const shown = sent ?? plan.data ?? nextPlan
  const all = readAsOf(shown?.found ?? [])
  /** A name that the console does not know. */
  const isColleague = ({ why }: Found) => why === 'name-unknown'
  const unknown = [
    ...new Set(all.flatMap((each) => (isColleague(each) && !choices.has(each.text) ? [each.name] : []))),
  ]
  const found = all.map((each) =>
    withChosen(
      each,
      choices.get(each.text) ??
        (isColleague(each) && colleagues ? { agent: asNewColleague(each), known: null } : undefined),
    ),
  )
  const planned = shown === null ? undefined : pairUp({ ...shown, found }, others)
  const statusOf = (row: Planned) =>
    planStatus(row, {
      t,
      language,
      userId: user.id,
      limit,
      reserved,
      outcomes: batch.outcomes,
      now: batch.now,
    })
  const unclear = all.filter(
    (each, at) =>
      each.agent === null && each.why !== 'no-name' && all.findIndex(({ text }) => text === each.text) === at,
  )
  const having =
    shown === null
      ? 0
      : pairUp({ ...shown, found }, false).filter(({ spared }) => spared?.kind === 'has').length
  const ready = sendable(planned ?? [], reserved).map((pair) =>
    pair.colleague === undefined
      ? pair
      : {
          ...pair,
          colleague: {
            ...pair.colleague,
            ...(department.trim() === '' ? {} : { department: department.trim() }),
            ...(startsOn === '' ? {} : { startsOn }),
          },
        },
  )
  const newcomers = ready.filter(({ colleague }) => colleague !== undefined).length
  const summary = t('reservations.batch.summary', { ready: ready.length, all: planned?.length ?? 0 })
  useAnnounceChange(shown, planned === undefined ? null : summary)
  const spare =
    plan.data === undefined
      ? 0
      : read.numbers.length - (planned ?? []).filter(({ ext }) => ext !== null).length
  return (
    <>
      <PageHeader title={t('reservations.batch.title')} description={t('reservations.batch.description')} />
      <Stack gap="md">
        <Paper withBorder p="md" component="form" onSubmit={form.onSubmit(() => plan.mutate())}>
          <AgentsFileDrop disabled={busy || plan.isPending} onRead={fill} />
          <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md" mt="md">
            <Stack gap="xs">
              <Textarea
                label={t('reservations.paste.label')}
                description={t('reservations.paste.hint', { most: maxBatch })}
                {...form.getInputProps('agents')}
                error={people > maxBatch && t('reservations.paste.tooMany', { most: maxBatch })}
                readOnly={busy}
                minRows={4}
                maxRows={12}
                autosize
                spellCheck={false}
              />
              <RemovedCharacters text={agents} />
              <LeftOutLines lines={leftOut.map(({ text }) => text)} />
            </Stack>
            <Stack gap="xs">
              <Textarea
                label={t('numbers.title')}
                description={t('reservations.batch.numbers.hint')}
                {...form.getInputProps('numbers')}
                readOnly={busy}
                minRows={4}
                maxRows={12}
                autosize
                spellCheck={false}
              />
              <RemovedCharacters text={numbers} />
              <NumbersRead read={read} onAdd={(text) => setAdded([...added, text])} />
              <NumberSource
                count={people}
                disabled={busy || people > maxBatch}
                onStart={() => {
                  plan.reset()
                  batch.reset()
                  setFilling(true)
                }}
                onFill={(free) => {
                  form.setFieldValue('numbers', free.join('\n'))
                  setFilledIn(free.join('\n'))
                }}
                onEnd={() => setFilling(false)}
              />
            </Stack>
          </SimpleGrid>
          <Group mt="md" gap="sm">
            {numbers.trim() !== '' && (
              <Button
                type="submit"
                variant={plan.data === undefined ? 'filled' : 'default'}
                loading={plan.isPending}
                disabled={busy || people === 0 || people > maxBatch || read.numbers.length === 0}
              >
                {t('reservations.batch.preview')}
              </Button>
            )}
            <Text c="dimmed">
              {t('reservations.batch.counts', { agents: people, numbers: read.numbers.length })}
            </Text>
          </Group>
        </Paper>
        <ErrorAlert error={plan.error} />
        {planned !== undefined && (
          <>
            <Text>
              {batch.outcomes.size === 0 && summary}
              {t('sentence.following', {
                text: t(
                  shown?.isBeside === true ? 'reservations.batch.beside' : 'reservations.batch.inOrder',
                ),
              })}
              {spare > 0 &&
                t('sentence.following', { text: t('reservations.batch.spare', { count: spare }) })}
            </Text>
            {batch.outcomes.size === 0 && unknown.length > 0 && (
              <Checkbox
                label={t('reservations.batch.colleagues', {
                  count: unknown.length,
                  names: unknown.join(t('list.separator')),
                })}
                checked={colleagues}
                disabled={batch.sending}
                onChange={(event) => setColleagues(event.currentTarget.checked)}
              />
            )}
            {batch.outcomes.size === 0 && newcomers > 0 && (
              <Group gap="sm" align="flex-end">
                <Autocomplete
                  label={t('agent.field.department')}
                  data={[...(team?.departments ?? [])]}
                  value={department}
                  onChange={setDepartment}
                  maxLength={200}
                  disabled={batch.sending}
                />
                <DateField
                  label={t('agent.field.startsOn')}
                  value={startsOn}
                  onChange={(event) => setStartsOn(event.currentTarget.value)}
                  disabled={batch.sending}
                />
                <Text c="dimmed">{t('reservations.batch.colleagues.all', { count: newcomers })}</Text>
              </Group>
            )}
            {batch.outcomes.size === 0 && batch.error === null && (
              <Group
                align="flex-end"
                gap="md"
                py="xs"
                pos="sticky"
                bottom={0}
                bg="var(--mantine-color-body)"
                // In view beside a long list, and above the pinned cells of the plan.
                style={{ zIndex: 4 }}
              >
                <UntilPicker
                  value={until}
                  onChange={setTypedEnd}
                  startsOn={newcomers === 0 || startsOn === '' ? null : startsOn}
                />
                <Button
                  variant="filled"
                  loading={batch.sending}
                  disabled={ready.length === 0 || !isPossibleEnd(until, now)}
                  onClick={() => {
                    setSent(shown)
                    batch.start(ready, until)
                  }}
                >
                  {t('reservations.batch.reserve', { count: ready.length })}
                </Button>
              </Group>
            )}
            {batch.outcomes.size === 0 && unclear.length > 0 && (
              <Alert title={t('reservations.batch.choose', { count: unclear.length })}>
                <UnclearAgents
                  joiners
                  found={unclear}
                  chosen={(text) => choices.get(text)?.agent.id}
                  onChoose={(text, agent, known) =>
                    setChoices((before) => new Map(before).set(text, { agent, known }))
                  }
                  onSplit={(text) => setSplit((before) => new Set(before).add(text))}
                />
              </Alert>
            )}
            {batch.outcomes.size === 0 && having > 0 && (
              <Checkbox
                label={t('reservations.batch.others', { count: having })}
                checked={others}
                disabled={batch.sending}
                onChange={(event) => setOthers(event.currentTarget.checked)}
              />
            )}
            {batch.error !== null && (
              <ErrorAlert error={batch.error} retry={batch.resume}>
                <Text>{t('reservations.batch.unsent', { count: batch.left })}</Text>
              </ErrorAlert>
            )}
            {batch.outcomes.size > 0 && (
              <Alert
                ref={outcomeRef}
                tabIndex={-1}
                role="alert"
                color={colorOf(done === planned.length ? 'done' : 'attention')}
              >
                <Group justify="space-between">
                  <Text>{t('reservations.batch.done', { done, all: planned.length })}</Text>
                  <Group gap="sm">
                    {bindable.length > 0 && (
                      <RequestButton
                        size="compact-sm"
                        variant="filled"
                        numbers={() => bindable.map(({ ext, agentUuid }) => `${ext} ${agentUuid}`)}
                        kinds={['rebind']}
                        label={t('reserve.done.ask')}
                      />
                    )}
                    <Button
                      size="compact-sm"
                      leftSection={<IconCopy size={14} aria-hidden />}
                      onClick={() => void copyText(t, handOver, t('reserve.handover.copied'))}
                    >
                      {t('reservations.batch.handover')}
                    </Button>
                    <Button
                      size="compact-sm"
                      leftSection={<IconPrinter size={14} aria-hidden />}
                      onClick={() => window.print()}
                    >
                      {t('reservations.batch.print')}
                    </Button>
                    <ExportButton
                      size="compact-sm"
                      name="reserved"
                      csv={() => batchCsv(planned, statusOf)}
                      label={t('reservations.batch.csv')}
                    />
                    <PageButton to={paths.reservations()} size="compact-sm">
                      {t('reservations.toList')}
                    </PageButton>
                  </Group>
                </Group>
              </Alert>
            )}
            <PlanTable planned={planned} reserved={reserved} outcomes={batch.outcomes} now={batch.now} />
          </>
        )}
      </Stack>
    </>
  )
}
