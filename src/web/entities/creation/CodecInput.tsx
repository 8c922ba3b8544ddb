import { Autocomplete, Stack, Text, type AutocompleteProps } from '@mantine/core'
import { useT } from '../../i18n/Language.tsx'
import { textColorOf } from '../../ui/text/meaning.ts'
import { useCodecs } from './codecs.ts'

/** An input for `langCodeTxt` that suggests the known codecs, and says when the typed one is not among them. */
export function CodecInput({ value = '', ...input }: AutocompleteProps) {
  const t = useT()
  const codecs = useCodecs()
  const typed = value.trim()
  return (
    <Stack gap={4}>
      <Autocomplete
        label={t('create.langCodeTxt')}
        withScrollArea={false}
        {...input}
        value={value}
        data={[...codecs]}
      />
      {typed !== '' && !codecs.has(typed) && (
        <Text c={textColorOf('attention')} component="output">
          {t('check.why.codec')}
        </Text>
      )}
    </Stack>
  )
}
