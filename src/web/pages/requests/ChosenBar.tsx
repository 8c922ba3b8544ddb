import { Button, Text, TextInput, NativeSelect, Textarea } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation, useQuery } from '@tanstack/react-query'
import type { ProblemCode } from '#contract/problem.ts'
import { maxChecked } from '#contract/service-requests.ts'
import { useT, useLanguage } from '../../i18n/Language.tsx'
import { changeRequestsMutation } from '../../entities/request/queries.ts'
import { limitNames } from '../../entities/session/limit-names.ts'
import { useSession } from '../../entities/session/SessionContext.tsx'
import { announce } from '../../ui/feedback/announce.ts'
import { ErrorAlert } from '../../ui/feedback/ErrorAlert.tsx'
import { toast } from '../../ui/feedback/toast.ts'
import { openDialog } from '../../ui/form/dialogs.tsx'
import { FormDialog } from '../../ui/form/FormDialog.tsx'
import { SelectionFoot } from '../../ui/table/SelectionFoot.tsx'
import { assignRequestsMutation, checkRequestsMutation, pendingAmongQuery } from './queries.ts'
import { requestSelection } from './selection.ts'
import { copyText } from '../../ui/text/CopyButton.tsx'
import { requestMessage } from './message.ts'

/** Shows requests as a message for the people who manage the phone platform, to copy. Leaves out requests that are closed by now. */
function MessageDialog({ ids, onClose }: { ids: readonly string[]; onClose: () => void }) {
  const { t, language } = useLanguage()
  const { data, isPending, error } = useQuery(pendingAmongQuery(ids))
  const count = data?.length ?? 0
  const text = requestMessage(t, language, data ?? [])
  const copy = async () => {
    if (await copyText(t, text, t('requests.copied', { count }))) onClose()
  }
  return (
    <FormDialog
      title={t('requests.message', { count })}
      size="lg"
      submit={t('action.copy')}
      onSubmit={() => void copy()}
      onClose={onClose}
      isReady={count > 0}
      sending={{ isPending, error }}
    >
      <Textarea
        label={t('requests.message.text')}
        value={text}
        readOnly
        autosize
        minRows={6}
        maxRows={16}
        data-autofocus
      />
    </FormDialog>
  )
}

/** Whom requests can be with. */
interface Recipients {
  administrators: number
  assignees: readonly { id: string; name: string }[]
}

/** Returns what follows a change of the selected requests: says how many were changed, and ends the selection. */
function useFinish() {
  const t = useT()
  const { limit } = useSession()
  return ({ items }: { items: readonly { code: ProblemCode | null }[] }) => {
    const refused = items.flatMap(({ code }) => code ?? [])
    const text = t('requests.changed', { done: items.length - refused.length, all: items.length })
    const [why] = refused
    if (why === undefined) announce(text)
    else
      toast({
        tone: 'failure',
        title: text,
        message:
          why === 'limited' && limit !== undefined
            ? t('problem.limited.next', limitNames(limit))
            : t(`problem.${why}`),
      })
    requestSelection.clear()
  }
}

interface AssignDialogProps extends Recipients {
  ids: string[]
  onClose: () => void
}

/** Assigns requests to a user, or back to the administrators. */
function AssignDialog({ ids, administrators, assignees, onClose }: AssignDialogProps) {
  const t = useT()
  const finish = useFinish()
  const sending = useMutation(assignRequestsMutation())
  const form = useForm({ initialValues: { userId: '' } })
  return (
    <FormDialog
      title={t('requests.assign.title', { count: ids.length })}
      submit={t('requests.assign')}
      onSubmit={form.onSubmit(({ userId }) =>
        sending.mutate(
          { body: { ids, userId: userId === '' ? null : userId } },
          {
            onSuccess: (answer) => {
              finish(answer)
              onClose()
            },
          },
        ),
      )}
      onClose={onClose}
      isDirty={form.isDirty()}
      sending={sending}
    >
      <Text>{t('requests.assign.text')}</Text>
      <NativeSelect
        label={t('requests.assignee')}
        data={[
          { value: '', label: t('requests.assign.administrators', { count: administrators }) },
          ...assignees.map(({ id, name }) => ({ value: id, label: name })),
        ]}
        {...form.getInputProps('userId')}
        data-autofocus
      />
    </FormDialog>
  )
}

const inBar = { size: 'compact-sm' } as const

