import { TextInput, type TextInputProps } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import type { KeyboardEvent } from 'react'
import * as z from 'zod/mini'
import { useBufferedInput } from './use-buffered-input.ts'

export interface BufferedInputProps extends Omit<TextInputProps, 'value' | 'onChange' | 'error'> {
  /** The value in the URL. */
  value: string | undefined
  /** Reads the text; its output is committed. */
  schema: z.ZodMiniType<string>
  /** Called once the user pauses typing, if the text is empty or fits the schema. */
  onCommit: (value: string | undefined) => void
  /** Shown as the error when the text does not fit the schema. */
  hint: string | ((input: string) => string)
}

const restMs = 300

/** A text field that updates the URL after a pause in typing or on Enter, and follows the URL when it changes elsewhere. */
export function BufferedInput({ value, schema, onCommit, hint, ...rest }: BufferedInputProps) {
  const { text, setText, commit } = useBufferedInput(value, onCommit)
  /** Returns the value of a text; undefined when the text does not fit the schema. */
  const read = (input: string) => (input.trim() === '' ? '' : z.safeParse(schema, input.trim()).data)
  const commitRead = (input: string, options?: { insist: boolean }) => {
    const next = read(input)
    if (next !== undefined) commit(next, options)
    return next
  }
  const commitLater = useDebouncedCallback((input: string) => {
    // Do not commit a text that a change of the URL has replaced.
    if (input === text) commitRead(input)
  }, restMs)
  return (
    <TextInput
      {...rest}
      value={text}
      error={read(text) !== undefined ? undefined : typeof hint === 'string' ? hint : hint(text)}
      onChange={(event) => {
        setText(event.currentTarget.value)
        commitLater(event.currentTarget.value)
      }}
      onKeyDown={(event: KeyboardEvent<HTMLInputElement>) => {
        if (event.key === 'Enter') commitRead(text, { insist: true })
      }}
      onBlur={() => {
        const next = commitRead(text)
        if (next !== undefined) setText(next)
      }}
    />
  )
}
