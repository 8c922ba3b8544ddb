import {
  Alert,
  Anchor,
  Button,
  Checkbox,
  Code,
  Group,
  Paper,
  Select,
  Stack,
  Text,
  TextInput,
  Title,
} from '@mantine/core'
import { IconCopy, IconPlus } from '@tabler/icons-react'
import { schemaResolver, useForm } from '@mantine/form'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { readApiDescription } from '#contract/api-description.ts'
import {
  apiScopes,
  apiTokenDays,
  createApiToken,
  type ApiScope,
  type ApiToken,
} from '#contract/api-tokens.ts'
import { useSession } from '../../entities/session/SessionContext.tsx'
import type { Translate } from '../../i18n/catalogue.ts'
import { useT } from '../../i18n/Language.tsx'
import { Message } from '../../i18n/Message.tsx'
import { announce } from '../../ui/feedback/announce.ts'
import { ErrorAlert } from '../../ui/feedback/ErrorAlert.tsx'
import { QueryState } from '../../ui/feedback/QueryState.tsx'
import { FormDialog } from '../../ui/form/FormDialog.tsx'
import { DataTable, type Column } from '../../ui/table/DataTable.tsx'
import { copyText } from '../../ui/text/copy-text.ts'
import { colorOf } from '../../ui/text/meaning.ts'
import { Time } from '../../ui/text/Time.tsx'
import { apiTokensQuery, createApiTokenMutation, removeApiTokenMutation } from './queries.ts'

const idOf = ({ id }: ApiToken) => id
const isScope = (value: string): value is ApiScope => apiScopes.some((scope) => scope === value)
const scopesText = (t: Translate, scopes: readonly ApiScope[]) =>
  scopes.map((scope) => t(`account.apiTokens.scope.${scope}`)).join(', ')

/** The token itself. Only this dialog shows it: once closed, it can't be read again. */
function NewToken({ token }: { token: string }) {
  const t = useT()
  return (
    <>
      <Alert color={colorOf('attention')}>{t('account.apiTokens.made')}</Alert>
      <Code fz="sm" style={{ overflowWrap: 'anywhere' }}>
        {token}
      </Code>
      <Group>
        <Button
          variant="default"
          leftSection={<IconCopy size={14} aria-hidden />}
          onClick={() => void copyText(t, token, t('account.apiTokens.copied'))}
          data-autofocus
        >
          {t('account.apiTokens.copy')}
        </Button>
      </Group>
      <Text size="sm">
        <Message of="account.apiTokens.use" values={{ header: <Code>Authorization: Bearer ecx_…</Code> }} />
      </Text>
    </>
  )
}

function NewTokenDialog({ onClose }: { onClose: () => void }) {
  const t = useT()
  const { permissions } = useSession()
  const allowed = apiScopes.filter((scope) => permissions.includes(scope))
  const form = useForm<{ name: string; scopes: ApiScope[]; days: (typeof apiTokenDays)[number] }>({
    initialValues: { name: '', scopes: ['extension.read'], days: 90 },
    validate: schemaResolver(createApiToken.body, { sync: true }),
  })
  const { mutate, data, isPending, error } = useMutation(createApiTokenMutation())
  const { name, scopes, days } = form.values
  return (
    <FormDialog
      title={data === undefined ? t('account.apiTokens.add') : t('account.apiTokens.made.title', { name })}
      submit={data === undefined ? t('account.apiTokens.create') : null}
      isDirty={data === undefined && form.isDirty()}
      pending={isPending}
      error={error}
      keepWhilePending
      cancel={data === undefined ? undefined : t('action.close')}
      onSubmit={form.onSubmit((body) => mutate({ body, action: t('account.apiTokens.add') }))}
      onClose={onClose}
    >
      {data === undefined ? (
        <>
          <TextInput
            {...form.getInputProps('name')}
            error={form.errors['name'] !== undefined && t('users.name.wrong')}
            label={t('account.apiTokens.name')}
            description={t('account.apiTokens.name.hint')}
            maxLength={100}
            autoComplete="off"
            data-autofocus
          />
          <Checkbox.Group
            label={t('account.apiTokens.scopes')}
            error={form.errors['scopes'] !== undefined && t('account.apiTokens.scopes.none')}
            value={scopes}
            onChange={(chosen) => form.setFieldValue('scopes', chosen.filter(isScope))}
          >
            <Stack gap={6} mt={6}>
              {allowed.map((scope) => (
                <Checkbox key={scope} value={scope} label={t(`account.apiTokens.scope.${scope}`)} />
              ))}
            </Stack>
          </Checkbox.Group>
          <Select
            label={t('account.apiTokens.days')}
            data={apiTokenDays.map((count) => ({
              value: String(count),
              label: t('account.apiTokens.days.count', { count }),
            }))}
            value={String(days)}
            onChange={(value) =>
              form.setFieldValue('days', apiTokenDays.find((count) => String(count) === value) ?? days)
            }
            allowDeselect={false}
            maw={200}
          />
        </>
      ) : (
        <NewToken token={data.token} />
      )}
    </FormDialog>
  )
}

