import { TextInput, type TextInputProps } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import type { KeyboardEvent } from 'react'
import * as z from 'zod/mini'
import { useBufferedInput } from './use-buffered-input.ts'

export interface BufferedInputProps extends Omit<TextInputProps, 'value' | 'onChange' | 'error'> {
  /** As the URL has it. */
  value: string | undefined
  schema: z.ZodMiniType<string>
  /** Called when typing rests and the text is empty or fits the schema. */
  onCommit: (value: string | undefined) => void
  /** Said when the text does not fit. */
  hint: string
}

const restMs = 300

/** A text that lands in the URL when typing rests or Enter is pressed; follows the URL when that changes elsewhere. */
export function BufferedInput({ value, schema, onCommit, hint, ...rest }: BufferedInputProps) {
  const { text, setText, commit } = useBufferedInput(value, onCommit)
  const fits = (typed: string) => typed.trim() === '' || z.safeParse(schema, typed.trim()).success
  const commitLater = useDebouncedCallback((typed: string) => {
    // A text that the URL has replaced is no longer what the user wants.
    if (typed === text && fits(typed)) commit(typed)
  }, restMs)
  return (
    <TextInput
      {...rest}
      value={text}
      error={fits(text) ? undefined : hint}
      onChange={(event) => {
        setText(event.currentTarget.value)
        commitLater(event.currentTarget.value)
      }}
      onKeyDown={(event: KeyboardEvent<HTMLInputElement>) => {
        if (event.key === 'Enter' && fits(text)) commit(text, { insist: true })
      }}
    />
  )
}
