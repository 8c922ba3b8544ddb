import { useT } from '../../i18n/Language.tsx'
import { typedPrefix } from '../../lib/typed.ts'
import { SearchField } from '../../ui/form/SearchField.tsx'
import { wrongNumberText } from './wrong-number.ts'

interface NumberSearchFieldProps {
  /** The start of the number, from the URL. */
  value: string | undefined
  onCommit: (ext: string | undefined) => void
}

/** Searches a list by the start of its numbers. */
export function NumberSearchField({ value, onCommit }: NumberSearchFieldProps) {
  const t = useT()
  return (
    <SearchField
      label={t('idle.search')}
      hint={(typed) => wrongNumberText(t, typed, t('idle.search.hint'))}
      value={value}
      schema={typedPrefix}
      onCommit={onCommit}
      inputMode="numeric"
      flex="1 1 7rem"
      maw={{ base: '100%', sm: 260 }}
    />
  )
}
