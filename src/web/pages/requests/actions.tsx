import { NativeSelect, Text, Textarea, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation, useQuery } from '@tanstack/react-query'
import type { ProblemCode } from '#contract/problem.ts'
import { observableKinds, type ServiceRequest } from '#contract/service-requests.ts'
import { useT, useLanguage } from '../../i18n/Language.tsx'
import { changeRequestsMutation } from '../../entities/request/queries.ts'
import { useRecipients } from '../../entities/request/recipients.ts'
import { limitNames } from '../../entities/session/limit-names.ts'
import { useSession } from '../../entities/session/SessionContext.tsx'
import { announce } from '../../ui/feedback/announce.ts'
import { toast } from '../../ui/feedback/toast.ts'
import { openDialog } from '../../ui/form/dialogs.tsx'
import { FormDialog } from '../../ui/form/FormDialog.tsx'
import { copyText } from '../../ui/text/CopyButton.tsx'
import { requestMessage } from './message.ts'
import { assignRequestsMutation, checkRequestsMutation, pendingAmongQuery } from './queries.ts'
import { requestSelection } from './selection.ts'

/** What can be done with pending requests, in the order of the menu and the bar. */
export const requestActions = ['take', 'assign', 'copy', 'send', 'check', 'done', 'withdraw'] as const
export type RequestAction = (typeof requestActions)[number]

/** The users who can be the assignee of a request. */
export type Assignees = readonly { id: string; name: string }[]

/** Returns the next step of a request for the user; undefined for a request of others, which waits for others. */
export function nextAction(
  { kind, state, by, assignee }: ServiceRequest,
  userId: string,
  isAdministrator: boolean,
): RequestAction | undefined {
  const isMine = assignee?.id === userId
  if (!isMine && !isAdministrator) return by.id === userId ? 'withdraw' : undefined
  if (state === 'sent') return observableKinds.some((each) => each === kind) ? 'check' : 'done'
  return isMine ? 'send' : 'take'
}

/** Returns what follows a change of requests: says how many were changed, takes them out of the selection, and closes the dialog. */
function useFinish(onClose?: () => void) {
  const t = useT()
  const { limit } = useSession()
  return ({ items }: { items: readonly { id: string; code: ProblemCode | null }[] }) => {
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
    requestSelection.select(
      items.map(({ id }) => id),
      false,
    )
    onClose?.()
  }
}

/** Returns a function that begins an action on requests, the action that is running, and the latest error. */
export function useRequestActions(assignees: Assignees) {
  const t = useT()
  const { user } = useSession()
  const finish = useFinish()
  const change = useMutation(changeRequestsMutation())
  const assign = useMutation(assignRequestsMutation())
  const check = useMutation(checkRequestsMutation())
  const [latest] = [change, assign, check]
    .map(({ error, submittedAt }) => ({ error, submittedAt }))
    .toSorted((a, b) => b.submittedAt - a.submittedAt)
  const begin = (action: RequestAction, ids: readonly string[]) => {
    if (action === 'take')
      return assign.mutate({ body: { ids: [...ids], userId: user.id } }, { onSuccess: finish })
    if (action === 'send')
      return change.mutate({ body: { ids: [...ids], state: 'sent', note: '' } }, { onSuccess: finish })
    if (action === 'check')
      return check.mutate(
        { body: { ids: [...ids] } },
        {
          onSuccess: ({ items }) => {
            const done = items.filter(({ state }) => state === 'done').length
            toast({ tone: 'info', message: t('requests.checked', { done, all: items.length }) })
            requestSelection.select(ids, false)
          },
        },
      )
    return openDialog((close) => {
      if (action === 'assign') return <AssignDialog {...{ ids, assignees }} onClose={close} />
      if (action === 'copy') return <MessageDialog ids={ids} onClose={close} />
      return <CloseDialog state={action === 'done' ? 'done' : 'withdrawn'} ids={ids} onClose={close} />
    })
  }
  const running: Partial<Record<RequestAction, boolean>> = {
    take: assign.isPending,
    send: change.isPending,
    check: check.isPending,
  }
  return { begin, running, error: latest?.error ?? null }
}

interface ActionDialogProps {
  ids: readonly string[]
  onClose: () => void
}

/** Shows requests as a message for the people who manage the phone platform, to copy. Leaves out requests that are closed by now. */
function MessageDialog({ ids, onClose }: ActionDialogProps) {
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

/** Assigns requests to a user, or back to the administrators. */
function AssignDialog({ ids, assignees, onClose }: ActionDialogProps & { assignees: Assignees }) {
  const t = useT()
  const administrators = useRecipients()
  const finish = useFinish(onClose)
  const sending = useMutation(assignRequestsMutation())
  const form = useForm({ initialValues: { userId: '' } })
  return (
    <FormDialog
      title={t('requests.assign.title', { count: ids.length })}
      submit={t('requests.assign')}
      onSubmit={form.onSubmit(({ userId }) =>
        sending.mutate(
          { body: { ids: [...ids], userId: userId === '' ? null : userId } },
          { onSuccess: finish },
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
          { value: '', label: t('requests.assign.administrators', { names: administrators }) },
          ...assignees.map(({ id, name }) => ({ value: id, label: name })),
        ]}
        {...form.getInputProps('userId')}
        data-autofocus
      />
    </FormDialog>
  )
}

/** Marks requests as done or withdraws them, with a note for the record. */
function CloseDialog({ state, ids, onClose }: ActionDialogProps & { state: 'done' | 'withdrawn' }) {
  const t = useT()
  const finish = useFinish(onClose)
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
        sending.mutate({ body: { ids: [...ids], state, note } }, { onSuccess: finish }),
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
