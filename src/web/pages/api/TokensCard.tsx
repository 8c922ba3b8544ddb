import { Button, Checkbox, Code, Select, Stack, Text, TextInput } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { schemaResolver, useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { apiScopes, apiTokenDays, createApiToken, type ApiScope } from '#contract/api-tokens.ts'
import { useSession } from '../../entities/session/SessionContext.tsx'
import type { Translate } from '../../i18n/catalogue.ts'
import { useT } from '../../i18n/Language.tsx'
import { Message } from '../../i18n/Message.tsx'
import { announce } from '../../ui/feedback/announce.ts'
import { ErrorAlert } from '../../ui/feedback/ErrorAlert.tsx'
import { QueryState, type Read } from '../../ui/feedback/QueryState.tsx'
import { openDialog } from '../../ui/form/dialogs.tsx'
import { ConfirmDialog, FormDialog } from '../../ui/form/FormDialog.tsx'
import { Panel } from '../../ui/layout/Panel.tsx'
import { DataTable, type Column } from '../../ui/table/DataTable.tsx'
import { useNow } from '../../ui/text/clock.ts'
import { SecretOnce } from '../../ui/text/SecretOnce.tsx'
import { Time } from '../../ui/text/Time.tsx'
import { createTokenMutation, removeTokenMutation, type Token, type TokenKind } from './queries.ts'

const scopesText = (t: Translate, scopes: readonly ApiScope[]) =>
  scopes.map((scope) => t(`api.tokens.scope.${scope}`)).join(t('list.separator'))

function NewTokenDialog({ kind, onClose }: { kind: TokenKind; onClose: () => void }) {
  const t = useT()
  const addText = t(kind === 'service' ? 'api.services.add' : 'api.tokens.add')
  const { permissions } = useSession()
  const allowed = apiScopes.filter((scope) => permissions.includes(scope))
  const form = useForm<{ name: string; scopes: ApiScope[]; days: (typeof apiTokenDays)[number] }>({
    initialValues: { name: '', scopes: ['extension.read'], days: 90 },
    validate: schemaResolver(createApiToken.body, { sync: true }),
  })
  const creation = useMutation(createTokenMutation(kind))
  const { data } = creation
  const { name, scopes, days } = form.values
  return (
    <FormDialog
      title={data === undefined ? addText : t('api.tokens.made.title', { name })}
      submit={t('api.tokens.create')}
      isDirty={form.isDirty()}
      sending={creation}
      isShownOnce
      onSubmit={form.onSubmit((body) => creation.mutate({ body, action: addText }))}
      onClose={onClose}
      result={
        data && (
          <>
            <SecretOnce
              secret={data.token}
              note={t('api.tokens.made')}
              copy={t('api.tokens.copy')}
              copied={t('api.tokens.copied')}
            />
            <Text>
              <Message id="api.tokens.use" values={{ header: <Code>Authorization: Bearer ecx_…</Code> }} />
            </Text>
          </>
        )
      }
    >
      <TextInput
        {...form.getInputProps('name')}
        error={form.errors['name'] !== undefined && t('users.name.wrong')}
        label={t('caption.name')}
        description={t(kind === 'service' ? 'api.services.name.hint' : 'api.tokens.name.hint')}
        maxLength={100}
        data-autofocus
      />
      <Checkbox.Group
        label={t('api.tokens.scopes')}
        error={form.errors['scopes'] !== undefined && t('api.tokens.scopes.none')}
        value={scopes}
        onChange={(selected) => form.setFieldValue('scopes', selected)}
      >
        <Stack gap={6} mt={6}>
          {allowed.map((scope) => (
            <Checkbox key={scope} value={scope} label={t(`api.tokens.scope.${scope}`)} />
          ))}
        </Stack>
      </Checkbox.Group>
      <Select
        label={t('api.tokens.days')}
        comboboxProps={{ withinPortal: true }}
        data={apiTokenDays.map((count) => ({
          value: count,
          label: t('api.tokens.days.count', { count }),
        }))}
        value={days}
        onChange={(value) => form.setFieldValue('days', value ?? days)}
        allowDeselect={false}
        maw={200}
      />
    </FormDialog>
  )
}

const tokenColumns = (
  t: Translate,
  kind: TokenKind,
  endButton: (token: Token) => ReactNode,
): Column<Token>[] => [
  { id: 'name', header: t('caption.name'), width: 160, cell: ({ name }) => name, wrap: true },
  {
    id: 'scopes',
    header: t('api.tokens.scopes'),
    width: 240,
    cell: ({ scopes }) => scopesText(t, scopes),
    wrap: true,
  },
  ...(kind === 'service'
    ? [
        {
          id: 'createdBy',
          header: t('api.services.createdBy'),
          cell: ({ createdBy }: Token) => createdBy,
          wrap: true,
        },
      ]
    : []),
  {
    id: 'expires',
    header: t('api.tokens.expires'),
    cell: ({ expiresAt }) =>
      expiresAt > Date.now() ? (
        <Time value={expiresAt} words="ahead" />
      ) : (
        <>
          {t('api.tokens.ended')} <Time value={expiresAt} />
        </>
      ),
  },
  {
    id: 'lastUsed',
    header: t('api.tokens.lastUsed'),
    cell: ({ lastUsedAt }) => (lastUsedAt === null ? t('api.tokens.never') : <Time value={lastUsedAt} />),
  },
  { id: 'actions', header: t('caption.action'), cell: endButton },
]

/** Lists the user's tokens or the console's; creates and ends them. */
export function TokensCard({ kind, query }: { kind: TokenKind; query: Read<{ items: Token[] }> }) {
  const t = useT()
  const now = useNow()
  const { mutate, isPending, variables, error } = useMutation(removeTokenMutation(kind))
  const endButton = ({ id, name, expiresAt }: Token) =>
    expiresAt > now && (
      <Button
        size="compact-xs"
        loading={isPending && variables.params.id === id}
        aria-label={t('api.tokens.endNamed', { name })}
        onClick={() =>
          openDialog((close) => (
            <ConfirmDialog
              title={t('api.tokens.end.title', { name })}
              text={t('api.tokens.end.text')}
              confirm={t('api.tokens.end.confirm')}
              danger
              onConfirm={() =>
                mutate({ params: { id } }, { onSuccess: () => announce(t('api.tokens.isEnded')) })
              }
              onClose={close}
            />
          ))
        }
      >
        {t('api.tokens.end')}
      </Button>
    )
  const title = t(kind === 'service' ? 'api.services' : 'api.tokens')
  return (
    <Panel
      title={title}
      isLandmark={false}
      description={t(kind === 'service' ? 'api.services.text' : 'api.tokens.text')}
    >
      <Stack gap="sm" align="flex-start">
        <ErrorAlert error={error} />
        <QueryState query={query} loading={null}>
          {({ items }) =>
            items.length > 0 && (
              <DataTable label={title} columns={tokenColumns(t, kind, endButton)} rows={items} rowKey="id" />
            )
          }
        </QueryState>
        <Button
          leftSection={<IconPlus size={14} aria-hidden />}
          onClick={() => openDialog((close) => <NewTokenDialog kind={kind} onClose={close} />)}
        >
          {t(kind === 'service' ? 'api.services.add' : 'api.tokens.add')}
        </Button>
      </Stack>
    </Panel>
  )
}
