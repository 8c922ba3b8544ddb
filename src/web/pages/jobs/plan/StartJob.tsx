import { Alert, Button, Checkbox, Group, Paper, Stack, Text, TextInput, Title } from '@mantine/core'
import { useUnsavedChanges } from '../../../lib/navigation-blocker.ts'
import { useT } from '../../../i18n/Language.tsx'
import { readNumber } from '../../../lib/typed.ts'
import { ErrorDetail } from '../../../ui/feedback/ErrorState.tsx'
import { NumberField } from '../../../entities/extension/NumberField.tsx'
import { CodecInput } from '../../../entities/creation/CodecInput.tsx'
import type { ChosenRows } from './chosen-rows.ts'
import { NumbersToCreate } from './NumbersToCreate.tsx'
import { PasswordChoice } from './PasswordChoice.tsx'
import { ErrorAlert } from '../../../ui/feedback/ErrorAlert.tsx'
import { useStart } from './use-start.ts'

interface StartJobProps {
  rows: ChosenRows
  /** All planned numbers, with those that can't be created. */
  planned: readonly string[]
  /** The file's rows that are not planned, because of an error or as duplicates. */
  unusable?: number
  /** The job's name, unless the user enters one. */
  suggestedName: string
  /** True while the rows are being looked up. */
  running: boolean
  /** Numbers that exist; any of them blocks the start. */
  blockedBy?: number
  /** Asks for the `langCodeTxt` of all rows, for rows that have none. */
  withLangCodeTxt?: boolean
  /** Called once the job has the rows. */
  onStarted?: (jobId: string) => void
}

/** From this many rows on, the user confirms by typing the count, because the service cannot undo a creation. */
const typedFrom = 200

interface UnderWayProps {
  numbers: readonly string[]
  onLeaveOut: () => void
}

/** The numbers that another user is creating, which can be left out. */
function UnderWay({ numbers, onLeaveOut }: UnderWayProps) {
  const t = useT()
  return (
    <Alert role="alert" title={t('plan.underWay')}>
      <Text mb="sm" style={{ overflowWrap: 'anywhere' }}>
        {numbers.join(t('list.separator'))}
      </Text>
      <Button size="compact-sm" onClick={onLeaveOut}>
        {t('plan.underWay.leaveOut')}
      </Button>
    </Alert>
  )
}

/**
 * The last step of every plan: the numbers to create, the passwords, the job's name, and the start button. Keep it mounted while nothing
 * is planned: it then shows nothing and keeps the options.
 */
export function StartJob(props: StartJobProps) {
  const { rows, planned, unusable = 0, suggestedName, running, onStarted } = props
  const { blockedBy = 0, withLangCodeTxt = false } = props
  const { toCreate, possible } = rows
  const t = useT()
  const { form, creation, start, underWay } = useStart({ rows: toCreate, suggestedName, onStarted })
  useUnsavedChanges(planned.length > 0 && form.isDirty())

  const count = toCreate.length
  const excluded = planned.length - count + unusable
  const isConfirmed = count < typedFrom || readNumber(form.values.confirmation) === String(count)
  if (planned.length === 0) return null
  return (
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
          withPassword={toCreate.filter(({ password }) => password !== undefined).length}
          total={count}
        />
        {blockedBy > 0 && <Alert>{t('plan.blocked', { count: blockedBy })}</Alert>}
        {underWay.length > 0 ? (
          <UnderWay
            numbers={underWay}
            onLeaveOut={() => {
              rows.leaveOut(underWay)
              creation.reset()
            }}
          />
        ) : (
          <ErrorAlert error={creation.error}>
            <ErrorDetail error={creation.error} />
          </ErrorAlert>
        )}
        <NumbersToCreate numbers={rows.numbers} running={running} />
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
            disabled={count === 0 || blockedBy > 0 || running || !isConfirmed || !form.isValid()}
            // Not a submit button: pressing Enter in a field must not start an irreversible job.
            onClick={start}
          >
            {t('plan.start', { count })}
          </Button>
          {excluded > 0 && <Text c="dimmed">{t('plan.start.note', { count: excluded })}</Text>}
        </Group>
      </Stack>
    </Paper>
  )
}
