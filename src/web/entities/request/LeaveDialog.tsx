import { Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { requestReason, type RequestOutcome } from '#contract/service-requests.ts'
import { maxReasonLength } from '#contract/text.ts'
import { useT } from '../../i18n/Language.tsx'
import { paths } from '../../lib/paths.ts'
import { announce } from '../../ui/feedback/announce.ts'
import { DateField } from '../../ui/form/DateField.tsx'
import { FormDialog } from '../../ui/form/FormDialog.tsx'
import { PageLink } from '../../ui/layout/PageLink.tsx'
import { useSession } from '../session/SessionContext.tsx'
import { ExistingRequestOf, RefusedNumber } from './ExistingRequest.tsx'
import { sendRequestsMutation } from './queries.ts'
import { useRecipients } from './recipients.ts'

export interface LeaveDialogProps {
  /** The person's name, work number or UUID. */
  name: string
  /** The person's numbers. */
  numbers: readonly string[]
  onClose: () => void
}

/** Requests that the numbers of a person who leaves are unbound, and keeps them back. */
export function LeaveDialog({ name, numbers, onClose }: LeaveDialogProps) {
  const t = useT()
  const names = useRecipients()
  const days = useSession().features.keepBackDays
  const sending = useMutation(sendRequestsMutation())
  const form = useForm({
    initialValues: { reason: t('leave.reason.usual', { agent: name }), due: '' },
    validate: {
      reason: (reason) => (z.safeParse(requestReason, reason).success ? null : t('caption.reason.hint')),
    },
  })
  const outcomes = sending.data?.items
  return (
    <FormDialog
      title={t('leave.title', { agent: name })}
      submit={t('leave.submit')}
      result={
        numbers.length === 0 ? (
          <Text>{t('leave.none', { agent: name })}</Text>
        ) : (
          outcomes && <Outcomes outcomes={outcomes} keepBack={days > 0} />
        )
      }
      onSubmit={form.onSubmit(({ reason, due }) =>
        sending.mutate(
          {
            body: {
              kind: 'unbind',
              reason,
              dueOn: due === '' ? null : due,
              items: numbers.map((ext) => ({ ext })),
              keepBack: days > 0,
            },
          },
          { onSuccess: () => announce(t('leave.done')) },
        ),
      )}
      onClose={onClose}
      isDirty={form.isDirty()}
      sending={sending}
      // A refusal of the only number is this request's error.
      errorAction={<ExistingRequestOf error={sending.error} ext={numbers[0]} />}
    >
      <Text component="ol" m={0} ps="lg">
        <li>{t('leave.step.request', { numbers: numbers.join(t('list.separator')) })}</li>
        <li>{t('leave.step.unbind', { names })}</li>
        <li>{days > 0 ? t('leave.step.keep', { count: days }) : t('leave.step.free')}</li>
      </Text>
      <DateField
        label={t('leave.due')}
        hint={t('requests.new.due.hint')}
        {...form.getInputProps('due')}
        data-autofocus
      />
      <TextInput
        label={t('caption.reason')}
        {...form.getInputProps('reason')}
        maxLength={maxReasonLength}
        required
      />
    </FormDialog>
  )
}

/** Says what was recorded for each number, and where it is now. */
function Outcomes({ outcomes, keepBack }: { outcomes: readonly RequestOutcome[]; keepBack: boolean }) {
  const t = useT()
  const names = useRecipients()
  const [only] = outcomes
  return (
    <Stack gap="xs" component="output">
      <Text component="ul" m={0} ps="lg">
        {outcomes.map(({ ext, code, request, keptDays }) => (
          <li key={ext}>
            {code === null ? (
              t('leave.done.requested', { ext })
            ) : (
              <RefusedNumber ext={ext} code={code} request={request} />
            )}{' '}
            {keptDays === undefined
              ? keepBack && t('leave.done.notKept')
              : t('leave.done.kept', { count: keptDays })}
          </li>
        ))}
      </Text>
      <Text>
        {t('leave.done.where', { names })}{' '}
        <PageLink
          to={paths.requests(only === undefined || outcomes.length > 1 ? {} : { ext: only.ext })}
          underline="always"
        >
          {t('requests.toList')}
        </PageLink>
      </Text>
    </Stack>
  )
}
