import { Button, Group, Paper, SimpleGrid, Skeleton, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Extension } from '#contract/records.ts'
import { messageFor } from '../../api/message-for.ts'
import { useT } from '../../i18n/Language.tsx'
import { ErrorDetail } from '../../ui/feedback/ErrorState.tsx'
import { FieldList } from '../../ui/text/Field.tsx'
import { RecordField } from '../../entities/extension/RecordField.tsx'
import { useHashFocus } from '../../ui/focus/hash-focus.ts'
import { Warnings } from '../../ui/feedback/Warnings.tsx'
import { languageQuery } from '../../entities/extension/extension-queries.ts'

function Source({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title}>
      <Title order={3} size="sm" mb="xs">
        {title}
      </Title>
      {children}
    </section>
  )
}

/** The answer of operation 11. Shows its own error, because the rest of the page does not need this answer. */
function ServiceLanguage({ ext }: { ext: string }) {
  const t = useT()
  const { data, error, refetch } = useQuery(languageQuery(ext))
  if (data !== undefined)
    return (
      <>
        <Warnings warnings={data.warnings} />
        <FieldList>
          <RecordField name="langCode">{data.langCode}</RecordField>
          <RecordField name="langCodeTxt">{data.langCodeTxt}</RecordField>
        </FieldList>
      </>
    )
  if (error === null) return <Skeleton h={48} />
  return (
    <Group gap="sm" role="alert">
      <Text size="sm">{t(messageFor(error).sentence)}</Text>
      <Button size="compact-sm" variant="default" onClick={() => void refetch()}>
        {t('action.retry')}
      </Button>
      <ErrorDetail error={error} />
    </Group>
  )
}

/** The language fields of the record, beside the answer of operation 11. */
export function LanguageCard({ extension }: { extension: Extension }) {
  const t = useT()
  const title = useHashFocus('#language')
  return (
    <Paper withBorder p="md" component="section" aria-label={t('detail.language')}>
      <Title order={2} size="h3" mb="sm" ref={title} tabIndex={-1}>
        {t('detail.language')}
      </Title>
      <Text size="sm" c="dimmed" mb="sm">
        {t('detail.language.note')}
      </Text>
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="xl">
        <Source title={t('detail.language.record')}>
          <FieldList>
            <RecordField name="langCode">{extension.langCode}</RecordField>
            <RecordField name="langCodeTxt">{extension.langCodeTxt}</RecordField>
          </FieldList>
        </Source>
        <Source title={t('detail.language.asked')}>
          <ServiceLanguage ext={extension.ext} />
        </Source>
      </SimpleGrid>
    </Paper>
  )
}
