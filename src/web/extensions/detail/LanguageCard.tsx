import { Button, Group, Paper, Skeleton, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { Extension } from '#contract/records.ts'
import { messageFor } from '../../api/message-for.ts'
import { useT } from '../../i18n/Language.tsx'
import { ErrorDetail } from '../../ui/ErrorState.tsx'
import { Field, FieldList } from '../../ui/Field.tsx'
import { Nothing } from '../../ui/RawInteger.tsx'
import { Warnings } from '../../ui/Warnings.tsx'
import { languageQuery } from '../queries.ts'

/** Operation 11 beside what the record itself says. Fails for itself: the rest of the page does not need it. */
export function LanguageCard({ extension }: { extension: Extension }) {
  const t = useT()
  const { data, error, refetch } = useQuery(languageQuery(extension.ext))
  return (
    <Paper withBorder p="md" component="section" aria-label={t('detail.language')}>
      <Title order={2} size="h3" mb="sm">
        {t('detail.language')}
      </Title>
      <Text size="sm" c="dimmed" mb="sm">
        {t('detail.language.note')}
      </Text>
      {data === undefined && error === null && <Skeleton h={48} />}
      {data === undefined && error !== null && (
        <Group gap="sm" role="alert">
          <Text size="sm">{t(messageFor(error).sentence)}</Text>
          <Button size="compact-sm" variant="default" onClick={() => void refetch()}>
            {t('action.retry')}
          </Button>
          <ErrorDetail error={error} />
        </Group>
      )}
      {data !== undefined && (
        <>
          <Warnings warnings={data.warnings} />
          <FieldList>
            <Field name="langCode">{data.langCode ?? <Nothing />}</Field>
            <Field name="langCodeTxt">{data.langCodeTxt ?? <Nothing />}</Field>
            {data.others.map(({ key, value }) => (
              <Field key={key} name={key}>
                {value ?? <Nothing />}
              </Field>
            ))}
          </FieldList>
          {data.langCodeTxt !== extension.langCodeTxt && (
            <Text size="sm" c="dimmed" mt="sm">
              {t('detail.language.differs', { value: extension.langCodeTxt ?? '–' })}
            </Text>
          )}
        </>
      )}
    </Paper>
  )
}
