import { EmptyValue } from '../text/EmptyValue.tsx'

/** A cell of text. The table cuts long values; the title has the whole value. */
export const textCell = (value: string | null | undefined) =>
  value == null || value === '' ? <EmptyValue /> : <span title={value}>{value}</span>
