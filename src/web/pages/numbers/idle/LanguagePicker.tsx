import { useQuery } from '@tanstack/react-query'
import { useLanguage } from '../../../i18n/Language.tsx'
import { languagesQuery } from '../../../entities/reference/reference-queries.ts'
import { ReferencePicker } from './ReferencePicker.tsx'

interface LanguagePickerProps {
  label: string
  /** A `language_code` of operation 3. */
  value: string | undefined
  onChange: (languageCode: string | undefined) => void
}

export function LanguagePicker({ label, value, onChange }: LanguagePickerProps) {
  const { language } = useLanguage()
  const here = useQuery(languagesQuery(language))
  const other = useQuery(languagesQuery(language === 'zh' ? 'en' : 'zh'))
  const also = new Map(other.data?.items.map((item) => [item.languageCode, item.languageValue]))
  const options = new Map(
    here.data?.items.map(({ languageCode, languageValue }) => [
      languageCode,
      { value: languageCode, label: languageValue, also: also.get(languageCode) ?? '' },
    ]),
  )
  return (
    <ReferencePicker
      label={label}
      value={value}
      onChange={onChange}
      options={[...options.values()]}
      pending={here.isPending}
      error={here.error}
    />
  )
}
