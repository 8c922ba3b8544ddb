import { Select } from '@mantine/core'
import { useT } from '../../i18n/Language.tsx'

interface FilterSelectProps<Value extends string> {
  label: string
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
  placeholder,
  options,
  value,
  onChange,
  searchable = false,
}: FilterSelectProps<Value>) {
  const t = useT()
  const known = (text: string | null | undefined) => options.find((option) => option.value === text)?.value
  return (
    <Select
      label={label}
      placeholder={placeholder}
      searchable={searchable}
      clearable
      clearButtonProps={{ 'aria-label': t('action.clear', { label }) }}
      nothingFoundMessage={searchable ? t('picker.nothing') : undefined}
      data={[...options]}
      value={known(value) ?? null}
      onChange={(chosen) => onChange(known(chosen))}
      comboboxProps={{ withinPortal: false }}
    />
  )
}
