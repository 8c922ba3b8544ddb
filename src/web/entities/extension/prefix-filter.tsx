import { typedPrefix } from '../../lib/typed.ts'
import { searchFilter } from '../../ui/table/filters.tsx'
import { wrongNumberText } from './wrong-number.ts'

/** A list's filter by the start of its numbers. */
export const prefixFilter = searchFilter({
  caption: 'idle.search',
  field: 'idle.search',
  schema: typedPrefix,
  hint: (t, input) => wrongNumberText(t, input, t('idle.search.hint')),
  inputMode: 'numeric',
  flex: '1 1 7rem',
  maw: { base: '100%', sm: 260 },
})
