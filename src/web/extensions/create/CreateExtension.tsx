import { Alert, Button, Group } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { useState } from 'react'
import { useUnsavedChanges } from '../../GuardedRouter.tsx'
import { useT } from '../../i18n/Language.tsx'
import { readPreference, writePreference } from '../../preference.ts'
import { optionalParam, useUrlState } from '../../url-state.ts'
import { CreateForm } from './CreateForm.tsx'
import { CreateOutcome } from './CreateOutcome.tsx'
import { newIdempotencyKey } from './password.ts'
import { createMutation, type Submission } from './queries.ts'
import { draftOf, draftSchema, emptyValues, requestOf, type FormValues } from './values.ts'

/** What a link may fill in. */
const prefill = z.object({
  ext: optionalParam(z.string().check(z.maxLength(15))),
  agentID: optionalParam(z.string().check(z.maxLength(64))),
  agentType: optionalParam(z.enum(['0', '1'])),
})

/** The form, its draft and its outcome, for operations 5 and 10 alike. */
export function CreateExtension({ legacy }: { legacy: boolean }) {
  const t = useT()
  const draftKey = legacy ? 'draft.create-legacy' : 'draft.create'
  const [fromUrl] = useUrlState(prefill)
  const [draft, setDraft] = useState(() => readPreference(draftKey, draftSchema, null))
  const [round, setRound] = useState(0)
  const [dirty, setDirty] = useState(false)
  const [submission, setSubmission] = useState<Submission | null>(null)
  const creation = useMutation(createMutation(legacy))
  const letGo = useUnsavedChanges(dirty)

  const initial: FormValues = {
    ...emptyValues,
    ...draft,
    ext: fromUrl.ext ?? draft?.ext ?? '',
    agentID: fromUrl.agentID ?? draft?.agentID ?? '',
    agentType: fromUrl.agentType ?? draft?.agentType ?? '1',
  }

  const startOver = () => {
    writePreference(draftKey, null)
    setDraft(null)
    setDirty(false)
    setSubmission(null)
    creation.reset()
    setRound(round + 1)
  }
  const send = (next: Submission) => {
    setSubmission(next)
    creation.mutate(next, {
      onSuccess: () => {
        letGo()
        setDirty(false)
        writePreference(draftKey, null)
      },
    })
  }
  const submit = (values: FormValues) => {
    const body = requestOf(values)
    // The same request after a lost answer carries the same key: it is looked up, never sent twice.
    const same = submission !== null && JSON.stringify(submission.body) === JSON.stringify(body)
    send({ body, idempotencyKey: same ? submission.idempotencyKey : newIdempotencyKey() })
  }

  if (creation.data !== undefined && submission !== null)
    return (
      <CreateOutcome
        creation={creation.data}
        agentID={submission.body.agentID}
        checking={creation.isPending}
        checkAgain={() => send(submission)}
        another={startOver}
      />
    )
  return (
    <>
      {draft !== null && !creation.isPending && creation.error === null && (
        <Alert color="indigo" variant="light" mb="md" maw={560}>
          <Group justify="space-between" gap="sm">
            {t('create.draft')}
            <Button size="compact-sm" variant="default" onClick={startOver}>
              {t('create.draft.discard')}
            </Button>
          </Group>
        </Alert>
      )}
      <CreateForm
        key={round}
        initial={initial}
        onSubmit={submit}
        onChange={(values, changed) => {
          setDirty(changed)
          writePreference(draftKey, changed ? draftOf(values) : null)
        }}
        pending={creation.isPending}
        error={creation.error}
      />
    </>
  )
}
