import { DateField } from '../../ui/form/DateField.tsx'
import { Alert, NativeSelect, Stack, Text, TextInput, Textarea } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import * as z from 'zod/mini'
import {
  maxRequests,
  requestKinds,
  requestReason,
  type RequestKind,
  type RequestOutcome,
  type ServiceRequest,
} from '#contract/service-requests.ts'
import { maxReasonLength } from '#contract/text.ts'
import { useT } from '../../i18n/Language.tsx'
import { announce } from '../../ui/feedback/announce.ts'
import { FormDialog } from '../../ui/form/FormDialog.tsx'
import { RemovedCharacters } from '../../ui/text/RemovedCharacters.tsx'
import { PersonPicker } from '../person/PersonPicker.tsx'
import { UnclearPeople } from '../person/UnclearPeople.tsx'
import { NumbersRead } from '../extension/NumbersRead.tsx'
import { filledRows, type Mapped } from '../../spreadsheet/columns.ts'
import { SheetInput } from '../../spreadsheet/SheetInput.tsx'
import { skippedLines } from '../extension/skipped-rows.ts'
import { useFill } from '../../spreadsheet/use-fill.ts'
import { useSpreadsheet } from '../../spreadsheet/use-spreadsheet.ts'
import { ExistingRequestOf, RefusedNumber } from './ExistingRequest.tsx'
import type { PersonSheetField } from '../person/person-columns.ts'
import { useRecipients } from './recipients.ts'
import { readRequestFile, requestKind, type RequestFile } from './request-file.ts'
import { readRequestedNumbers } from './requested-numbers.ts'
import { findOtherNumber, SwapField } from './SwapField.tsx'
import { useSendRequests } from './use-send-requests.ts'

const maxShown = 10

export interface RequestDialogProps {
  /** The numbers to change; empty to let the user paste a list. */
  numbers: readonly string[]
  kinds?: readonly RequestKind[] | undefined
  agent?: { agentUuid: string; agentName: string | null } | undefined
  /** The reason to begin with. */
  reason?: string | undefined
  /** Called with the requests that were recorded. */
  onSent?: ((requests: readonly ServiceRequest[]) => void) | undefined
  onClose: () => void
}

