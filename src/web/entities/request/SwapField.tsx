import { Autocomplete, type AutocompleteProps } from '@mantine/core'
import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Translate } from '../../i18n/catalogue.ts'
import { useT } from '../../i18n/Language.tsx'
import { isNumber, readId, readNumber } from '../../lib/typed.ts'
import { usePersonOptions } from '../person/person-options.tsx'
import { personTitle } from '../person/person-text.ts'
import { personSearchQuery } from '../person/queries.ts'

const optionText = (t: Translate, ext: string, agent: string) => t('requests.swap.option', { ext, agent })

/** The number of a chosen option; null for what is typed. */
const chosenNumber = (text: string): string | null => /^(\d+) · /.exec(text)?.[1] ?? null

/**
 * Who has a typed number, else who alone, beside who has the own number, has a typed name or work number: their number and name. Null
 * for another text.
 */
async function findHolder(
  client: QueryClient,
  text: string,
  own: string,
): Promise<{ ext: string; name: string } | null> {
  const q = readId(text)
  if (q === '') return null
  const { items } = await client.fetchQuery(personSearchQuery(q))
  const holders = items.flatMap(({ ext, ...agent }) =>
    ext === null ? [] : [{ ext, name: personTitle({ ext, ...agent }), workNumber: agent.workNumber }],
  )
  const isMeant = (value: string | null) => value?.toLowerCase() === q.toLowerCase()
  const meant = holders.filter(({ name, workNumber }) => isMeant(name) || isMeant(workNumber))
  const [one = meant[0] ?? null, ...others] = meant.filter(({ ext }) => ext !== own)
  return holders.find(({ ext }) => ext === readNumber(text)) ?? (others.length === 0 ? one : null)
}

/** Returns the number that the field's text means, which may be the own one; null for none. */
export async function findOtherNumber(
  client: QueryClient,
  text: string,
  own: string,
): Promise<string | null> {
  const chosen = chosenNumber(text)
  if (chosen !== null) return chosen
  return (await findHolder(client, text, own))?.ext ?? (isNumber(text) ? readNumber(text) : null)
}

interface SwapFieldProps extends Omit<AutocompleteProps, 'value' | 'onChange'> {
  /** The number of the request, which is no choice. */
  own: string
  value: string
  onChange: (text: string) => void
}

/** The other number of a swap, typed or found by the name, pinyin or work number of who has it. */
export function SwapField({ own, value, onChange, ...props }: SwapFieldProps) {
  const t = useT()
  const client = useQueryClient()
  const [isOpen, setIsOpen] = useState(false)
  // A click elsewhere closes the list before the field loses the focus.
  const { options } = usePersonOptions(value, { enabled: isOpen || value !== '' })
  const typed = readNumber(value)
  // The number before a person with it as work number.
  const labels = options
    .toSorted((a, b) => Number(b.ext === typed) - Number(a.ext === typed))
    .flatMap(({ ext, label }) => (ext === null || ext === own ? [] : [optionText(t, ext, label)]))
  /** Shows whom the text means, so that a work number is not mistaken for a number. */
  async function showHolder(input: HTMLInputElement) {
    const typed = input.value
    if (chosenNumber(typed) !== null) return
    const holder = await findHolder(client, typed, own).catch(() => null)
    if (holder !== null && holder.ext !== own && input.value === typed)
      onChange(optionText(t, holder.ext, holder.name))
  }
  return (
    <Autocomplete
      {...props}
      label={t('requests.swap.with')}
      description={t('requests.swap.with.hint')}
      data={[...new Set(labels)]}
      filter={({ options: all }) => all}
      value={value}
      onChange={onChange}
      onDropdownOpen={() => setIsOpen(true)}
      onDropdownClose={() => setIsOpen(false)}
      onBlur={(event) => void showHolder(event.currentTarget)}
      required
    />
  )
}
