import { useQuery } from '@tanstack/react-query'
import type { Language } from '#contract/reference.ts'
import { languagesQuery } from '../../entities/reference/reference-queries.ts'
import { useT } from '../../i18n/Language.tsx'
import { ReferenceList } from './ReferenceList.tsx'

const languageKey = ({ languageCode }: Language) => languageCode
const languageName = ({ languageValue }: Language) => languageValue

/** The languages of operation 3. */
export function LanguagesPage() {
  const t = useT()
  return (
    <ReferenceList
      name="languages"
      title={t('reference.languages')}
      keyLabel={t('field.langCode')}
      en={useQuery(languagesQuery('en'))}
      zh={useQuery(languagesQuery('zh'))}
      keyOf={languageKey}
      nameOf={languageName}
    />
  )
}
