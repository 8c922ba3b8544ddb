import { Alert, Stack, Text } from '@mantine/core'
import { maxItems } from '#contract/jobs.ts'
import { useT } from '../../i18n/Language.tsx'
import { readNumber } from '../../lib/typed.ts'
import type { NumberError, ParsedNumbers } from './number-ranges.ts'
import type { Translate } from '../../i18n/catalogue.ts'

/** Why a part of a text is not used. */
export const numberErrorText = (t: Translate, { text, reason, character = '' }: NumberError): string =>
  t(`plan.error.${reason}`, {
    text: text.slice(0, 40),
    most: maxItems,
    character,
    number: readNumber(text).replaceAll(/\D/g, ''),
  })

/** What a list of typed numbers contains that is not used. */
export function NumberErrors({
  parsed: { errors, repeated },
}: {
  parsed: Pick<ParsedNumbers, 'errors' | 'repeated'>
}) {
  const t = useT()
  if (errors.length === 0 && repeated === 0) return null
  return (
    <Alert>
      <Stack gap={2}>
        {errors.slice(0, 10).map((error) => (
          <Text key={`${error.reason} ${error.text}`}>{numberErrorText(t, error)}</Text>
        ))}
        {repeated > 0 && <Text>{t('plan.repeated', { count: repeated })}</Text>}
      </Stack>
    </Alert>
  )
}
