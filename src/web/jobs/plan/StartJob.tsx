import { Alert, Autocomplete, Button, Group, Paper, Stack, Text, TextInput, Title } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMemo, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import * as z from 'zod/mini'
import { knownLangCodeTxt, newExtension, type NewExtension } from '#contract/extensions.ts'
import { maxItems, newJob, type NewJob } from '#contract/jobs.ts'
import { ApiError } from '../../api/api-error.ts'
import { useIdempotentMutation } from '../../api/idempotent-mutation.ts'
import { useNavigationBlocker, useUnsavedChanges } from '../../lib/navigation-blocker.ts'
import { useT } from '../../i18n/Language.tsx'
import { paths } from '../../lib/paths.ts'
import { ErrorDetail } from '../../ui/feedback/ErrorState.tsx'
import type { LookUps } from '../look-ups.ts'
import { createJobMutation } from '../queries.ts'
import { watchJob } from '../watched.ts'
import { DryRun } from './DryRun.tsx'
import { numbersText } from './numbers-text.ts'
import { PasswordChoice } from './PasswordChoice.tsx'
import { tallyOf } from './tally.ts'
import { ErrorAlert } from '../../ui/feedback/ErrorAlert.tsx'
import { colorOf } from '../../ui/meaning.ts'

/** A row to create, with the line where the user finds it. */
export type PlannedRow = NewExtension & { line: number }

interface StartJobProps {
  rows: readonly PlannedRow[]
  /** Look-ups of the rows' numbers. */
  lookUps: LookUps
  /** Returns the default name of a job from a file. Other jobs are named after their numbers. */
  suggestedName?: (count: number) => string
  /** The file's rows that are not in `rows`, because of an error or as duplicates. */
  unusable?: number
  /** Index from which numbers were added as replacements. When set, shows the numbers in a grid. */
  addedFrom?: number
  /** Blocks the start while any of the numbers exists. */
  stopAtTaken?: boolean
  /** Asks for the `langCodeTxt` of all rows, for rows that have none. */
  withLangCodeTxt?: boolean
  /** True when the page's URL keeps the rows, so that leaving the page loses nothing. */
  isInUrl?: boolean
}

interface JobForm {
  name: string
  langCodeTxt: string
  passwords: NewJob['passwords']
  /** The number of rows to create, typed by the user as confirmation. */
  confirmation: string
}

/** From this many rows on, the user confirms by typing the count, because the service cannot undo a creation. */
const typedFrom = 200

const langCodeTxtOf = (typed: string) => (typed.trim() === '' ? undefined : typed.trim())

/** Returns the numbers that another user is creating, from the request positions in the BFF's error. */
function underWayIn(error: Error | null, sent: readonly NewExtension[]): string[] {
  if (!(error instanceof ApiError) || error.code !== 'creation-in-progress') return []
  return error.errors.flatMap(({ path }) => {
    const index = Number(/^items\.(\d+)\.ext$/.exec(path)?.[1] ?? -1)
    return sent[index]?.ext ?? []
  })
}

