import { Autocomplete, Stack, Text, type AutocompleteProps } from '@mantine/core'
import { useT } from '../../i18n/Language.tsx'
import { textColorOf } from '../../ui/text/meaning.ts'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { knownLangCodeTxt } from '#contract/extensions.ts'
import type { NumbersStatus } from '#contract/numbers.ts'
import { scanStatusQuery } from '../extension/scan-status.ts'

const codecsIn = ({ languages }: NumbersStatus) =>
  languages.flatMap(({ language }) => (language === '' ? [] : [language]))

/** The known values of `langCodeTxt`: the published ones, and those that the service has shown. Any other value may be refused. */
export function useCodecs(): ReadonlySet<string> {
  // Without this list, the published codecs are known.
  const { data } = useQuery({
    ...scanStatusQuery(),
    select: codecsIn,
    staleTime: 60_000,
    refetchInterval: false,
  })
  return useMemo(() => new Set([...knownLangCodeTxt, ...(data ?? [])]), [data])
}

/** An input for `langCodeTxt` that suggests the known codecs, and says when the typed one is not among them. */
export function CodecInput({ value = '', ...input }: AutocompleteProps) {
  const t = useT()
  const codecs = useCodecs()
  const codec = value.trim()
  return (
    <Stack gap={4}>
      <Autocomplete
        label={t('create.langCodeTxt')}
        withScrollArea={false}
        {...input}
        value={value}
        data={[...codecs]}
      />
      {codec !== '' && !codecs.has(codec) && (
        <Text c={textColorOf('attention')} component="output">
          {t('check.why.codec')}
        </Text>
      )}
    </Stack>
  )
}
