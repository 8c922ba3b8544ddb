import { useRef } from 'react'
import { extPrefix } from '#contract/text.ts'
import { useT } from '../i18n/Language.tsx'
import { useShortcut } from '../ui/focus/shortcuts.ts'
import { BufferedInput } from '../ui/form/BufferedInput.tsx'

interface NumberSearchProps {
  /** Start of the number, as the URL has it. */
  value: string | undefined
  onCommit: (ext: string | undefined) => void
}

/** Searches a list by the start of its numbers. */
export function NumberSearch({ value, onCommit }: NumberSearchProps) {
  const t = useT()
  const input = useRef<HTMLInputElement>(null)
  useShortcut('find', () => input.current?.select())
  return (
    <BufferedInput
      ref={input}
      value={value}
      schema={extPrefix}
      onCommit={onCommit}
      hint={t('idle.search.hint')}
      aria-label={t('idle.search')}
      placeholder={t('idle.search')}
      inputMode="numeric"
      flex="1 1 7rem"
      maw={{ base: '100%', sm: 260 }}
    />
  )
}