const tokenColumns = (
  t: Translate,
  { end, ending }: { end: (token: ApiToken) => void; ending: string | null },
): Column<ApiToken>[] => [
  { id: 'name', header: t('account.apiTokens.name'), width: 160, cell: ({ name }) => name, wrap: true },
  {
    id: 'scopes',
    header: t('account.apiTokens.scopes'),
    width: 240,
    cell: ({ scopes }) => scopesText(t, scopes),
    wrap: true,
  },
  {
    id: 'expires',
    header: t('account.apiTokens.expires'),
    cell: ({ expiresAt }) => <Time value={expiresAt} />,
  },
  {
    id: 'lastUsed',
    header: t('account.apiTokens.lastUsed'),
    cell: ({ lastUsedAt }) =>
      lastUsedAt === null ? t('account.apiTokens.never') : <Time value={lastUsedAt} />,
  },
  {
    id: 'actions',
    header: t('account.sessions.action'),
    cell: (token) => (
      <Button
        size="compact-xs"
        variant="default"
        loading={ending === token.id}
        aria-label={t('account.apiTokens.endNamed', { name: token.name })}
        onClick={() => end(token)}
      >
        {t('account.apiTokens.end')}
      </Button>
    ),
  },
]

/** Lists the user's API tokens; creates and ends them. */
export function ApiTokensCard() {
  const t = useT()
  const query = useQuery(apiTokensQuery())
  const [isAdding, setAdding] = useState(false)
  const { mutate, isPending, variables, error } = useMutation(removeApiTokenMutation())
  const ending = isPending ? variables : null
  const columns = useMemo(
    () =>
      tokenColumns(t, {
        end: ({ id }) => mutate(id, { onSuccess: () => announce(t('account.apiTokens.isEnded')) }),
        ending,
      }),
    [t, mutate, ending],
  )
  const link = (
    <Anchor href={readApiDescription.path} target="_blank" inherit underline="always">
      {t('account.apiTokens.description')}
    </Anchor>
  )
  return (
    <Paper withBorder p="md">
      <Stack gap="sm" align="flex-start">
        <Title order={2}>{t('account.apiTokens')}</Title>
        <Text size="sm">
          <Message of="account.apiTokens.text" values={{ link }} />
        </Text>
        {error !== null && <ErrorAlert error={error} />}
        <QueryState query={query} loading={null}>
          {({ items }) =>
            items.length > 0 && (
              <DataTable label={t('account.apiTokens')} columns={columns} rows={items} rowKey={idOf} />
            )
          }
        </QueryState>
        <Button
          variant="default"
          leftSection={<IconPlus size={14} aria-hidden />}
          onClick={() => setAdding(true)}
        >
          {t('account.apiTokens.add')}
        </Button>
      </Stack>
      {isAdding && <NewTokenDialog onClose={() => setAdding(false)} />}
    </Paper>
  )
}
