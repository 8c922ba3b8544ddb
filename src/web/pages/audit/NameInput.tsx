import { Autocomplete } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState, type KeyboardEvent } from 'react'
import { isNumber, readNumber } from '../../lib/typed.ts'
import { useT } from '../../i18n/Language.tsx'
import { useBufferedInput } from '../../ui/form/use-buffered-input.ts'
import { auditNamesQuery } from '../../entities/audit/queries.ts'

interface NameInputProps {
  of: 'actor' | 'object'
  label: string
  placeholder: string
  /** The value in the URL. */
  value: string | undefined
  onCommit: (value: string | undefined) => void
}

const restMs = 200
/** Returns an extension number as it is recorded, and any other name as typed. */
const asTyped = (text: string) => (isNumber(text) ? readNumber(text) : text)

/**
 * Filters by the full name of an actor or object. Suggests recorded names while the user types; Enter, choosing a
 * name, or leaving the field applies the filter.
 */
export function NameInput({ of, label, placeholder, value, onCommit }: NameInputProps) {
  const t = useT()
  const { text, setText, commit } = useBufferedInput(value, onCommit)
  const [focused, setFocused] = useState(false)
  const [start] = useDebouncedValue(asTyped(text).trim(), restMs)
  const { data } = useQuery({ ...auditNamesQuery(of, start), enabled: focused })
  return (
    <Autocomplete
      label={label}
      placeholder={placeholder}
      data={data?.items ?? []}
      filter={({ options }) => options}
      value={text}
      maxLength={512}
      autoComplete="off"
      clearable
      clearButtonProps={{ 'aria-label': t('action.clear', { label }) }}
      onClear={() => commit('')}
      onChange={setText}
      onOptionSubmit={(name) => commit(name)}
      onFocus={() => setFocused(true)}
      onBlur={() => {
        setFocused(false)
        commit(asTyped(text))
      }}
      onKeyDown={(event: KeyboardEvent<HTMLInputElement>) => {
        if (event.key === 'Enter' && event.currentTarget.getAttribute('aria-activedescendant') === null)
          commit(asTyped(text), { insist: true })
      }}
      withScrollArea={false}
      comboboxProps={{ withinPortal: false }}
    />
  )
}
