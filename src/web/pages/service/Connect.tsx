import { Button, Group, Stack, PasswordInput, SimpleGrid, TextInput } from '@mantine/core'
import { useForm, type UseFormReturnType } from '@mantine/form'
import type { Service, ServiceConnection } from '#contract/service.ts'
import { fieldErrors } from '../../api/api-error.ts'
import { useT } from '../../i18n/Language.tsx'
import { useUnsavedChanges } from '../../lib/navigation-blocker.ts'
import { ErrorAlert } from '../../ui/feedback/ErrorAlert.tsx'
import { Panel } from '../../ui/layout/Panel.tsx'
import { CheckPanel } from './CheckPanel.tsx'
import {
  connectionDraftOf,
  savedConnection,
  connectionValuesOf,
  withProposals,
  wrongConnectionFields,
  type DraftValues,
  type ConnectionField,
  isFixed,
} from './draft.ts'
import { ProfilePanel } from './ProfilePanel.tsx'
import { RowsPanel } from './RowsPanel.tsx'
import { useServiceCheck } from './use-service-check.ts'

const variables = {
  url: 'UPSTREAM_URL',
  extensionsUrl: 'UPSTREAM_EXTENSIONS_URL',
  appId: 'UPSTREAM_APP_ID',
  appKey: 'UPSTREAM_APP_KEY',
  companyId: 'UPSTREAM_COMPANY_ID',
  authorization: 'UPSTREAM_AUTHORIZATION',
} as const satisfies Partial<Record<ConnectionField, string>>

interface AddressFieldsProps {
  form: UseFormReturnType<DraftValues>
  saved: ServiceConnection | null
  /** The server's environment has the connection: the fields name its variables. */
  readOnly: boolean
}

/** Where the service is, and the console's account there. Secrets can be written only. */
function AddressFields({ form, saved, readOnly }: AddressFieldsProps) {
  const t = useT()
  const field = (name: keyof typeof variables) => ({
    ...form.getInputProps(name),
    label: t(`service.${name}`),
    description: readOnly
      ? t('service.fromEnvironment', { name: variables[name] })
      : t(`service.${name}.hint`),
    error: form.errors[name] === undefined ? undefined : t(`service.${name}.wrong`),
    readOnly,
    ...(readOnly ? { variant: 'filled' } : {}),
    autoComplete: 'off',
    spellCheck: false,
  })
  const secret = (name: 'appKey' | 'authorization', isSaved: boolean | undefined) => ({
    ...field(name),
    placeholder: isSaved !== true ? undefined : readOnly ? '••••••••' : t('service.secret.saved'),
    maxLength: 4096,
    visibilityToggleButtonProps: { 'aria-label': t(`service.${name}.show`) },
  })
  return (
    <>
      <TextInput {...field('url')} type="url" required={!readOnly} />
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md">
        <TextInput {...field('appId')} maxLength={128} required={!readOnly} />
        <PasswordInput {...secret('appKey', saved?.hasAppKey)} />
        <TextInput {...field('companyId')} maxLength={64} />
        <TextInput {...field('extensionsUrl')} type="url" />
        {isFixed(form.values) && <PasswordInput {...secret('authorization', saved?.hasAuthorization)} />}
      </SimpleGrid>
    </>
  )
}

const marked = (names: readonly ConnectionField[]) => Object.fromEntries(names.map((name) => [name, true]))

interface ConnectProps {
  service: Service
  onSaved: () => void
}

/** Connects a service in three steps. What is typed stays on this page until it is saved: nothing is kept in the browser. */
export function Connect({ service, onSaved }: ConnectProps) {
  const t = useT()
  const saved = savedConnection(service)
  const check = useServiceCheck()
  const form = useForm<DraftValues>({
    initialValues: connectionValuesOf(saved),
    validate: (values) => marked(wrongConnectionFields(values, saved)),
  })
  useUnsavedChanges(form.isDirty())
  const showRefusal = (error: Error) => form.setErrors(fieldErrors(error))
  const test = (values: DraftValues) =>
    check.start(connectionDraftOf(values), t('service.test.of', { url: values.url.trim() }), showRefusal)
  /** Every key of the profile is in its editor. */
  const focusField = (key: string) => form.getInputNode(key.split('.')[0] ?? key)?.focus()
  const submit = form.onSubmit(test, (errors) => focusField(Object.keys(errors)[0] ?? ''))
  const isTested = JSON.stringify(check.tested?.draft) === JSON.stringify(connectionDraftOf(form.values))
  return (
    <form onSubmit={submit} noValidate autoComplete="off">
      <Stack gap="lg">
        <Panel title={t('service.address')} description={t('service.address.text')}>
          <Stack gap="md" maw={880}>
            {check.error !== null && !check.isPending && <ErrorAlert error={check.error} />}
            <AddressFields form={form} saved={saved} readOnly={service.readOnly} />
            <Group>
              <Button type="submit" loading={check.isPending} variant={isTested ? 'default' : 'filled'}>
                {t(check.tested === null ? 'service.test' : 'service.test.again')}
              </Button>
            </Group>
          </Stack>
        </Panel>
        <CheckPanel
          check={check}
          isOutdated={!isTested}
          profile={service.defaultProfile}
          values={form.values}
          canApply={!service.readOnly}
          onShow={focusField}
          onApply={(proposals) => {
            const values = withProposals(form.values, proposals)
            form.setValues(values)
            test(values)
          }}
        />
        {isTested && check.result !== null && check.tested !== null && (
          <RowsPanel
            service={service}
            draft={check.tested.draft}
            steps={check.steps}
            rows={check.result.rows}
            isSaved={!form.isDirty()}
            onSaved={onSaved}
          />
        )}
        <ProfilePanel
          form={form}
          defaults={service.defaultProfile}
          readOnly={service.readOnly}
          refusal={check.error}
        />
      </Stack>
    </form>
  )
}
