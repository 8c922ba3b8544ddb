import { EmptyValue } from '../text/EmptyValue.tsx'

/** A text of a table. The table cuts long values; the title has the whole value. */
export const text = (value: string | null | undefined) =>
  value == null || value === '' ? <EmptyValue /> : <span title={value}>{value}</span>
