import { Autocomplete, type AutocompleteProps } from '@mantine/core'
import { useState } from 'react'
import { useT } from '../../i18n/Language.tsx'
import { useAgentOptions } from '../person/agent-options.tsx'

/** Returns the number that the field's text begins with; empty for another text. */
export const otherNumberIn = (text: string): string => /^\s*(\d+)/.exec(text)?.[1] ?? ''

interface SwapFieldProps extends Pick<AutocompleteProps, 'error'> {
  /** The number of the request, which is no choice. */
  own: string
  value: string
  onChange: (text: string) => void
}

/** The other number of a swap, typed or found by the name, pinyin or work number of who has it. */
export function SwapField({ own, value, onChange, error }: SwapFieldProps) {
  const t = useT()
  const [isOpen, setIsOpen] = useState(false)
  // A click elsewhere closes the list before the field loses the focus.
  const { options } = useAgentOptions(value, { enabled: isOpen || value !== '' })
  const labels = new Map(
    options.flatMap(({ ext, label }) =>
      ext === null || ext === own ? [] : [[t('requests.swap.option', { ext, agent: label }), label] as const],
    ),
  )
  // A whole name that only one person has needs no choice.
  const [only, ...others] = [...labels].filter(
    ([, label]) => label.toLowerCase() === value.trim().toLowerCase(),
  )
  return (
    <Autocomplete
      label={t('requests.swap.with')}
      description={t('requests.swap.with.hint')}
      data={[...labels.keys()]}
      filter={({ options: all }) => all}
      value={value}
      onChange={onChange}
      onDropdownOpen={() => setIsOpen(true)}
      onDropdownClose={() => setIsOpen(false)}
      onBlur={() => {
        if (only !== undefined && others.length === 0) onChange(only[0])
      }}
      error={error}
      required
    />
  )
}
