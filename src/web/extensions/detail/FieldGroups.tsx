import { Anchor, Code, Group, SimpleGrid } from '@mantine/core'
import { Fragment } from 'react'
import { Link } from 'react-router-dom'
import type { Extension } from '#contract/records.ts'
import { useT } from '../../i18n/Language.tsx'
import { paths } from '../../lib/paths.ts'
import { Field, FieldList } from '../../ui/Field.tsx'
import { BindStatus, CodeValue } from '../../shared/code-names/CodeValue.tsx'
import { EmptyValue } from '../../ui/EmptyValue.tsx'
import { Time } from '../../ui/Time.tsx'
import { SipAccount } from '../secret/SipAccount.tsx'
import { Copyable, FieldGroup } from './FieldGroup.tsx'

function AgentLink({ uuid }: { uuid: string | null }) {
  if (uuid === null) return <EmptyValue />
  return (
    <Anchor component={Link} to={paths.agent(uuid)} inherit>
      {uuid}
    </Anchor>
  )
}

const text = (value: string | null) => value ?? <EmptyValue />
/** Times are 0 where nothing has happened yet (docs/upstream-api.md#times). */
const time = (value: number | null) => <Time value={value === 0 ? null : value} full />

/** Every documented field of an extension record but those the service's own queries leave behind. */
export function FieldGroups({ extension }: { extension: Extension }) {
  const t = useT()
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
          <CodeValue value={extension.enabled} field="extension.enabled" />
        </Field>
        <Field name="status">
          <CodeValue value={extension.status} field="extension.status" />
        </Field>
        <Field name="extType">
          <CodeValue value={extension.extType} field="extension.extType" />
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
      <SipAccount extension={extension} />
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
          <Field name={name}>{value === null ? <EmptyValue /> : String(value)}</Field>
        </Fragment>
      ))}
    </FieldList>
  )
}
