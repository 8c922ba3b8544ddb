import { TextInput, type TextInputProps } from '@mantine/core'

interface WholeNumberInputProps extends Omit<TextInputProps, 'value' | 'onChange'> {
  value?: number | string
  onChange?: (value: number | string) => void
}

/** A field for a whole number. What is not one stays as typed, as a string, for the form to refuse. */
export const WholeNumberInput = ({ value = '', onChange, ...props }: WholeNumberInputProps) => (
  <TextInput
    maxLength={15}
    {...props}
    inputMode="numeric"
    value={String(value)}
    onChange={({ currentTarget }) => {
      const input = currentTarget.value.trim()
      onChange?.(/^\d+$/.test(input) ? Number(input) : input)
    }}
  />
)
