import { Anchor, Code, Group, Paper, SimpleGrid, Title } from '@mantine/core'
import { Fragment, type ReactNode } from 'react'
import { Link } from 'react-router-dom'
import type { Extension } from '#contract/records.ts'
import { useT } from '../../i18n/Language.tsx'
import { paths } from '../../paths.ts'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { Field, FieldList } from '../../ui/Field.tsx'
import { BindStatus, Nothing, RawInteger } from '../../ui/RawInteger.tsx'
import { Secret } from '../../ui/Secret.tsx'
import { Time } from '../../ui/Time.tsx'

function FieldGroup({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Paper withBorder p="md" component="section" aria-label={title}>
      <Title order={2} size="h3" mb="sm">
        {title}
      </Title>
      <FieldList>{children}</FieldList>
    </Paper>
  )
}

function AgentLink({ uuid }: { uuid: string | null }) {
  if (uuid === null) return <Nothing />
  return (
    <Anchor component={Link} to={paths.agent(uuid)} inherit>
      {uuid}
    </Anchor>
  )
}

function Copyable({ value }: { value: string | null }) {
  const t = useT()
  if (value === null) return <Nothing />
  return (
    <Group gap={4} wrap="nowrap">
      <span>{value}</span>
      <CopyButton value={value} label={t('copy.value', { value })} />
    </Group>
  )
}

const text = (value: string | null) => value ?? <Nothing />
/** Times are 0 where nothing has happened yet (upstream-facts 2.1). */
const time = (value: number | null) => <Time value={value === 0 ? null : value} full />

/** Every documented field of an extension record but those the service's own queries leave behind. */
export function FieldGroups({ extension }: { extension: Extension }) {
  const t = useT()
  const secret = (name: 'password' | 'ha1' | 'ha1b') => <Secret held={extension.secretsHeld.includes(name)} />
  return (
    <SimpleGrid cols={{ base: 1, md: 2 }}>
      <FieldGroup title={t('detail.state')}>
        <Field name="ext">
          <Copyable value={extension.ext} />
        </Field>
        <Field name="bindStatus">
          <Group gap="xs" wrap="nowrap">
            <BindStatus value={extension.bindStatus} />
            {(extension.bindStatus === 0 || extension.bindStatus === 1) && (
              <Code>{extension.bindStatus}</Code>
            )}
          </Group>
        </Field>
        <Field name="bindTime">{time(extension.bindTime)}</Field>
        <Field name="enabled">
          <RawInteger value={extension.enabled} />
        </Field>
        <Field name="status">
          <RawInteger value={extension.status} />
        </Field>
        <Field name="extType">
          <RawInteger value={extension.extType} />
        </Field>
      </FieldGroup>
      <FieldGroup title={t('detail.agent')}>
        <Field name="agentName">{text(extension.agentName)}</Field>
        <Field name="agentUuid">
          <AgentLink uuid={extension.agentUuid} />
        </Field>
        <Field name="currentUsingAgentUuid">
          <AgentLink uuid={extension.currentUsingAgentUuid} />
        </Field>
      </FieldGroup>
      <FieldGroup title={t('detail.account')}>
        <Field name="domain">
          <Copyable value={extension.domain} />
        </Field>
        <Field name="password">{secret('password')}</Field>
        <Field name="ha1">{secret('ha1')}</Field>
        <Field name="ha1b">{secret('ha1b')}</Field>
      </FieldGroup>
      <FieldGroup title={t('detail.record')}>
        <Field name="id">{text(extension.id)}</Field>
        <Field name="companyId">{text(extension.companyId)}</Field>
        <Field name="creatorId">{text(extension.creatorId)}</Field>
        <Field name="creationTime">{time(extension.creationTime)}</Field>
        <Field name="updateUserId">{text(extension.updateUserId)}</Field>
        <Field name="updatedTime">{time(extension.updatedTime)}</Field>
      </FieldGroup>
    </SimpleGrid>
  )
}

/** Inputs of the service's queries that its records carry along; of use only to who compares answers. */
export function QueryFields({ extension }: { extension: Extension }) {
  const fields = {
    startExt: extension.startExt,
    batchNum: extension.batchNum,
    pageSize: extension.pageSize,
    currPage: extension.currPage,
    orderByName: extension.orderByName,
    orderByASC: extension.orderByASC,
    partition: extension.partition,
    extensions: extension.extensionsKeys.length === 0 ? null : extension.extensionsKeys.join(', '),
  }
  return (
    <FieldList>
      {Object.entries(fields).map(([name, value]) => (
        <Fragment key={name}>
          <Field name={name}>{value === null ? <Nothing /> : String(value)}</Field>
        </Fragment>
      ))}
    </FieldList>
  )
}
