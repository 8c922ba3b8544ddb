import { Alert, Autocomplete, Button, Group, SegmentedControl, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useEffect, type ReactNode } from 'react'
import { knownLangCodeTxt } from '#contract/extensions.ts'
import { ApiError } from '../../api/api-error.ts'
import { messageFor } from '../../api/message-for.ts'
import { useRecentAgents } from '../../agents/recent-agents.ts'
import { useT } from '../../i18n/Language.tsx'
import { ErrorDetail } from '../../ui/ErrorState.tsx'
import { AgentHint, NumberHint } from './Hints.tsx'
import { PasswordField } from './PasswordField.tsx'
import { fieldNames, wrongFields, type FieldName, type FormValues } from './values.ts'

interface CreateFormProps {
  initial: FormValues
  onSubmit: (values: FormValues) => void
  onChange: (values: FormValues, dirty: boolean) => void
  pending: boolean
  error: Error | null
}

/** What goes wrong with which field by the service's own word. */
const fieldOfCode: Partial<Record<string, FieldName>> = {
  'extension-exists': 'ext',
  'creation-in-progress': 'ext',
  'agent-not-found': 'agentID',
  'company-unknown': 'companyId',
}

/** Fields that the server found fault with. */
function faultyFields(error: Error | null): FieldName[] {
  if (!(error instanceof ApiError)) return []
  const own = fieldOfCode[error.code]
  return fieldNames.filter((name) => name === own || error.errors.some(({ path }) => path === name))
}

/** The six parameters of the create operations. Owns its fields; what follows is the page's. */
export function CreateForm({ initial, onSubmit, onChange, pending, error }: CreateFormProps) {
  const t = useT()
  const recent = useRecentAgents()
  const form = useForm<FormValues>({
    initialValues: initial,
    validate: (values) => Object.fromEntries(wrongFields(values).map((name) => [name, true])),
    onValuesChange: (values) => onChange(values, form.isDirty()),
  })
  const { setErrors } = form
  const faulty = faultyFields(error).join(',')
  useEffect(() => {
    if (faulty !== '') setErrors(Object.fromEntries(faulty.split(',').map((name) => [name, true])))
  }, [faulty, setErrors])

  const values = form.values
  const field = (name: FieldName, description: ReactNode = t(`create.${name}.hint`)) => ({
    label: (
      <>
        {t(`create.${name}`)}{' '}
        <Text span size="xs" c="dimmed" ff="monospace">
          {name}
        </Text>
      </>
    ),
    description,
    // The description under the label says what is allowed; the error repeats it where it was not kept.
    error: form.errors[name] === undefined ? undefined : t(`create.${name}.wrong`),
    disabled: pending,
  })
  return (
    <form onSubmit={form.onSubmit(onSubmit)} noValidate>
      <Stack gap="md" maw={560}>
        {error !== null && (
          <Alert color="red" variant="outline" role="alert" title={t(messageFor(error).sentence)}>
            <Text size="sm">{t(messageFor(error).next)}</Text>
            <ErrorDetail error={error} />
          </Alert>
        )}
        <div>
          <TextInput
            {...form.getInputProps('ext')}
            {...field('ext')}
            inputMode="numeric"
            autoComplete="off"
            required
          />
          <NumberHint ext={values.ext} />
        </div>
        <PasswordField
          {...field('password')}
          value={values.password}
          onChange={(password) => form.setFieldValue('password', password)}
        />
        <div>
          <Autocomplete
            {...form.getInputProps('agentID')}
            {...field('agentID')}
            data={recent.map(({ uuid }) => uuid)}
            renderOption={({ option }) =>
              recent.find(({ uuid }) => uuid === option.value)?.name ?? option.value
            }
            autoComplete="off"
          />
          <AgentHint id={values.agentID} />
        </div>
        <div>
          <Text size="sm" fw={500} id="agent-type">
            {t('create.agentType')}{' '}
            <Text span size="xs" c="dimmed" ff="monospace">
              agentType
            </Text>
          </Text>
          <SegmentedControl
            aria-labelledby="agent-type"
            value={values.agentType}
            onChange={(agentType) => form.setFieldValue('agentType', agentType)}
            disabled={pending}
            data={[
              { value: '1', label: t('create.agentType.uuid') },
              { value: '0', label: t('create.agentType.workNumber') },
            ]}
          />
        </div>
        <Autocomplete
          {...form.getInputProps('langCodeTxt')}
          {...field('langCodeTxt')}
          data={[...knownLangCodeTxt]}
          autoComplete="off"
        />
        <TextInput {...form.getInputProps('companyId')} {...field('companyId')} autoComplete="off" />
        <Group gap="sm">
          <Button type="submit" loading={pending}>
            {t('create.submit')}
          </Button>
          {pending && (
            <Text size="sm" c="dimmed" component="output">
              {t('create.pending')}
            </Text>
          )}
        </Group>
      </Stack>
    </form>
  )
}
