import { useQuery } from '@tanstack/react-query'
import type { Language } from '#contract/reference.ts'
import { useT } from '../i18n/Language.tsx'
import { languagesQuery } from './queries.ts'
import { ReferenceList } from './ReferenceList.tsx'

const keyOf = ({ languageCode }: Language) => languageCode
const nameOf = ({ languageValue }: Language) => languageValue

/** Operation 3. */
export function LanguagesPage() {
  const t = useT()
  const en = useQuery(languagesQuery('en'))
  const zh = useQuery(languagesQuery('zh'))
  return (
    <ReferenceList title={t('reference.languages')} keyName="language_code" {...{ en, zh, keyOf, nameOf }} />
  )
}
