import { Alert, Stack, Text } from '@mantine/core'
import { maxItems } from '#contract/jobs.ts'
import { useT } from '../i18n/Language.tsx'
import { colorOf } from '../ui/meaning.ts'
import type { ParsedNumbers } from './number-ranges.ts'

/** What a list of typed numbers contains that is not used. */
export function NumberErrors({ parsed: { errors, repeated } }: { parsed: ParsedNumbers }) {
  const t = useT()
  if (errors.length === 0 && repeated === 0) return null
  return (
    <Alert color={colorOf('attention')}>
      <Stack gap={2}>
        {errors.slice(0, 10).map(({ text, reason, character = '' }) => (
          <Text key={`${reason} ${text}`} size="sm">
            {t(`plan.error.${reason}`, { text: text.slice(0, 40), most: maxItems, character })}
          </Text>
        ))}
        {repeated > 0 && <Text size="sm">{t('plan.repeated', { count: repeated })}</Text>}
      </Stack>
    </Alert>
  )
}
