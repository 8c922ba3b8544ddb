import { TextInput, type TextInputProps } from '@mantine/core'
import type { ChangeEvent } from 'react'
import { readNumber } from '../lib/typed.ts'

interface NumberFieldProps extends Omit<TextInputProps, 'value' | 'onChange'> {
  value?: string
  /** As Mantine's forms take it: the event, or the text that was read. */
  onChange?: (change: ChangeEvent<HTMLInputElement> | string) => void
}

/** A field for one number or its start. Shows the number that was read once the user leaves the field. */
export const NumberField = ({ value = '', onChange, onBlur, ...rest }: NumberFieldProps) => (
  <TextInput
    inputMode="numeric"
    autoComplete="off"
    {...rest}
    value={value}
    onChange={onChange}
    onBlur={(event) => {
      if (readNumber(value) !== value) onChange?.(readNumber(value))
      onBlur?.(event)
    }}
  />
)
