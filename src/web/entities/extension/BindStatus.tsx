import { useT } from '../../i18n/Language.tsx'
import { textCell } from '../../ui/text/EmptyValue.tsx'

/** Shows bindStatus: 0 is not bound, 1 is bound (docs/upstream-api.md#bindstatus); any other value is shown raw. */
export function BindStatus({ value }: { value: number | null }) {
  const t = useT()
  if (value !== 0 && value !== 1) return textCell(value?.toString())
  return t(value === 0 ? 'value.notBound' : 'numbers.state.bound')
}