/** The last step of every plan: the numbers to create, the passwords, the job's name, and the start button. */
export function StartJob(props: StartJobProps) {
  const { rows, lookUps, suggestedName: suggest, addedFrom, unusable = 0 } = props
  const { stopAtTaken = false, withLangCodeTxt = false, isInUrl = false } = props
  const t = useT()
  const navigate = useNavigate()
  const [leftOut, setLeftOut] = useState<ReadonlySet<string>>(new Set())
  const creation = useIdempotentMutation(createJobMutation())
  const { unblockAll } = useNavigationBlocker()

  const exts = useMemo(() => rows.map(({ ext }) => ext), [rows])
  const tally = useMemo(() => tallyOf(exts, lookUps.looked), [exts, lookUps.looked])
  const toCreate = useMemo(() => {
    const absent = new Set(tally.absent)
    return rows.filter(({ ext }) => absent.has(ext) && !leftOut.has(ext)).slice(0, maxItems)
  }, [rows, tally, leftOut])
  const created = useMemo(() => toCreate.map(({ ext }) => ext), [toCreate])
  const count = toCreate.length
  const excluded = rows.length - count + unusable
  const named = count === 0 ? exts : created
  const suggestedName = useMemo(
    () => suggest?.(named.length) ?? numbersText(t, named, 1),
    [suggest, t, named],
  )

  const nameOf = (typed: string) => (typed.trim() === '' ? suggestedName : typed.trim())
  const form = useForm<JobForm>({
    initialValues: {
      name: '',
      langCodeTxt: '',
      passwords: { fill: 'random', length: 16 },
      confirmation: '',
    },
    validateInputOnChange: ['name', 'langCodeTxt'],
    validate: {
      name: (typed) => (z.safeParse(newJob.shape.name, nameOf(typed)).success ? null : t('plan.name.wrong')),
      langCodeTxt: (typed) =>
        z.safeParse(newExtension.shape.langCodeTxt, langCodeTxtOf(typed)).success
          ? null
          : t('create.langCodeTxt.wrong'),
    },
  })

  useUnsavedChanges(rows.length > 0, isInUrl && !form.isDirty() ? 'draft' : 'input')

  const given = toCreate.filter(({ password }) => password !== undefined).length
  const underWay = underWayIn(creation.error, creation.sent?.items ?? [])
  const blocked = stopAtTaken && tally.exist.length > 0
  const confirmed = count < typedFrom || form.values.confirmation.trim() === String(count)

  const start = form.onSubmit(({ name, langCodeTxt, passwords }) => {
    const body: NewJob = {
      name: nameOf(name),
      items: toCreate.map(({ line: _line, ...item }) => ({
        langCodeTxt: langCodeTxtOf(langCodeTxt),
        ...item,
      })),
      passwords,
    }
    creation.submit(body, {
      onSuccess: ({ id }) => {
        watchJob(id)
        // The job has the rows now.
        unblockAll()
        void navigate(paths.job(id))
      },
    })
  })

  return (
    <Stack gap="md">
      <DryRun lookUps={lookUps} tally={tally} toCreate={created} addedFrom={addedFrom} />
      <Paper withBorder p="md" data-no-print>
        <Stack gap="md" maw={640}>
          <Title order={2}>{t('plan.start.title')}</Title>
          <TextInput
            label={t('plan.name')}
            description={t('plan.name.text')}
            placeholder={suggestedName}
            maxLength={128}
            {...form.getInputProps('name')}
          />
          {withLangCodeTxt && (
            <Autocomplete
              label={t('create.langCodeTxt')}
              data={[...knownLangCodeTxt]}
              withScrollArea={false}
              comboboxProps={{ withinPortal: false }}
              {...form.getInputProps('langCodeTxt')}
            />
          )}
          <PasswordChoice
            value={form.values.passwords}
            onChange={(passwords) => form.setFieldValue('passwords', passwords)}
            given={given}
            total={count}
          />
          {blocked && (
            <Alert color={colorOf('attention')}>{t('plan.blocked', { count: tally.exist.length })}</Alert>
          )}
          {underWay.length > 0 ? (
            <Alert color={colorOf('attention')} role="alert" title={t('plan.underWay')}>
              <Text size="sm" mb="sm" style={{ overflowWrap: 'anywhere' }}>
                {underWay.join(t('list.separator'))}
              </Text>
              <Button
                size="compact-sm"
                variant="default"
                onClick={() => {
                  setLeftOut(new Set([...leftOut, ...underWay]))
                  creation.reset()
                }}
              >
                {t('plan.underWay.leaveOut')}
              </Button>
            </Alert>
          ) : (
            creation.error !== null && (
              <ErrorAlert error={creation.error}>
                <ErrorDetail error={creation.error} />
              </ErrorAlert>
            )
          )}
          {count >= typedFrom && (
            <TextInput
              label={t('plan.typed', { count })}
              description={t('plan.typed.text')}
              inputMode="numeric"
              autoComplete="off"
              w={260}
              {...form.getInputProps('confirmation')}
            />
          )}
          <Text size="sm" c="dimmed">
            {t('create.stays')}
          </Text>
          <Group gap="sm">
            <Button
              loading={creation.isPending}
              disabled={count === 0 || blocked || lookUps.running || !confirmed || !form.isValid()}
              // Not a submit button: pressing Enter in a field must not start an irreversible job.
              onClick={() => start()}
            >
              {t('plan.start', { count })}
            </Button>
            {excluded > 0 && (
              <Text size="sm" c="dimmed">
                {t('plan.start.note', { count: excluded })}
              </Text>
            )}
          </Group>
        </Stack>
      </Paper>
    </Stack>
  )
}
