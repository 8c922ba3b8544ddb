import { Alert, Button, Group } from '@mantine/core'
import * as z from 'zod/mini'
import { useState } from 'react'
import { useNavigationBlocker, useUnsavedChanges } from '../../lib/navigation-blocker.ts'
import { useT } from '../../i18n/Language.tsx'
import { readPreference, writePreference } from '../../lib/preference.ts'
import { useSession } from '../../entities/session/SessionContext.tsx'
import { readId, readNumber } from '../../lib/typed.ts'
import { optionalParam, useUrlState } from '../../lib/url-state.ts'
import { usePrefillKey } from '../../lib/use-prefill-key.ts'
import { neutralColor } from '../../ui/text/meaning.ts'
import { CreateForm, type StoredDraft } from './CreateForm.tsx'
import { CreateOutcome } from './CreateOutcome.tsx'
import { generatePassword } from '../../entities/creation/password.ts'
import { useCreation } from '../../entities/creation/use-creation.ts'
import {
  draftOf,
  draftSchema,
  emptyValues,
  formValuesOf,
  type FormValues,
} from '../../entities/creation/values.ts'

/** Fields that a link can fill in. */
const prefill = z.object({
  ext: optionalParam(z.pipe(z.string().check(z.maxLength(64)), z.transform(readNumber))),
  agentID: optionalParam(z.pipe(z.string().check(z.maxLength(128)), z.transform(readId))),
  agentType: optionalParam(z.enum(['0', '1'])),
})

/** The form with its draft and outcome, for operations 5 and 10. Remounts for each link that prefills it. */
export function CreateExtension({ legacy }: { legacy: boolean }) {
  return <Creating key={usePrefillKey()} legacy={legacy} />
}

function Creating({ legacy }: { legacy: boolean }) {
  const t = useT()
  const { user } = useSession()
  const draftKey = `draft.create${legacy ? '-legacy' : ''}.${user.id}`
  const [fromUrl, setFromUrl] = useUrlState(prefill)
  const [{ draft, otherDraft }, setDrafts] = useState(() => {
    const stored = readPreference(draftKey, draftSchema, null)
    const { ext = stored?.ext, agentID = stored?.agentID } = fromUrl
    // A draft for another number or agent than the link's does not belong in this form. It stays until the user opens or discards it.
    const isOfLink = stored?.ext === ext && stored?.agentID === agentID
    return isOfLink ? { draft: stored, otherDraft: null } : { draft: null, otherDraft: stored }
  })
  const storeDraft = (values: typeof draft) => otherDraft === null && writePreference(draftKey, values)
  /** The values that were sent, restored when the user returns to the form. */
  const [before, setBefore] = useState<FormValues | null>(null)
  const [round, setRound] = useState(0)
  /** The password of a number without one of its own. The same until the form starts over, so that sending again is the same request. */
  const [generated, setGenerated] = useState(generatePassword)
  /** Null while nothing is typed. */
  const [stored, setStored] = useState<StoredDraft | null>(null)
  const release = useUnsavedChanges(
    stored !== null && stored !== 'all',
    stored === 'withoutPassword' ? 'password' : 'input',
  )
  const { confirmReplace } = useNavigationBlocker()
  const creation = useCreation(legacy, ({ state }) => {
    release()
    setStored(null)
    // A creation in doubt may have to be sent again, so its draft is kept.
    if (state !== 'in-doubt') storeDraft(null)
  })
  // Leaving the page would lose the outcome: nothing else reports it.
  useUnsavedChanges(creation.pending, 'result')

  const linked: FormValues = {
    ...emptyValues,
    ext: fromUrl.ext ?? '',
    agentID: fromUrl.agentID ?? '',
    agentType: fromUrl.agentType ?? '1',
  }
  const initial = before ?? { ...linked, ...draft }

  const startOver = (values: FormValues | null) => {
    const restored = values && draftOf(values, emptyValues)
    storeDraft(restored)
    setDrafts({ draft: null, otherDraft })
    setBefore(values)
    setGenerated(generatePassword())
    setStored(restored !== null && otherDraft !== null ? 'none' : null)
    setRound(round + 1)
  }
  /** Removes the link's values from the URL, so that they do not prefill the next form. */
  const leaveLink = () => setFromUrl({ ext: undefined, agentID: undefined, agentType: undefined })

  const openOther = () => {
    setDrafts({ draft: otherDraft, otherDraft: null })
    setBefore(null)
    setStored(null)
    setRound(round + 1)
    leaveLink()
  }
  const discardOther = () => {
    writePreference(draftKey, null)
    setDrafts({ draft, otherDraft: null })
  }

  const { outcome, sent } = creation
  if (outcome !== null && sent !== null)
    return (
      <CreateOutcome
        key={outcome.state}
        creation={outcome}
        sent={sent}
        checking={creation.pending}
        error={creation.error}
        checkAgain={creation.checkAgain}
        sendAgain={creation.sendAgain}
        back={() => {
          creation.back()
          startOver(formValuesOf(sent))
        }}
        dismiss={() => creation.dismiss(() => startOver(formValuesOf(sent)))}
        another={() => {
          creation.reset()
          startOver(emptyValues)
          leaveLink()
        }}
      />
    )
  return (
    <>
      {draft !== null && !creation.pending && creation.error === null && (
        <Alert color={neutralColor} variant="light" mb="md" maw={560}>
          <Group justify="space-between" gap="sm">
            {t('create.draft')}
            <Button size="compact-sm" onClick={() => startOver(null)}>
              {t('create.draft.discard')}
            </Button>
          </Group>
        </Alert>
      )}
      {otherDraft !== null && !creation.pending && creation.error === null && (
        <Alert color={neutralColor} variant="light" mb="md" maw={560}>
          {t('create.draft.other')}
          <Group gap="sm" mt="xs">
            <Button size="compact-sm" onClick={() => confirmReplace(openOther)}>
              {t('create.draft.open')}
            </Button>
            <Button size="compact-sm" onClick={discardOther}>
              {t('create.draft.discard')}
            </Button>
          </Group>
        </Alert>
      )}
      <CreateForm
        key={round}
        initial={initial}
        onSubmit={(values, onError) => {
          const isGenerated = values.password === '' && values.passwordFill === 'random'
          creation.submit(isGenerated ? { ...values, password: generated } : values, onError)
        }}
        onChange={(values, changed) => {
          const draft = draftOf(values, linked)
          const isStored = storeDraft(draft) && draft !== null
          setStored(!changed ? null : !isStored ? 'none' : values.password === '' ? 'all' : 'withoutPassword')
        }}
        stored={stored}
        pending={creation.pending}
        error={creation.error}
        sent={sent}
      />
    </>
  )
}
