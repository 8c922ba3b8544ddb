import { Alert, Button, Group, Paper, SimpleGrid, Stack, Text, Textarea } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { Link } from 'react-router-dom'
import { usualReservationHours } from '#contract/reservations.ts'
import { useLanguage, useT } from '../../i18n/Language.tsx'
import { readNumbers } from '../../shared/number-ranges.ts'
import { useUnsavedChanges } from '../../lib/navigation-blocker.ts'
import { NumberErrors } from '../../shared/NumberErrors.tsx'
import { paths } from '../../lib/paths.ts'
import { linesOf } from '../../lib/typed.ts'
import { useUrlState } from '../../lib/url-state.ts'
import { ErrorAlert } from '../../ui/feedback/ErrorAlert.tsx'
import { ExportButton } from '../../spreadsheet/ExportButton.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { ChooseAgent } from '../../shared/agent-directory/ChooseAgent.tsx'
import { findAgents, type KnownAgent } from '../../shared/agent-directory/find-agent.ts'
import { AgentsFileDrop } from '../AgentsFileDrop.tsx'
import { HoursPicker, type Hours } from '../HoursPicker.tsx'
import { usePastedAgents } from '../pasted-agents.ts'
import { linkedNumbers } from '../workbench-state.ts'
import { useSession } from '../../shared/session/SessionContext.tsx'
import { useReservations } from '../../shared/open-reservations.ts'
import { maxBatch, pairUp, sendable, type Planned } from './pairs.ts'
import { batchCsv } from './batch-csv.ts'
import { NumberSource } from './NumberSource.tsx'
import { planStatus } from './plan-status.ts'
import { PlanTable } from './PlanTable.tsx'
import { useBatch } from './use-batch.ts'
import { colorOf } from '../../ui/meaning.ts'

/** Replaces an ambiguous name with the agent that the user chose for it. */
function withChoice(row: Planned, choices: ReadonlyMap<string, KnownAgent>): Planned {
  const { agent: found } = row
  const agent = choices.get(found.text)
  if (agent === undefined || found.why !== 'ambiguous') return row
  const known = found.candidates.find(({ agentUuid, id }) => (agentUuid ?? id) === agent.id) ?? null
  return { ...row, agent: { text: found.text, agent, why: null, known } }
}