/** The actions on the selected requests. `onPage`: ids of the open or sent requests on this page. */
export function ChosenBar({ onPage, ...recipients }: { onPage: readonly string[] } & Recipients) {
  const t = useT()
  const { user } = useSession()
  const ids = [...requestSelection.use().keys]
  const count = ids.length
  const change = useMutation(changeRequestsMutation())
  const assign = useMutation(assignRequestsMutation())
  const check = useMutation(checkRequestsMutation())
  const [latest] = [change, assign, check]
    .map(({ error, submittedAt }) => ({ error, submittedAt }))
    .toSorted((a, b) => b.submittedAt - a.submittedAt)
  const finish = useFinish()
  const openClose = (state: 'done' | 'withdrawn') =>
    openDialog((close) => <CloseDialog state={state} ids={ids} onClose={close} />)
  const checkNow = () =>
    check.mutate(
      { body: { ids } },
      {
        onSuccess: ({ items }) => {
          const done = items.filter(({ state }) => state === 'done').length
          toast({ tone: 'info', message: t('requests.checked', { done, all: items.length }) })
          requestSelection.clear()
        },
      },
    )
  return (
    <SelectionFoot summary={t('requests.chosen.count', { count })}>
      {/* A phone does not show the list's header, which has a checkbox for this. */}
      <Button
        size="compact-sm"
        variant="subtle"
        hiddenFrom="xs"
        onClick={() => requestSelection.select(onPage, true)}
      >
        {t('requests.choose.page')}
      </Button>
      <Button
        {...inBar}
        loading={assign.isPending}
        onClick={() => assign.mutate({ body: { ids, userId: user.id } }, { onSuccess: finish })}
      >
        {t('requests.take')}
      </Button>
      <Button
        {...inBar}
        onClick={() => openDialog((close) => <AssignDialog {...recipients} ids={ids} onClose={close} />)}
      >
        {t('requests.assign')}
      </Button>
      <Button {...inBar} onClick={() => openDialog((close) => <MessageDialog ids={ids} onClose={close} />)}>
        {t('requests.copy')}
      </Button>
      <Button
        {...inBar}
        loading={change.isPending}
        onClick={() => change.mutate({ body: { ids, state: 'sent', note: '' } }, { onSuccess: finish })}
      >
        {t('requests.send')}
      </Button>
      <Button
        {...inBar}
        loading={check.isPending}
        disabled={count > maxChecked}
        title={count > maxChecked ? t('requests.check.most', { most: maxChecked }) : undefined}
        onClick={checkNow}
      >
        {t('requests.check')}
      </Button>
      <Button {...inBar} onClick={() => openClose('done')}>
        {t('requests.done')}
      </Button>
      <Button {...inBar} onClick={() => openClose('withdrawn')}>
        {t('requests.withdraw')}
      </Button>
      <Button size="compact-sm" variant="subtle" onClick={requestSelection.clear}>
        {t('requests.choose.none')}
      </Button>
      <ErrorAlert error={latest?.error ?? null} />
    </SelectionFoot>
  )
}

interface CloseDialogProps {
  state: 'done' | 'withdrawn'
  ids: string[]
  onClose: () => void
}

/** Marks requests as done or withdraws them, with a note for the record. */
function CloseDialog({ state, ids, onClose }: CloseDialogProps) {
  const t = useT()
  const finish = useFinish()
  const sending = useMutation(changeRequestsMutation())
  const isNeeded = state === 'withdrawn'
  const form = useForm({
    initialValues: { note: '' },
    validate: {
      note: (note) => (isNeeded && note.trim() === '' ? t('caption.reason.hint') : null),
    },
  })
  return (
    <FormDialog
      title={t(`requests.close.${state}`, { count: ids.length })}
      submit={t(state === 'done' ? 'requests.done' : 'requests.withdraw')}
      onSubmit={form.onSubmit(({ note }) =>
        sending.mutate(
          { body: { ids, state, note } },
          {
            onSuccess: (answer) => {
              finish(answer)
              onClose()
            },
          },
        ),
      )}
      onClose={onClose}
      isDirty={form.isDirty()}
      sending={sending}
    >
      <Text>{t(`requests.close.${state}.text`)}</Text>
      <TextInput
        label={t(isNeeded ? 'caption.reason' : 'caption.note')}
        {...form.getInputProps('note')}
        maxLength={200}
        required={isNeeded}
        data-autofocus
      />
    </FormDialog>
  )
}
