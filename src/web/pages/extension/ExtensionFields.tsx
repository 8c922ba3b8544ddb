import { Anchor, Code, Group, SimpleGrid } from '@mantine/core'
import { Link } from 'react-router-dom'
import type { ExtensionWithPeople } from '#contract/extensions.ts'
import { useT } from '../../i18n/Language.tsx'
import { paths } from '../../lib/paths.ts'
import { RecordField } from '../../entities/extension/RecordField.tsx'
import { BindStatus, CodeValue } from '../../entities/code/CodeValue.tsx'
import { EmptyValue } from '../../ui/text/EmptyValue.tsx'
import { Time } from '../../ui/text/Time.tsx'
import { SipAccount } from './SipAccount.tsx'
import { Creator, ServiceUser } from './Creator.tsx'
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
/** The service sends 0 for events that have not happened yet (docs/upstream-api.md#times). */
const time = (value: number | null) => <Time value={value === 0 ? null : value} full />

/** The fields of an extension record that users read. The technical details show the rest. */
export function ExtensionFields({ detail }: { detail: ExtensionWithPeople }) {
  const t = useT()
  const { extension, agentNames } = detail
  return (
    <SimpleGrid cols={{ base: 1, md: 2 }}>
      <FieldGroup title={t('detail.state')}>
        <RecordField name="ext">
          <Copyable value={extension.ext} />
        </RecordField>
        <RecordField name="bindStatus">
          <Group gap="xs" wrap="nowrap">
            <BindStatus value={extension.bindStatus} />
            {(extension.bindStatus === 0 || extension.bindStatus === 1) && (
              <Code>{extension.bindStatus}</Code>
            )}
          </Group>
        </RecordField>
        <RecordField name="bindTime">{time(extension.bindTime)}</RecordField>
        <RecordField name="enabled">
          <CodeValue value={extension.enabled} field="extension.enabled" />
        </RecordField>
        <RecordField name="status">
          <CodeValue value={extension.status} field="extension.status" />
        </RecordField>
        <RecordField name="extType">
          <CodeValue value={extension.extType} field="extension.extType" />
        </RecordField>
      </FieldGroup>
      <FieldGroup title={t('detail.agent')}>
        <RecordField name="agentName">
          {extension.agentUuid === null || extension.agentName === null ? (
            text(extension.agentName)
          ) : (
            <Anchor component={Link} to={paths.agent(extension.agentUuid)} inherit fw={600}>
              {extension.agentName}
            </Anchor>
          )}
        </RecordField>
        <RecordField name="agentUuid">
          <AgentLink uuid={extension.agentUuid} />
        </RecordField>
        <RecordField name="currentUsingAgentUuid">
          <ServiceUser id={extension.currentUsingAgentUuid} names={agentNames} />
        </RecordField>
      </FieldGroup>
      <SipAccount extension={extension} />
      <FieldGroup title={t('detail.record')}>
        <RecordField name="id">{text(extension.id)}</RecordField>
        <RecordField name="companyId">{text(extension.companyId)}</RecordField>
        <RecordField name="creatorId">
          <Creator detail={detail} />
        </RecordField>
        <RecordField name="creationTime">{time(extension.creationTime)}</RecordField>
        <RecordField name="updateUserId">
          <ServiceUser id={extension.updateUserId} names={agentNames} />
        </RecordField>
        <RecordField name="updatedTime">{time(extension.updatedTime)}</RecordField>
      </FieldGroup>
    </SimpleGrid>
  )
}
