import { ReferenceList } from './ReferenceList.tsx'

/** The languages of operation 3. */
export const LanguagesPage = () => (
  <ReferenceList list="languages" title="reference.languages" idCaption="field.langCode" />
)
