import { Button, Group, Stack, PasswordInput, Radio, SimpleGrid, TextInput, Alert, Text } from '@mantine/core'
import { useForm, type UseFormReturnType } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import type { output } from 'zod/mini'
import type {
  Service,
  ServiceConnection,
  ServiceCheckStep,
  ServiceDraft,
  serviceCheckResult,
} from '#contract/service.ts'
import { fieldErrors } from '../../api/api-error.ts'
import { useT } from '../../i18n/Language.tsx'
import { useUnsavedChanges } from '../../lib/navigation-blocker.ts'
import { ErrorAlert } from '../../ui/feedback/ErrorAlert.tsx'
import { Panel } from '../../ui/layout/Panel.tsx'
import type { Translate } from '../../i18n/catalogue.ts'
import { NumberStateBadge } from '../../entities/extension/NumberStateBadge.tsx'
import { EmptyValue } from '../../ui/text/EmptyValue.tsx'
import { DataTable, type Column } from '../../ui/table/DataTable.tsx'
import { chooseServiceMutation } from '../../entities/service/queries.ts'
import { CheckPanel } from './CheckPanel.tsx'
import {
  connectionDraftOf,
  isElsewhere,
  savedConnection,
  connectionValuesOf,
  withProposals,
  wrongConnectionFields,
  type DraftValues,
  type ConnectionField,
  isFixed,
  usesService,
} from './draft.ts'
import { ProfilePanel } from './ProfilePanel.tsx'
import { useServiceCheck } from './use-service-check.ts'
import { DemoAccounts, JobRunning, NextStepOf, useDemoAccounts } from './Refusals.tsx'
import { useShowSaved } from './use-show-saved.ts'

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

type Row = output<typeof serviceCheckResult>['rows'][number]

const rowColumns = (t: Translate): Column<Row>[] => [
  { id: 'ext', header: t('service.rows.number'), width: 120, cell: ({ ext }) => <b>{ext}</b> },
  {
    id: 'state',
    header: t('caption.state'),
    width: 140,
    cell: ({ state }) => <NumberStateBadge state={state} />,
  },
  {
    id: 'agent',
    header: t('field.agentName'),
    width: 200,
    labeled: true,
    cell: ({ agentName }) => agentName ?? <EmptyValue />,
  },
]

interface RowsPanelProps {
  service: Service
  /** The draft as it was tested. */
  draft: ServiceDraft
  steps: readonly ServiceCheckStep[]
  rows: readonly Row[]
  /** True when the draft is the saved connection. */
  isSaved: boolean
  onSaved: () => void
}

/** Shows a few numbers of the service, so that a person recognizes it before the console uses it. */
function RowsPanel({ service, draft, steps, rows, isSaved, onSaved }: RowsPanelProps) {
  const t = useT()
  const showSaved = useShowSaved()
  const demoAccounts = useDemoAccounts(service)
  const { mutate, isPending, error } = useMutation(chooseServiceMutation())
  const columns = useMemo(() => rowColumns(t), [t])
  const { url } = draft
  const saved = savedConnection(service)
  const before = saved !== null && isElsewhere(draft, saved) ? saved : null
  const [same, setSame] = useState<string | null>(null)
  const failures = steps.filter(({ state }) => state === 'fail')
  const isInUse = isSaved && usesService(service)
  // Without the proposals, the console would read other rows than these.
  const canUse = !isInUse && !service.readOnly && !failures.some(({ proposal }) => proposal !== null)
  const use = () =>
    mutate(
      {
        draft,
        action: t('service.use.of', { url }),
        sameService: before !== null && same === 'same',
        disableDemoAccounts: demoAccounts.disable,
      },
      {
        onSuccess: (saved) => {
          showSaved(saved)
          onSaved()
        },
      },
    )
  return (
    <Panel title={t('service.rows')} description={t('service.rows.text', { url })}>
      <Stack gap="md">
        {rows.length === 0 ? (
          <Text>{t('service.rows.none')}</Text>
        ) : (
          <DataTable label={t('service.rows.list')} columns={columns} rows={rows} rowKey="ext" />
        )}
        {failures.length > 0 && !isInUse && (
          <Alert>{t(canUse ? 'service.rows.failures' : 'service.rows.applyFirst')}</Alert>
        )}
        {isInUse ? (
          <Text>{t('service.rows.inUse')}</Text>
        ) : (
          canUse && (
            <>
              {before === null ? (
                <Text>{t('service.switch.text')}</Text>
              ) : (
                <Radio.Group
                  label={t('service.same.question', { url: before.url })}
                  value={same}
                  onChange={setSame}
                >
                  <Stack gap="xs" mt="xs">
                    <Radio value="same" label={t('service.same')} description={t('service.same.text')} />
                    <Radio
                      value="other"
                      label={t('service.other')}
                      description={t('service.other.text', { url: before.url })}
                    />
                  </Stack>
                </Radio.Group>
              )}
              <DemoAccounts {...demoAccounts} />
              {service.jobRunning && error === null && <JobRunning />}
              {error !== null && !isPending && (
                <ErrorAlert error={error}>
                  {' '}
                  <NextStepOf error={error} />
                </ErrorAlert>
              )}
              <Group>
                <Button
                  variant="filled"
                  onClick={use}
                  loading={isPending}
                  disabled={demoAccounts.isRefused || (before !== null && same === null)}
                >
                  {t('service.use')}
                </Button>
              </Group>
            </>
          )
        )}
      </Stack>
    </Panel>
  )
}

const markErrors = (names: readonly ConnectionField[]) =>
  Object.fromEntries(names.map((name) => [name, true]))

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
    validate: (values) => markErrors(wrongConnectionFields(values, saved)),
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
