import { typedPrefix } from '../../lib/typed.ts'
import { optionalParam } from '../../lib/url-state.ts'
import { textValue, type FilterProps } from '../../ui/table/filters.tsx'
import { NumberSearchField } from './NumberSearchField.tsx'

/** A list's filter by the start of its numbers. */
export const prefixFilter = {
  caption: 'idle.search',
  schema: optionalParam(typedPrefix),
  inTools: true,
  Control: ({ value, set }: FilterProps<unknown>) => (
    <NumberSearchField value={textValue(value)} onCommit={(ext) => set(ext, { replace: true })} />
  ),
  useText: textValue,
} as const
