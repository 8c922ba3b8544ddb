import { InputBase, type ElementProps, type InputBaseProps } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'

interface NativeSelectProps extends InputBaseProps, ElementProps<'select', keyof InputBaseProps> {
  data: readonly { value: string; label: string }[]
}

/** Replaces Mantine's `NativeSelect`, which imports parts of `Combobox`: 41 kB that the overview does not need. */
export function NativeSelect({ data, ...rest }: NativeSelectProps) {
  return (
    <InputBase
      component="select"
      pointer
      rightSection={<IconChevronDown size={16} aria-hidden />}
      rightSectionPointerEvents="none"
      {...rest}
    >
      {data.map(({ value, label }) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </InputBase>
  )
}
