import { Alert, Button, Checkbox, Group, Paper, Stack, Text, TextInput, Title } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMemo, type ReactNode } from 'react'
import { useNavigate } from 'react-router-dom'
import * as z from 'zod/mini'
import { newExtension, type NewExtension } from '#contract/extensions.ts'
import { newJob, type NewJob } from '#contract/jobs.ts'
import { ApiError } from '../../../api/api-error.ts'
import { useIdempotentMutation } from '../../../api/idempotent-mutation.ts'
import { useNavigationBlocker, useUnsavedChanges } from '../../../lib/navigation-blocker.ts'
import { useT } from '../../../i18n/Language.tsx'
import { paths } from '../../../lib/paths.ts'
import { readNumber } from '../../../lib/typed.ts'
import { ErrorDetail } from '../../../ui/feedback/ErrorState.tsx'
import { NumberField } from '../../../entities/extension/NumberField.tsx'
import { CodecInput } from '../../../entities/creation/CodecInput.tsx'
import { createJobMutation } from '../../../entities/job/queries.ts'
import { watchJob } from '../../../entities/job/watched.ts'
import type { ChosenRows } from './chosen-rows.ts'
import { longestRanges, NumbersToCreate } from './NumbersToCreate.tsx'
import { PasswordChoice } from './PasswordChoice.tsx'
import { ErrorAlert } from '../../../ui/feedback/ErrorAlert.tsx'

interface StartJobProps {
  rows: ChosenRows
  /** All planned numbers, with those that can't be created. */
  planned: readonly string[]
  /** What the check found, above the last step. */
  children?: ReactNode
  /** True while the rows are being looked up. */
  running: boolean
  /** Returns the default name of a job from a file. Other jobs are named after their numbers. */
  suggestedName?: (count: number) => string
  /** The file's rows that are not planned, because of an error or as duplicates. */
  unusable?: number
  /** Numbers that exist; any of them blocks the start. */
  blockedBy?: number
  /** Asks for the `langCodeTxt` of all rows, for rows that have none. */
  withLangCodeTxt?: boolean
  /** True when the page's URL keeps the rows, so that leaving the page loses nothing. */
  isInUrl?: boolean
  /** False for a sheet, which knows what of it is kept. */
  asksToLeave?: boolean
  /** Called once the job has the rows. */
  onStarted?: (jobId: string) => void
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

const langCodeTxtOf = (input: string) => (input.trim() === '' ? undefined : input.trim())

/** Returns the numbers that another user is creating, from the request positions in the BFF's error. */
function underWayIn(error: Error | null, sent: readonly NewExtension[]): string[] {
  if (!(error instanceof ApiError) || error.code !== 'creation-in-progress') return []
  return error.errors.flatMap(({ path }) => {
    const index = Number(/^items\.(\d+)\.ext$/.exec(path)?.[1] ?? -1)
    return sent[index]?.ext ?? []
  })
}

/**
 * The last step of every plan: the numbers to create, the passwords, the job's name, and the start button. Keep it mounted while nothing
 * is planned: it then shows nothing and keeps the options.
 */
export function StartJob(props: StartJobProps) {
  const { rows, planned, children, running, suggestedName: suggest, unusable = 0 } = props
  const { blockedBy = 0, withLangCodeTxt = false, isInUrl = false, asksToLeave = true, onStarted } = props
  const { toCreate, numbers: created, possible } = rows
  const t = useT()
  const navigate = useNavigate()
  const creation = useIdempotentMutation(createJobMutation())
  const { unblockAll } = useNavigationBlocker()
  const count = toCreate.length
  const excluded = planned.length - count + unusable
  const namedNumbers = count === 0 ? planned : created
  const suggestedName = useMemo(
    () => suggest?.(namedNumbers.length) ?? longestRanges(t, namedNumbers, 1),
    [suggest, t, namedNumbers],
  )

  const nameOf = (input: string) => (input.trim() === '' ? suggestedName : input.trim())
  const form = useForm<JobForm>({
    initialValues: {
      name: '',
      langCodeTxt: '',
      passwords: { fill: 'random', length: 16 },
      confirmation: '',
    },
    validateInputOnChange: ['name', 'langCodeTxt'],
    validate: {
      name: (input) => (z.safeParse(newJob.shape.name, nameOf(input)).success ? null : t('plan.name.wrong')),
      langCodeTxt: (input) =>
        z.safeParse(newExtension.shape.langCodeTxt, langCodeTxtOf(input)).success
          ? null
          : t('create.langCodeTxt.wrong'),
    },
  })

  useUnsavedChanges(
    planned.length > 0 && (asksToLeave || form.isDirty()),
    isInUrl && !form.isDirty() ? 'draft' : 'input',
  )

  const withPassword = toCreate.filter(({ password }) => password !== undefined).length
  const underWay = underWayIn(creation.error, creation.sent?.items ?? [])
  const blocked = blockedBy > 0
  const confirmed = count < typedFrom || readNumber(form.values.confirmation) === String(count)

  const start = form.onSubmit(({ name, langCodeTxt, passwords }) => {
    const body: NewJob = {
      name: nameOf(name),
      items: toCreate.map((item) => ({ langCodeTxt: langCodeTxtOf(langCodeTxt), ...item })),
      passwords,
    }
    creation.submit(body, {
      onSuccess: ({ id }) => {
        watchJob(id)
        // The job has the rows now.
        onStarted?.(id)
        unblockAll()
        void navigate(paths.job(id))
      },
    })
  })

  if (planned.length === 0) return null
  return (
    <Stack gap="md">
      {children}
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
          {withLangCodeTxt && <CodecInput {...form.getInputProps('langCodeTxt')} />}
          {possible > 0 && (
            <Checkbox
              label={t('plan.possible', { count: possible })}
              checked={rows.withPossible}
              onChange={(event) => rows.setWithPossible(event.currentTarget.checked)}
            />
          )}
          <PasswordChoice
            value={form.values.passwords}
            onChange={(passwords) => form.setFieldValue('passwords', passwords)}
            withPassword={withPassword}
            total={count}
          />
          {blocked && <Alert>{t('plan.blocked', { count: blockedBy })}</Alert>}
          {underWay.length > 0 ? (
            <Alert role="alert" title={t('plan.underWay')}>
              <Text mb="sm" style={{ overflowWrap: 'anywhere' }}>
                {underWay.join(t('list.separator'))}
              </Text>
              <Button
                size="compact-sm"
                onClick={() => {
                  rows.leaveOut(underWay)
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
          <NumbersToCreate numbers={created} running={running} />
          {count >= typedFrom && (
            <NumberField
              label={t('plan.typed', { count })}
              description={t('plan.typed.text')}
              w={260}
              {...form.getInputProps('confirmation')}
            />
          )}
          <Text c="dimmed">{t('create.stays')}</Text>
          <Group gap="sm">
            <Button
              variant="filled"
              loading={creation.isPending}
              disabled={count === 0 || blocked || running || !confirmed || !form.isValid()}
              // Not a submit button: pressing Enter in a field must not start an irreversible job.
              onClick={() => start()}
            >
              {t('plan.start', { count })}
            </Button>
            {excluded > 0 && <Text c="dimmed">{t('plan.start.note', { count: excluded })}</Text>}
          </Group>
        </Stack>
      </Paper>
    </Stack>
  )
}