/** Requests a change that the API cannot make, for one or many numbers. */
export function RequestDialog(props: RequestDialogProps) {
  const { numbers, kinds = requestKinds, agent, onSent, onClose } = props
  const t = useT()
  const recipients = useRecipients()
  const [first, second] = numbers
  const isOne = first !== undefined && second === undefined
  // A swap is of two numbers with two agents.
  const isPair = second !== undefined && numbers.length === 2 && agent === undefined
  const offered = kinds.filter((each) => each !== 'swap' || isOne || isPair)
  const [outcomes, setOutcomes] = useState<readonly RequestOutcome[] | null>(null)
  const sending = useSendRequests((answer) => {
    onSent?.(answer.flatMap(({ request }) => request ?? []))
    const refused = answer.filter(({ code }) => code !== null)
    if (refused.length > 0) return setOutcomes(answer)
    announce(t('requests.new.done', { count: answer.length }))
    onClose()
  })
  /** The texts that may be numbers and that the user has added. */
  const [added, setAdded] = useState<readonly string[]>([])
  const form = useForm({
    initialValues: {
      kind: offered[0] ?? 'unbind',
      list: numbers.join('\n'),
      agentUuid: agent?.agentUuid ?? '',
      agentName: agent?.agentName ?? '',
      // The binding of a reserved number has its reason already.
      reason:
        kinds[0] === 'rebind' && agent !== undefined
          ? t('reservations.mark', { agent: agent.agentName ?? agent.agentUuid })
          : (props.reason ?? ''),
      due: '',
      swapWith: isPair ? second : '',
    },
    validate: {
      list: (list, { kind }) => {
        if (kind === 'swap') return null
        const count = readRequestedNumbers(list, kind, added).requested.length
        if (count > maxRequests) return t('requests.new.tooMany', { most: maxRequests })
        return count === 0 ? t('requests.new.numbers.none') : null
      },
      agentUuid: (uuid, { kind, list }) =>
        kind === 'rebind' &&
        uuid === '' &&
        readRequestedNumbers(list, kind, added).requested.some(({ who }) => who === '')
          ? t('requests.new.agent.missing')
          : null,
      swapWith: (number, { kind }) =>
        kind === 'swap' && number.trim() === '' ? t('requests.swap.with.missing') : null,
      reason: (reason) => (z.safeParse(requestReason, reason).success ? null : t('caption.reason.hint')),
    },
  })
  const { kind, list, agentUuid, agentName, swapWith } = form.values
  const [fromFile, setFromFile] = useState<RequestFile | null>(null)
  const fillList = useFill(
    () => form.getValues().list,
    (text) => form.setFieldValue('list', text),
  )
  /** The kind of change decides which columns to read. */
  const fill = (table: Mapped<PersonSheetField> | null, kindNow: RequestKind) => {
    const read =
      table?.isReady === true ? readRequestFile({ ...table, body: filledRows(table) }, kindNow) : null
    setFromFile(read)
    fillList(read?.list ?? null)
  }
  const file = useSpreadsheet(requestKind, maxRequests, (table) => fill(table, form.getValues().kind))
  const skipped = fromFile?.skipped ?? []
  const { requested, read, unused } = readRequestedNumbers(list, kind, added)
  // The numbers of a swap are those that the dialog names, not the list of another kind.
  const requestedNumbers = kind === 'swap' && first !== undefined ? [{ ext: first, who: '' }] : requested
  const client = useQueryClient()
  const submitting = useMutation({
    mutationFn: async () => {
      if (kind !== 'swap') return null
      return isOne ? findOtherNumber(client, swapWith, first) : swapWith
    },
    onSuccess: (swapWith) => {
      if (kind === 'swap' && (swapWith === null || swapWith === first)) {
        form.setFieldError(
          'swapWith',
          swapWith === null
            ? t('requests.swap.with.missing')
            : t('requests.swap.with.own', { ext: swapWith }),
        )
        form.getInputNode('swapWith')?.focus()
        return
      }
      const { reason, due } = form.getValues()
      sending.submit({
        kind,
        reason,
        dueOn: due === '' ? null : due,
        numbers: requestedNumbers,
        swapWith,
        person:
          agentUuid === ''
            ? null
            : { id: agentUuid, isNewColleague: false, name: agentName === '' ? null : agentName },
      })
    },
    meta: { quiet: true },
  })
  const submit = form.onSubmit(() => submitting.mutate())
  return (
    <FormDialog
      title={isOne ? t('requests.new.of', { ext: first }) : t('requests.new')}
      size="lg"
      submit={t('requests.new.submit', { count: requestedNumbers.length })}
      result={outcomes === null ? undefined : <Outcomes outcomes={outcomes} />}
      onSubmit={submit}
      onClose={onClose}
      isDirty={form.isDirty()}
      sending={{
        isPending: submitting.isPending || sending.isPending,
        error: submitting.error ?? sending.error,
      }}
      isReady={requestedNumbers.length > 0}
      errorAction={<ExistingRequestOf error={sending.error} ext={first} />}
    >
      <Text>{t('requests.new.text', { names: recipients })}</Text>
      <NativeSelect
        label={t('requests.kind')}
        description={t(`requests.kind.${kind}.text`)}
        data={offered.map((value) => ({ value, label: t(`requests.kind.${value}`) }))}
        {...form.getInputProps('kind')}
        onChange={(event) => {
          const next = offered.find((each) => each === event.currentTarget.value) ?? kind
          form.setFieldValue('kind', next)
          // What a swap is for is said by its two numbers.
          const usual = t('requests.swap.reason')
          const { reason } = form.getValues()
          if (next === 'swap' && reason === '') form.setFieldValue('reason', usual)
          if (next !== 'swap' && reason === usual) form.setFieldValue('reason', '')
          if (file.table !== null) fill(file.table, next)
        }}
        data-autofocus
      />
      {kind === 'swap' && isPair && (
        <Text>{t('requests.swap.both', { ext: first ?? '', other: swapWith })}</Text>
      )}
      {kind === 'swap' && isOne && (
        <SwapField ownNumber={first} {...form.getInputProps('swapWith')} value={swapWith} />
      )}
      {!isOne && kind !== 'swap' && (
        <SheetInput
          file={file}
          disabled={sending.isPending}
          errors={[
            (file.table?.total ?? 0) > maxRequests && t('requests.new.tooMany', { most: maxRequests }),
          ]}
          skipped={skippedLines(t, skipped)}
        >
          <Textarea
            label={t('numbers.title')}
            description={t(kind === 'rebind' ? 'requests.new.numbers.rebind' : 'requests.new.numbers.hint', {
              most: maxRequests,
            })}
            {...form.getInputProps('list')}
            minRows={4}
            maxRows={10}
            autosize
            spellCheck={false}
          />
        </SheetInput>
      )}
      {!isOne && kind !== 'swap' && <RemovedCharacters text={list} />}
      {!isOne && kind !== 'swap' && <NumbersRead read={read} onAdd={(text) => setAdded([...added, text])} />}
      {kind !== 'swap' && unused.length > 0 && (
        <Alert>
          {unused.slice(0, maxShown).map(({ text, why }) => (
            <Text key={`${why} ${text}`}>{t(`requests.new.${why}`, { text: text.slice(0, 40) })}</Text>
          ))}
        </Alert>
      )}
      {kind === 'rebind' && (
        <PersonPicker
          label={t('requests.new.agent')}
          description={isOne ? undefined : t('requests.new.agent.hint')}
          error={form.errors['agentUuid']}
          value={agentUuid === '' ? undefined : agentUuid}
          onChange={(uuid, name) => form.setValues({ agentUuid: uuid ?? '', agentName: name ?? '' })}
        />
      )}
      {sending.unclear.length > 0 && !sending.isPending && (
        <Alert title={t('requests.new.unclear', { count: sending.unclear.length })}>
          <UnclearPeople
            lines={sending.unclear}
            chosenId={(text) => sending.choices.get(text)?.id}
            onChoose={sending.choose}
          />
        </Alert>
      )}
      <TextInput
        label={t('caption.reason')}
        {...form.getInputProps('reason')}
        maxLength={maxReasonLength}
        required
      />
      <DateField label={t('requests.due')} hint={t('requests.new.due.hint')} {...form.getInputProps('due')} />
    </FormDialog>
  )
}

/** Shows how many requests were recorded, and why the rest were refused. */
function Outcomes({ outcomes }: { outcomes: readonly RequestOutcome[] }) {
  const t = useT()
  const refused = outcomes.flatMap(({ code, ...rest }) => (code === null ? [] : [{ code, ...rest }]))
  return (
    <Stack gap="xs" component="output">
      <Text>{t('requests.new.done', { count: outcomes.length - refused.length })}</Text>
      <Text>{t('requests.new.refused', { count: refused.length })}</Text>
      <Text component="ul" m={0} ps="lg">
        {refused.slice(0, maxShown).map(({ ext, code, request }) => (
          <li key={ext}>
            <RefusedNumber ext={ext} code={code} request={request} />
          </li>
        ))}
      </Text>
      {refused.length > maxShown && (
        <Text c="dimmed">{t('requests.new.more', { count: refused.length - maxShown })}</Text>
      )}
    </Stack>
  )
}
