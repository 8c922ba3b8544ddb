import { Button, Checkbox, Group, Stack, Text, PasswordInput, type PasswordInputProps } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import type { NewExtension } from '#contract/extensions.ts'
import { ApiError, hasCode } from '../../api/api-error.ts'
import { useT } from '../../i18n/Language.tsx'
import { CodecInput } from '../../entities/creation/CodecInput.tsx'
import { NumberField, TypedField } from '../../entities/extension/NumberField.tsx'
import { readId, isNumber, readNumber, typedRange } from '../../lib/typed.ts'
import { fieldNames, wrongFields, type FieldName, type FormValues } from '../../entities/creation/values.ts'
import { useDisclosure, useDebouncedValue } from '@mantine/hooks'
import { copyText } from '../../ui/text/CopyButton.tsx'
import { generatePassword } from '../../entities/creation/password.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useReservations } from '../../entities/reservation/open-reservations.ts'
import { reservedFor } from '../../entities/reservation/reserved-for.ts'
import { Message } from '../../i18n/Message.tsx'
import { paths } from '../../lib/paths.ts'
import { extensionQuery } from '../../entities/extension/queries.ts'
import { wrongNumberText } from '../../entities/extension/wrong-number.ts'
import { textColorOf } from '../../ui/text/meaning.ts'
import { PageLink } from '../../ui/layout/PageLink.tsx'
import { ErrorAlert } from '../../ui/feedback/ErrorAlert.tsx'
import { ErrorDetail } from '../../ui/feedback/ErrorState.tsx'
import { Time } from '../../ui/text/Time.tsx'
import { identify, PersonField, type UnclearPerson } from './PersonField.tsx'

const restMs = 400

/** Shows whether the number is valid and free, once the user pauses typing. Only a hint: the service decides. */
function NumberHint({ ext }: { ext: string }) {
  const t = useT()
  const [debounced] = useDebouncedValue(readNumber(ext), restMs)
  const fits = isNumber(debounced)
  const reservation = useReservations().get(debounced)
  const { data, error } = useQuery({
    ...extensionQuery(debounced),
    enabled: fits,
    meta: { quiet: true },
  })
  if (debounced !== readNumber(ext) || debounced === '') return null
  if (!fits)
    return (
      <Text size="xs" c={textColorOf('failed')} component="output">
        {wrongNumberText(t, debounced, t('detail.wrongNumber'))}
        {typedRange(debounced) !== null && (
          <Message
            of="sentence.following"
            values={{
              text: (
                <PageLink to={paths.newJob({ numbers: debounced })} size="xs">
                  {t('create.ext.range')}
                </PageLink>
              ),
            }}
          />
        )}
      </Text>
    )
  if (data !== undefined)
    return (
      <Text size="xs" c={textColorOf('failed')} component="output">
        {reservation === undefined
          ? t('create.ext.exists')
          : t('create.ext.reserved', { agent: reservedFor(t, reservation) })}
        <Message
          of="sentence.following"
          values={{
            text: (
              <PageLink to={paths.extension(debounced)} size="xs">
                {t('create.open', { ext: debounced })}
              </PageLink>
            ),
          }}
        />
      </Text>
    )
  if (error === null) return null
  const isFree = hasCode(error, 'extension-not-found')
  return (
    <Text size="xs" c={isFree ? textColorOf('done') : 'dimmed'} component="output">
      {t(isFree ? 'create.ext.free' : 'create.ext.unverified')}
    </Text>
  )
}

interface PasswordFieldProps extends Omit<PasswordInputProps, 'value'> {
  value: string
  onGenerate: (password: string) => void
}

/**
 * The SIP password, typed or generated. A generated password is visible, so that it can be entered on the phone. The
 * browser never stores it.
 */
function PasswordField({ value, onGenerate, ...rest }: PasswordFieldProps) {
  const t = useT()
  const [visible, { open, toggle }] = useDisclosure(false)
  return (
    <div>
      <PasswordInput
        {...rest}
        value={value}
        visible={visible}
        onVisibilityChange={toggle}
        visibilityToggleButtonProps={{ 'aria-label': t('session.showPassword') }}
        autoComplete="new-password"
        spellCheck={false}
      />
      <Group gap="xs" mt={4}>
        <Button
          size="compact-xs"
          disabled={rest.readOnly}
          onClick={() => {
            onGenerate(generatePassword())
            open()
          }}
        >
          {t('create.password.generate')}
        </Button>
        <Button
          size="compact-xs"
          disabled={value === ''}
          onClick={() => void copyText(t, value, t('create.password.copied'))}
        >
          {t('action.copy')}
        </Button>
      </Group>
    </div>
  )
}

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

interface RefusalProps {
  error: Error
  /** The requested number. */
  ext: string
  /** Takes the focus on mount, when no field caused the refusal. */
  takesFocus: boolean
}

/** Shows the user who created the number in this console, or that it was created elsewhere. */
function CreatedBy({ error }: { error: Error }) {
  const t = useT()
  if (!(error instanceof ApiError) || error.created === undefined) return null
  if (error.created === null) return <Text>{t('create.createdElsewhere')}</Text>
  const { by, at } = error.created
  return (
    <Text>
      <Message
        of={by === null ? 'create.createdHere' : 'create.createdBy'}
        values={{ by, time: <Time value={at} /> }}
      />
    </Text>
  )
}

const aboutTheNumber = ['extension-exists', 'extension-bound', 'creation-in-progress'] as const

/** Shows why nothing was created, with the service's own message, and the next step. */
function Refusal({ error, ext, takesFocus }: RefusalProps) {
  const t = useT()
  const ref = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (takesFocus) ref.current?.focus()
  }, [takesFocus])
  return (
    <div ref={ref} tabIndex={-1}>
      <ErrorAlert error={error}>
        <CreatedBy error={error} />
        {aboutTheNumber.some((code) => hasCode(error, code)) && (
          <PageLink size="sm" to={paths.extension(ext)} underline="always">
            {t('create.open', { ext })}
          </PageLink>
        )}
        <ErrorDetail error={error} />
      </ErrorAlert>
    </div>
  )
}

/** The field that an error code of the service concerns. */
const fieldOfCode: Partial<Record<string, FieldName>> = {
  'extension-exists': 'ext',
  'extension-bound': 'ext',
  'creation-in-progress': 'ext',
  'agent-bound': 'agentID',
  'agent-not-found': 'agentID',
  'company-unknown': 'companyId',
}

/** Returns the fields that the server refused. */
function refusedFields(error: Error): FieldName[] {
  if (!(error instanceof ApiError)) return []
  const field = fieldOfCode[error.code]
  return fieldNames.filter((name) => name === field || error.errors.some(({ path }) => path === name))
}

/** True when one of the folded fields differs from its default. */
const isGiven = ({ langCodeTxt, companyId, passwordFill }: FormValues): boolean =>
  langCodeTxt !== '' || companyId !== '' || passwordFill === 'none'

const marked = (names: readonly FieldName[]) => Object.fromEntries(names.map((name) => [name, true]))

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
    validate: (values) => marked(wrongFields({ ...values, agentID: '' })),
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
      form.setErrors(marked(['agentID']))
      focusField('agentID')
      return
    }
    onSubmit({ ...submitted, ...person }, (refusal) => {
      const refused = refusedFields(refusal)
      form.setErrors(marked(refused))
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
          const wrong = fieldNames.find((name) => errors[name] !== undefined)
          if (wrong !== undefined) focusField(wrong)
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
          {(form.errors['ext'] === undefined || typedRange(values.ext) !== null) && (
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
