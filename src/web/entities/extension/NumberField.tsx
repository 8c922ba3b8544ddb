import { TextInput, type TextInputProps } from '@mantine/core'
import type { ChangeEvent } from 'react'
import { readNumber } from '../../lib/typed.ts'

interface TypedFieldProps extends Omit<TextInputProps, 'value' | 'onChange'> {
  value?: string
  /** As Mantine's forms take it: the event, or the text that was read. */
  onChange?: (change: ChangeEvent<HTMLInputElement> | string) => void
  /** Reads the typed text. */
  read: (input: string) => string
}

/** A field for an id. Shows the text that was read once the user leaves the field. */
export const TypedField = ({ value = '', onChange, onBlur, read, ...rest }: TypedFieldProps) => (
  <TextInput
    {...rest}
    value={value}
    onChange={onChange}
    onBlur={(event) => {
      if (read(value) !== value) onChange?.(read(value))
      onBlur?.(event)
    }}
  />
)

/** A field for one number or its start. */
export const NumberField = (props: Omit<TypedFieldProps, 'read'>) => (
  <TypedField inputMode="numeric" {...props} read={readNumber} />
)
