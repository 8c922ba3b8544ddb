import { Select, type SelectProps } from '@mantine/core'
import { useT } from '../../i18n/Language.tsx'

interface FilterSelectProps<Value extends string> extends Pick<SelectProps, 'w' | 'withScrollArea'> {
  /** Shown above; a filter in a row of tools has an `aria-label` instead. */
  label?: string
  'aria-label'?: string
  /** Shown while nothing is chosen. */
  placeholder: string
  options: readonly { value: Value; label: string }[]
  value: Value | undefined
  onChange: (value: Value | undefined) => void
  /** Adds a search, for many options. */
  searchable?: boolean
}

/** A list's filter with one of several values, or none. Ignores a value that is not among the options. */
export function FilterSelect<Value extends string>({
  label,
  options,
  value,
  onChange,
  searchable = false,
  ...props
}: FilterSelectProps<Value>) {
  const t = useT()
  const known = (text: string | null | undefined) => options.find((option) => option.value === text)?.value
  return (
    <Select
      {...props}
      label={label}
      searchable={searchable}
      clearable
      clearButtonProps={{ 'aria-label': t('action.clear', { label: label ?? props['aria-label'] ?? '' }) }}
      nothingFoundMessage={searchable ? t('picker.nothing') : undefined}
      data={[...options]}
      value={known(value) ?? null}
      onChange={(chosen) => onChange(known(chosen))}
    />
  )
}
