import { extPrefix } from '#contract/text.ts'
import { useT } from '../i18n/Language.tsx'
import { SearchField } from '../ui/form/SearchField.tsx'

interface NumberSearchProps {
  /** The start of the number, from the URL. */
  value: string | undefined
  onCommit: (ext: string | undefined) => void
}

/** Searches a list by the start of its numbers. */
export function NumberSearch({ value, onCommit }: NumberSearchProps) {
  const t = useT()
  return (
    <SearchField
      label={t('idle.search')}
      hint={t('idle.search.hint')}
      value={value}
      schema={extPrefix}
      onCommit={onCommit}
      inputMode="numeric"
      flex="1 1 7rem"
      maw={{ base: '100%', sm: 260 }}
    />
  )
}