/** Reserves several numbers for several agents, paired in order. Shows the plan first, then the outcome of each pair. */
export function BatchPage() {
  const t = useT()
  const { language } = useLanguage()
  const { user } = useSession()
  const client = useQueryClient()
  const [linked] = useUrlState(linkedNumbers)
  const pasted = usePastedAgents()
  const reserved = useReservations()
  const form = useForm({
    initialValues: {
      agents: pasted.map(({ id }) => id).join('\n'),
      numbers: linked.numbers,
    },
    // The plan is based on the text at the time, so an edit discards it.
    onValuesChange: () => {
      plan.reset()
      batch.reset()
    },
  })
  const { agents, numbers } = form.values
  /** The user's choices for names that several agents share. */
  const [choices, setChoices] = useState<ReadonlyMap<string, KnownAgent>>(new Map())
  const [hours, setHours] = useState<Hours>(usualReservationHours)
  const lines = linesOf(agents)
  const read = readNumbers(numbers)
  const batch = useBatch()
  const plan = useMutation({
    mutationFn: async () => pairUp(client, await findAgents(client, lines, () => undefined), read.numbers),
    onMutate: () => {
      batch.reset()
      setChoices(new Map())
    },
  })
  const [isFilling, setFilling] = useState(false)
  // Lock the form while it is being sent or filled in.
  const busy = batch.sending || isFilling
  const outcomeRef = useRef<HTMLDivElement>(null)
  const done = [...batch.outcomes.values()].filter(({ code }) => code === null).length
  const ended = batch.outcomes.size > 0 && !batch.sending
  const isLost = form.isDirty() && (!ended || batch.error !== null)
  useUnsavedChanges(batch.sending || isLost, batch.sending ? 'result' : 'input')
  useEffect(() => {
    if (ended) outcomeRef.current?.focus()
  }, [ended])
  const planned = plan.data?.map((row) => withChoice(row, choices))
  const statusOf = (row: Planned) =>
    planStatus(row, { t, language, userId: user.id, reserved, outcomes: batch.outcomes, now: batch.now })
  const ambiguous = (plan.data ?? []).flatMap(({ agent }) => (agent.why === 'ambiguous' ? [agent] : []))
  const ready = sendable(planned ?? [], reserved)
  return (
    <>
      <PageHeader title={t('reservations.batch.title')} description={t('reservations.batch.description')} />
      <Stack gap="md">
        <Paper withBorder p="md" component="form" onSubmit={form.onSubmit(() => plan.mutate())}>
          <AgentsFileDrop
            withNumbers
            disabled={busy || plan.isPending}
            onRead={(file) =>
              form.setValues({
                ...(file.agents.length === 0 ? {} : { agents: file.agents.join('\n') }),
                ...(file.numbers.length === 0 ? {} : { numbers: file.numbers.join('\n') }),
              })
            }
          />
          <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md" mt="md">
            <Textarea
              label={t('reservations.paste.label')}
              description={t('reservations.paste.hint', { most: maxBatch })}
              {...form.getInputProps('agents')}
              error={lines.length > maxBatch && t('reservations.paste.tooMany', { most: maxBatch })}
              readOnly={busy}
              minRows={6}
              maxRows={12}
              autosize
              spellCheck={false}
            />
            <Stack gap="xs">
              <Textarea
                label={t('reservations.batch.numbers')}
                description={t('reservations.batch.numbers.hint')}
                {...form.getInputProps('numbers')}
                readOnly={busy}
                minRows={6}
                maxRows={12}
                autosize
                spellCheck={false}
              />
              <NumberErrors parsed={read} />
              <NumberSource
                count={lines.length}
                disabled={busy || lines.length > maxBatch}
                onStart={() => {
                  plan.reset()
                  batch.reset()
                  setFilling(true)
                }}
                onFill={(free) => form.setFieldValue('numbers', free.join('\n'))}
                onEnd={() => setFilling(false)}
              />
            </Stack>
          </SimpleGrid>
          <Group mt="md" gap="sm">
            <Button
              type="submit"
              variant={plan.data === undefined ? 'filled' : 'default'}
              loading={plan.isPending}
              disabled={busy || lines.length === 0 || lines.length > maxBatch || read.numbers.length === 0}
            >
              {t('reservations.batch.preview')}
            </Button>
            <Text size="sm" c="dimmed">
              {t('reservations.batch.counts', { agents: lines.length, numbers: read.numbers.length })}
            </Text>
          </Group>
        </Paper>
        {planned !== undefined && (
          <>
            {read.numbers.length > planned.length && (
              <Text size="sm" c="dimmed">
                {t('reservations.batch.spare', { count: read.numbers.length - planned.length })}
              </Text>
            )}
            {batch.outcomes.size === 0 && ambiguous.length > 0 && (
              <Alert
                color={colorOf('attention')}
                title={t('reservations.batch.choose', { count: ambiguous.length })}
              >
                <Stack gap="xs">
                  {ambiguous.map((found) => (
                    <ChooseAgent
                      key={found.text}
                      joiners
                      found={found}
                      chosen={choices.get(found.text)?.id}
                      onChoose={(agent) => setChoices((all) => new Map(all).set(found.text, agent))}
                    />
                  ))}
                </Stack>
              </Alert>
            )}
            <PlanTable planned={planned} reserved={reserved} outcomes={batch.outcomes} now={batch.now} />
            {batch.outcomes.size === 0 && batch.error === null && (
              <Group align="flex-end" gap="md">
                <HoursPicker value={hours} onChange={setHours} />
                <Button
                  loading={batch.sending}
                  disabled={ready.length === 0}
                  onClick={() => batch.start(ready, hours)}
                >
                  {t('reservations.batch.reserve', { count: ready.length })}
                </Button>
              </Group>
            )}
            {batch.error !== null && (
              <ErrorAlert error={batch.error}>
                <Text size="sm">{t('reservations.batch.unsent', { count: batch.left })}</Text>
                <Button mt="xs" size="compact-sm" variant="default" onClick={() => batch.resume()}>
                  {t('action.retry')}
                </Button>
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
                  <Text size="sm">{t('reservations.batch.done', { done, all: planned.length })}</Text>
                  <Group gap="sm">
                    <ExportButton
                      size="compact-sm"
                      name="reserved"
                      csv={() => batchCsv(planned, statusOf)}
                      label={t('reservations.batch.csv')}
                    />
                    <Button component={Link} to={paths.reservations()} size="compact-sm" variant="default">
                      {t('reservations.toList')}
                    </Button>
                  </Group>
                </Group>
              </Alert>
            )}
          </>
        )}
      </Stack>
    </>
  )
}
