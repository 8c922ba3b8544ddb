import { useRef } from 'react'
import { useShortcut } from '../focus/shortcuts.ts'
import { BufferedInput, type BufferedInputProps } from './BufferedInput.tsx'

interface SearchFieldProps extends Omit<BufferedInputProps, 'label' | 'placeholder' | 'hint' | 'ref'> {
  /** The field's accessible name and placeholder. */
  label: string
  /** Shown as the error when the text does not fit; `label` by default. */
  hint?: BufferedInputProps['hint']
}

/** The search field of a list; a shortcut focuses it. */
export function SearchField({ label, hint = label, ...rest }: SearchFieldProps) {
  const input = useRef<HTMLInputElement>(null)
  useShortcut('find', () => input.current?.select())
  return <BufferedInput {...rest} ref={input} aria-label={label} placeholder={label} hint={hint} />
}
