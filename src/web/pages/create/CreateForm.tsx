import { Button, Checkbox, Group, Stack, Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useQueryClient } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import type { NewExtension } from '#contract/extensions.ts'
import { CodecInput } from '../../entities/creation/CodecInput.tsx'
import { fieldNames, wrongFields, type FieldName, type FormValues } from '../../entities/creation/values.ts'
import { NumberField, TypedField } from '../../entities/extension/NumberField.tsx'
import { useT } from '../../i18n/Language.tsx'
import { readId, readRange } from '../../lib/typed.ts'
import { NumberHint } from './NumberHint.tsx'
import { PasswordField } from './PasswordField.tsx'
import { identify, PersonField, type UnclearPerson } from './PersonField.tsx'
import { Refusal, refusedFields } from './Refusal.tsx'

/** How much of what the user typed this browser keeps as a draft. */
export type StoredDraft = 'all' | 'withoutPassword' | 'none'

interface CreateFormProps {
  initial: FormValues
  /** `onError` receives the server's refusal. */
  onSubmit: (values: FormValues, onError: (error: Error) => void) => void
  onChange: (values: FormValues, dirty: boolean) => void
  /** Null while nothing is typed. */
  stored: StoredDraft | null
  pending: boolean
  error: Error | null
  /** The values that `error` refers to. */
  sent: NewExtension | null
}

/** True when one of the folded fields differs from its default. */
const isGiven = ({ langCodeTxt, companyId, passwordFill }: FormValues): boolean =>
  langCodeTxt !== '' || companyId !== '' || passwordFill === 'none'

const markErrors = (names: readonly FieldName[]) => Object.fromEntries(names.map((name) => [name, true]))

/** Focuses a field by the `data-path` attribute from `getInputProps`, and unfolds it. */
function focusField(name: FieldName): void {
  const field = document.querySelector<HTMLElement>(`form [data-path="${name}"]`)
  const folded = field?.closest('details')
  if (folded != null) folded.open = true
  field?.focus()
}

/** The parameters of the create operations: number and person first, those that are rarely set folded. Owns the fields; the page handles the outcome. */
export function CreateForm({ initial, onSubmit, onChange, stored, pending, error, sent }: CreateFormProps) {
  const t = useT()
  const client = useQueryClient()
  /** Why the person is unclear, until the next attempt. */
  const [unclear, setUnclear] = useState<UnclearPerson | null>(null)
  const form = useForm<FormValues>({
    initialValues: initial,
    // The directory may know a text that is no ID.
    validate: (values) => markErrors(wrongFields({ ...values, agentID: '' })),
    onValuesChange: (values) => onChange(values, form.isDirty()),
  })
  const [isIdentifying, setIdentifying] = useState(false)
  const submit = async (submitted: FormValues) => {
    if (isIdentifying) return
    setIdentifying(true)
    const person = await identify(client, submitted)
    setIdentifying(false)
    setUnclear(typeof person === 'string' ? person : null)
    if (typeof person === 'string') {
      form.setErrors(markErrors(['agentID']))
      focusField('agentID')
      return
    }
    onSubmit({ ...submitted, ...person }, (refusal) => {
      const refused = refusedFields(refusal)
      form.setErrors(markErrors(refused))
      if (refused[0] !== undefined) focusField(refused[0])
    })
  }

  const { values } = form
  const field = (name: FieldName, description: ReactNode = t(`create.${name}.hint`)) => ({
    ...form.getInputProps(name),
    label: t(`create.${name}`),
    description,
    // The description states the allowed values; the error repeats them after a violation.
    error: form.errors[name] === undefined ? undefined : t(`create.${name}.wrong`),
    readOnly: pending,
  })
  const isServicePassword = values.passwordFill === 'none'
  return (
    <form
      onSubmit={form.onSubmit(
        (submitted) => void submit(submitted),
        (errors) => {
          const firstWrong = fieldNames.find((name) => errors[name] !== undefined)
          if (firstWrong !== undefined) focusField(firstWrong)
        },
      )}
      noValidate
    >
      <Stack gap="md" maw={560}>
        {error !== null && (
          <Refusal error={error} ext={sent?.ext ?? ''} takesFocus={refusedFields(error).length === 0} />
        )}
        <div>
          <NumberField {...field('ext')} required />
          {(form.errors['ext'] === undefined || readRange(values.ext) !== null) && (
            <NumberHint ext={values.ext} />
          )}
        </div>
        <PersonField
          {...field('agentID')}
          value={values.agentID}
          {...(unclear !== null &&
            form.errors['agentID'] !== undefined && { error: t(`create.person.${unclear}`) })}
        />
        <PasswordField
          {...field(
            'password',
            t(isServicePassword ? 'create.password.service.hint' : 'create.password.hint'),
          )}
          value={values.password}
          onGenerate={(password) => form.setFieldValue('password', password)}
        />
        <Text component="details" open={isGiven(initial)}>
          <summary>{t('create.more')}</summary>
          <Stack gap="md" mt="sm">
            <CodecInput {...field('langCodeTxt')} autoComplete="off" openOnFocus={false} />
            <TypedField {...field('companyId')} read={readId} />
            <Checkbox
              label={t('create.password.service')}
              disabled={pending || values.password !== ''}
              checked={isServicePassword}
              onChange={(event) =>
                form.setFieldValue('passwordFill', event.currentTarget.checked ? 'none' : 'random')
              }
            />
          </Stack>
        </Text>
        <Text c="dimmed">{t('create.stays')}</Text>
        <Group gap="sm">
          <Button variant="filled" type="submit" loading={pending || isIdentifying}>
            {t('create.submit')}
          </Button>
          {pending ? (
            <Text c="dimmed" component="output">
              {t('create.pending')}
            </Text>
          ) : (
            (stored === 'all' || stored === 'withoutPassword') && (
              <Text c="dimmed">
                {t(stored === 'all' ? 'create.draft.kept' : 'create.draft.kept.withoutPassword')}
              </Text>
            )
          )}
        </Group>
      </Stack>
    </form>
  )
}
