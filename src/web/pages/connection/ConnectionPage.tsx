import { Anchor, Button, SimpleGrid, Skeleton, Stack, Group, Text, Alert, Progress } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useT, useLanguage } from '../../i18n/Language.tsx'
import { paths } from '../../lib/paths.ts'
import { usePermission } from '../../entities/session/SessionContext.tsx'
import { Field, FieldList } from '../../ui/text/Field.tsx'
import { PageHeader } from '../../ui/layout/PageHeader.tsx'
import { Panel } from '../../ui/layout/Panel.tsx'
import { QueryState } from '../../ui/feedback/QueryState.tsx'
import { openDialog } from '../../ui/form/dialogs.tsx'
import { ConfirmDialog } from '../../ui/form/FormDialog.tsx'
import { announce } from '../../ui/feedback/announce.ts'
import { useFailureToast, toast } from '../../ui/feedback/toast.ts'
import { OperationsTable } from './OperationsTable.tsx'
import { statusQuery } from '../../entities/service/queries.ts'
import { StateBadge } from '../../ui/text/StateBadge.tsx'
import { readStatus, renewToken, type Status } from '#contract/status.ts'
import { write } from '../../api/endpoint-queries.ts'
import { Message } from '../../i18n/Message.tsx'
import { Time } from '../../ui/text/Time.tsx'
import { PageLink } from '../../ui/layout/PageLink.tsx'
import { colorOf } from '../../ui/text/meaning.ts'
import { durationText } from '../../ui/text/time-text.ts'

type Token = Status['tokens'][number]

const tokenMeanings = {
  none: 'ended',
  valid: 'done',
  renewing: 'running',
  contention: 'failed',
  cooldown: 'failed',
} as const

/** One of the console's tokens for the service: its age and remaining lifetime, never the token itself. */
function TokenCard({ token, now }: { token: Token; now: number }) {
  const { t, language } = useLanguage()
  const { issuedAt, expiresAt } = token
  const life =
    issuedAt !== null && expiresAt !== null && expiresAt > now
      ? {
          left: expiresAt - now,
          whole: expiresAt - issuedAt,
          text: t('status.token.left', { span: durationText(expiresAt - now, language) }),
        }
      : null
  return (
    <Panel
      title={t(`status.token.${token.kind}`)}
      actions={
        <StateBadge meaning={tokenMeanings[token.state]}>{t(`status.token.state.${token.state}`)}</StateBadge>
      }
    >
      <Stack gap="sm">
        {token.contentionAt.length > 0 && (
          <Alert variant="light" color={colorOf('failed')} title={t('status.token.contention')}>
            {t('status.token.contention.text')}
            <ul aria-label={t('status.token.contention.times')}>
              {token.contentionAt.map((at) => (
                <li key={at}>
                  <Time value={at} />
                </li>
              ))}
            </ul>
          </Alert>
        )}
        {life !== null && (
          <>
            <Text>{life.text}</Text>
            <Progress value={(100 * life.left) / life.whole} aria-label={life.text} />
          </>
        )}
        <FieldList>
          <Field label={t('status.token.issued')}>
            <Time value={issuedAt} full />
          </Field>
          <Field label={t('status.token.expires')}>
            <Time value={expiresAt} full words="ahead" />
          </Field>
          <Field label={t('status.token.generation')}>{token.generation}</Field>
          {token.cooldownUntil !== null && token.cooldownUntil > now && (
            <Field label={t('status.token.cooldown')}>
              <Time value={token.cooldownUntil} full words="ahead" />
            </Field>
          )}
          {token.lastError !== null && <Field label={t('status.lastError')}>{token.lastError}</Field>}
        </FieldList>
      </Stack>
    </Panel>
  )
}

const breakerMeanings = { closed: 'done', open: 'failed', 'half-open': 'attention' } as const

/** Shows for each part of the service whether the console calls it or has paused calls after repeated failures. */
function BreakerCard({ breakers }: { breakers: Status['breakers'] }) {
  const t = useT()
  return (
    <Panel title={t('status.breakers')} description={t('status.breakers.description')}>
      <FieldList>
        {breakers.map(({ family, state, openSince }) => (
          <Field key={family} label={t(`status.breakers.${family}`)}>
            <Group gap="xs">
              <StateBadge meaning={breakerMeanings[state]}>{t(`status.breakers.${state}`)}</StateBadge>
              {openSince !== null && (
                <Text>
                  <Message
                    id="status.breakers.since"
                    values={{ time: <Time value={openSince} words="moment" /> }}
                  />
                </Text>
              )}
            </Group>
          </Field>
        ))}
      </FieldList>
    </Panel>
  )
}

/** Renewing the token cuts off other systems that use the app id, so it needs a confirmation. */
function RenewButton() {
  const t = useT()
  const onError = useFailureToast()
  // A failed renewal changes the status too.
  const renewal = useMutation(write(renewToken, readStatus.path))
  const renew = () =>
    renewal.mutate(
      {},
      {
        onSuccess: () => {
          announce(t('status.renew.done'))
          toast({ tone: 'success', message: t('status.renew.done') })
        },
        onError,
      },
    )
  const ask = () =>
    openDialog((close) => (
      <ConfirmDialog
        title={t('status.renew.title')}
        text={t('status.renew.text')}
        confirm={t('status.renew')}
        onConfirm={renew}
        onClose={close}
      />
    ))
  return (
    <Button variant="filled" loading={renewal.isPending} onClick={ask}>
      {t('status.renew')}
    </Button>
  )
}

/** The connection to the service: its address, the console's credentials, and the health of each of the twelve operations. */
export function ConnectionPage() {
  const t = useT()
  const query = useQuery(statusQuery())
  const canRenew = usePermission('token.renew')
  const canManage = usePermission('service.manage')
  return (
    <>
      <PageHeader
        title={t('status.title')}
        description={t('status.description')}
        actions={canRenew ? <RenewButton /> : null}
      />
      <QueryState query={query} loading={<Skeleton h={320} />}>
        {({ service, tokens, breakers, operations, now }) => (
          <Stack gap="lg">
            <SimpleGrid cols={{ base: 1, md: 2, lg: tokens.length === 1 ? 3 : 2 }}>
              <Panel
                title={t('service.title')}
                actions={
                  <StateBadge meaning={service.sandbox ? 'attention' : 'done'}>
                    {t(service.sandbox ? 'shell.sandbox' : 'status.service.real')}
                  </StateBadge>
                }
              >
                <FieldList>
                  <Field label={t('service.url')}>{service.url}</Field>
                  {service.sandbox && (
                    <Field label={t('status.desk')}>
                      <Anchor href={service.url} target="_blank" inherit>
                        {service.url}
                      </Anchor>
                    </Field>
                  )}
                  <Field label={t('service.extensionsUrl')}>{service.extensionsUrl}</Field>
                  <Field label={t('service.profile')}>{`${service.profile} · auth ${service.auth}`}</Field>
                  <Field label={t('service.appId')}>{service.appId}</Field>
                  <Field label={t('service.companyId')}>{service.companyId}</Field>
                </FieldList>
                {canManage && (
                  <PageLink size="sm" to={paths.service()} mt="sm" display="inline-block">
                    {t('status.change')}
                  </PageLink>
                )}
              </Panel>
              {tokens.map((token) => (
                <TokenCard key={token.kind} token={token} now={now} />
              ))}
              <BreakerCard breakers={breakers} />
            </SimpleGrid>
            <OperationsTable operations={operations} />
          </Stack>
        )}
      </QueryState>
    </>
  )
}
