import { Select, type SelectProps } from '@mantine/core'
import { useT } from '../../i18n/Language.tsx'

export interface FilterSelectProps<Value extends string> extends Omit<
  SelectProps<Value>,
  'label' | 'data' | 'value' | 'onChange'
> {
  /** Shown above; a filter in a row of tools has an `aria-label` instead. */
  label?: string | undefined
  options: readonly { value: Value; label: string }[]
  value: Value | undefined
  onChange: (value: Value | undefined) => void
}

/** Chooses one of several values, or none. Shows no value that is not among the options. */
export function FilterSelect<Value extends string>(props: FilterSelectProps<Value>) {
  const { options, value, onChange, label, 'aria-label': name = label ?? '' } = props
  const t = useT()
  return (
    <Select
      nothingFoundMessage={t('picker.nothing')}
      {...props}
      clearable
      clearButtonProps={{ 'aria-label': t('action.clear', { label: name }) }}
      data={[...options]}
      value={options.some((option) => option.value === value) ? value : null}
      onChange={(selected) => onChange(selected ?? undefined)}
    />
  )
}
