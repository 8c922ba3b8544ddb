import { TextInput, type TextInputProps } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { useState, type KeyboardEvent } from 'react'
import * as z from 'zod/mini'

interface DraftInputProps extends Omit<TextInputProps, 'value' | 'onChange' | 'error'> {
  /** As the URL has it. */
  value: string | undefined
  schema: z.ZodMiniType<string>
  /** Told when typing rests and the text is empty or fits the schema. */
  onCommit: (value: string | undefined) => void
  /** Said when the text does not fit. */
  hint: string
}

const restMs = 300

/** A text that lands in the URL when typing rests or Enter is pressed; follows the URL when that changes elsewhere. */
export function DraftInput({ value, schema, onCommit, hint, ...rest }: DraftInputProps) {
  const [text, setText] = useState(value ?? '')
  const [seen, setSeen] = useState(value)
  // Told and not yet back from the URL, oldest first: it lands while the next letters are already typed.
  const [told, setTold] = useState<readonly (string | undefined)[]>([])
  if (value !== seen) {
    const own = told.indexOf(value)
    setSeen(value)
    setTold(own < 0 ? [] : told.slice(own + 1))
    if (own < 0 && (value ?? '') !== text.trim()) setText(value ?? '')
  }
  const trimmed = text.trim()
  const fits = trimmed === '' || z.safeParse(schema, trimmed).success
  const commit = (typed: string) => {
    const wanted = typed.trim() === '' ? undefined : typed.trim()
    // A text that has made way for the URL's meanwhile is not what the reader wants any more.
    if (typed !== text || wanted === (told.length > 0 ? told.at(-1) : value)) return
    if (wanted !== undefined && !z.safeParse(schema, wanted).success) return
    setTold([...told, wanted])
    onCommit(wanted)
  }
  const commitLater = useDebouncedCallback(commit, restMs)
  return (
    <TextInput
      {...rest}
      value={text}
      error={fits ? undefined : hint}
      onChange={(event) => {
        setText(event.currentTarget.value)
        commitLater(event.currentTarget.value)
      }}
      onKeyDown={(event: KeyboardEvent<HTMLInputElement>) => {
        if (event.key === 'Enter') commit(event.currentTarget.value)
      }}
    />
  )
}
