import { Button, Code, Group, Skeleton, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { useLocation } from 'react-router-dom'
import type { ExtensionWithPeople } from '#contract/extensions.ts'
import type { Extension } from '#contract/records.ts'
import { messageFor } from '../../api/message-for.ts'
import { BindStatus } from '../../entities/extension/BindStatus.tsx'
import { languageQuery } from '../../entities/extension/queries.ts'
import { useT } from '../../i18n/Language.tsx'
import { paths } from '../../lib/paths.ts'
import { ErrorDetail } from '../../ui/feedback/ErrorState.tsx'
import { Warnings } from '../../ui/feedback/Warnings.tsx'
import { useHashFocus } from '../../ui/focus/hash-focus.ts'
import { CopyButton } from '../../ui/text/CopyButton.tsx'
import { FieldList, Field } from '../../ui/text/Field.tsx'
import { Time } from '../../ui/text/Time.tsx'
import { Creator, ServiceUser } from './Creator.tsx'
import { Folded } from '../../ui/layout/Folded.tsx'
import { Secret } from './SipAccount.tsx'
import { PageLink } from '../../ui/layout/PageLink.tsx'
import type { MessageKey } from '../../i18n/catalogue.ts'

type NameOf<Key> = Key extends `field.${infer Name}` ? Name : never

/** One field of an extension record: label, and in small text the service's own name; then the value. */
function RecordField({ name, children }: { name: NameOf<MessageKey>; children: ReactNode }) {
  const t = useT()
  return (
    <Field name={name} label={t(`field.${name}`)}>
      {children}
    </Field>
  )
}

/** Returns the record as JSON under the specification's names. Replaces each secret and each value of the free map with `withheld`. */
function recordJson({ secretsHeld, extensionsKeys, ...record }: Extension, withheld: string): string {
  const hidden = (names: readonly string[]) => Object.fromEntries(names.map((name) => [name, withheld]))
  return JSON.stringify(
    {
      ...record,
      password: null,
      ha1: null,
      ha1b: null,
      ...hidden(secretsHeld),
      extensions: hidden(extensionsKeys),
    },
    null,
    2,
  )
}

/** An integer without a meaning in docs/upstream-api.md: the raw value, and its name in the service's profile. */
function NamedValue({ value, name }: { value: number | null; name: string | undefined }) {
  if (value === null) return null
  return (
    <Group gap="xs" wrap="nowrap" component="span" display="inline-flex">
      <Text span inherit ff="monospace">
        {value}
      </Text>
      {name}
    </Group>
  )
}

/** The service sends 0 for events that have not happened yet (docs/upstream-api.md#times). */
// A record may have a time ahead.
const timeOf = (value: number | null) => <Time value={value === 0 ? null : value} full words="ahead" />

/** The answer of operation 11. Shows its own error, because the rest of the page does not need this answer. */
function SeparateLanguage({ ext }: { ext: string }) {
  const t = useT()
  const { data, error, refetch } = useQuery(languageQuery(ext))
  return (
    <section aria-label={t('detail.language.asked')}>
      <Title order={3} size="sm" mb="xs">
        {t('detail.language.asked')}
      </Title>
      {data !== undefined ? (
        <>
          <Warnings warnings={data.warnings} />
          <FieldList>
            <RecordField name="langCode">{data.langCode}</RecordField>
            <RecordField name="langCodeTxt">{data.langCodeTxt}</RecordField>
          </FieldList>
        </>
      ) : error === null ? (
        <Skeleton h={48} />
      ) : (
        <Group gap="sm" role="alert">
          <Text>{t(messageFor(error).sentence)}</Text>
          <ErrorDetail error={error} />
          <Button size="compact-sm" onClick={() => void refetch()}>
            {t('action.retry')}
          </Button>
        </Group>
      )}
    </section>
  )
}

/** The whole record under the service's own names, with values whose meaning is not documented. Folded, for administrators. */
export function ServiceRecord({ detail }: { detail: ExtensionWithPeople }) {
  const t = useT()
  const { hash } = useLocation()
  const title = useHashFocus('#language')
  const [isOpen, setOpen] = useState(hash === '#language')
  const { extension, agentNames, valueNames } = detail
  const json = recordJson(extension, t('detail.withheld'))
  return (
    <Folded
      title={t('detail.record')}
      note={t('detail.record.note')}
      titleRef={title}
      isOpen={isOpen}
      onToggle={() => setOpen((open) => !open)}
    >
      <Stack gap="md">
        <FieldList>
          <RecordField name="ext">{extension.ext}</RecordField>
          <RecordField name="bindStatus">
            <Group gap="xs" wrap="nowrap">
              <BindStatus value={extension.bindStatus} />
              {valueNames['bindStatus']}
              {(extension.bindStatus === 0 || extension.bindStatus === 1) && (
                <Code>{extension.bindStatus}</Code>
              )}
            </Group>
          </RecordField>
          <RecordField name="bindTime">{timeOf(extension.bindTime)}</RecordField>
          <RecordField name="agentName">{extension.agentName}</RecordField>
          <RecordField name="agentUuid">
            {extension.agentUuid === null ? null : (
              <PageLink to={paths.person(extension.agentUuid)}>{extension.agentUuid}</PageLink>
            )}
          </RecordField>
          <RecordField name="currentUsingAgentUuid">
            <ServiceUser id={extension.currentUsingAgentUuid} names={agentNames} />
          </RecordField>
          <RecordField name="enabled">
            <NamedValue value={extension.enabled} name={valueNames['enabled']} />
          </RecordField>
          <RecordField name="status">
            <NamedValue value={extension.status} name={valueNames['status']} />
          </RecordField>
          <RecordField name="extType">
            <NamedValue value={extension.extType} name={valueNames['extType']} />
          </RecordField>
          <RecordField name="domain">{extension.domain}</RecordField>
          {(['password', 'ha1', 'ha1b'] as const).map((name) => (
            <RecordField key={name} name={name}>
              <Secret isHeld={extension.secretsHeld.includes(name)} />
            </RecordField>
          ))}
          <RecordField name="id">{extension.id}</RecordField>
          <RecordField name="companyId">{extension.companyId}</RecordField>
          <RecordField name="creatorId">
            <Creator detail={detail} />
          </RecordField>
          <RecordField name="creationTime">{timeOf(extension.creationTime)}</RecordField>
          <RecordField name="updateUserId">
            <ServiceUser id={extension.updateUserId} names={agentNames} />
          </RecordField>
          <RecordField name="updatedTime">{timeOf(extension.updatedTime)}</RecordField>
          <RecordField name="langCode">{extension.langCode}</RecordField>
          <RecordField name="langCodeTxt">{extension.langCodeTxt}</RecordField>
        </FieldList>
        <SeparateLanguage ext={extension.ext} />
        <div>
          <Group justify="space-between" wrap="nowrap" mb="xs">
            <Text c="dimmed">{t('detail.technical.text')}</Text>
            <CopyButton value={json} label={t('copy.value', { value: 'JSON' })} />
          </Group>
          <Code block tabIndex={0}>
            {json}
          </Code>
        </div>
      </Stack>
    </Folded>
  )
}
