import { Button, Checkbox, Group, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import type { NewExtension } from '#contract/extensions.ts'
import { CodecInput } from '../../entities/creation/CodecInput.tsx'
import type { FieldName, FormValues } from '../../entities/creation/values.ts'
import { NumberField, TypedField } from '../../entities/extension/NumberField.tsx'
import { useT } from '../../i18n/Language.tsx'
import { readId, readRange } from '../../lib/typed.ts'
import { NumberHint } from './NumberHint.tsx'
import { PasswordField } from './PasswordField.tsx'
import { PersonField } from './PersonField.tsx'
import { Refusal, refusedFields } from './Refusal.tsx'
import { useCreateForm, type CreateFormOptions } from './use-create-form.ts'

/** How much of what the user typed this browser keeps as a draft. */
export type StoredDraft = 'all' | 'withoutPassword' | 'none'

interface CreateFormProps extends CreateFormOptions {
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

/** The parameters of the create operations: number and person first, those that are rarely set folded. Owns the fields; the page handles the outcome. */
export function CreateForm({ initial, onSubmit, onChange, stored, pending, error, sent }: CreateFormProps) {
  const t = useT()
  const { form, submit, isIdentifying, errorOf } = useCreateForm({ initial, onSubmit, onChange })
  const { values } = form
  const field = (name: FieldName, description: ReactNode = t(`create.${name}.hint`)) => ({
    ...form.getInputProps(name),
    label: t(`create.${name}`),
    description,
    error: errorOf(name),
    readOnly: pending,
  })
  const isServicePassword = values.passwordFill === 'none'
  return (
    <form onSubmit={submit} noValidate>
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
        <PersonField {...field('agentID')} value={values.agentID} />
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
