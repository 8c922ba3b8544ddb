import { useRef } from 'react'
import { useShortcut } from '../focus/shortcuts.ts'
import { BufferedInput, type BufferedInputProps } from './BufferedInput.tsx'

interface SearchFieldProps extends Omit<BufferedInputProps, 'label' | 'placeholder' | 'hint' | 'ref'> {
  /** Names the field, and is shown in it while it is empty. */
  label: string
  /** Said when the text does not fit; the label where nothing else is to be said. */
  hint?: string
}

/** The field that a list is searched with; its shortcut focuses it. */
export function SearchField({ label, hint = label, ...rest }: SearchFieldProps) {
  const input = useRef<HTMLInputElement>(null)
  useShortcut('find', () => input.current?.select())
  return <BufferedInput {...rest} ref={input} aria-label={label} placeholder={label} hint={hint} />
}
