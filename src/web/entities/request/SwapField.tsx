import { Autocomplete, type AutocompleteProps } from '@mantine/core'
import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Translate } from '../../i18n/catalogue.ts'
import { useT } from '../../i18n/Language.tsx'
import { isNumber, readId, readNumber } from '../../lib/typed.ts'
import { usePersonOptions } from '../person/person-options.tsx'
import { personTitle } from '../person/person-text.ts'
import { personSearchQuery } from '../person/queries.ts'

const optionText = (t: Translate, ext: string, holder: string) =>
  t('requests.swap.option', { ext, agent: holder })

/** The number of a chosen option; null for what is typed. */
const numberOfOption = (text: string): string | null => /^(\d+) · /.exec(text)?.[1] ?? null

/**
 * Who has a typed number, else who alone, beside who has the own number, has a typed name or work number: their number and name. Null
 * for another text.
 */
async function findHolder(
  client: QueryClient,
  text: string,
  ownNumber: string,
): Promise<{ ext: string; name: string } | null> {
  const q = readId(text)
  if (q === '') return null
  const { items } = await client.fetchQuery(personSearchQuery(q))
  const holders = items.flatMap(({ ext, ...person }) =>
    ext === null ? [] : [{ ext, name: personTitle({ ext, ...person }), workNumber: person.workNumber }],
  )
  const isMeant = (value: string | null) => value?.toLowerCase() === q.toLowerCase()
  const matches = holders.filter(({ name, workNumber }) => isMeant(name) || isMeant(workNumber))
  const [holder = matches[0] ?? null, ...further] = matches.filter(({ ext }) => ext !== ownNumber)
  return holders.find(({ ext }) => ext === readNumber(text)) ?? (further.length === 0 ? holder : null)
}

/** Returns the number that the field's text means, which may be the own one; null for none. */
export async function findOtherNumber(
  client: QueryClient,
  text: string,
  ownNumber: string,
): Promise<string | null> {
  const number = numberOfOption(text)
  if (number !== null) return number
  return (await findHolder(client, text, ownNumber))?.ext ?? (isNumber(text) ? readNumber(text) : null)
}

interface SwapFieldProps extends Omit<AutocompleteProps, 'value' | 'onChange'> {
  /** The number of the request, which is no choice. */
  ownNumber: string
  value: string
  onChange: (text: string) => void
}

/** The other number of a swap, typed or found by the name, pinyin or work number of who has it. */
export function SwapField({ ownNumber, value, onChange, ...props }: SwapFieldProps) {
  const t = useT()
  const client = useQueryClient()
  const [isOpen, setIsOpen] = useState(false)
  // A click elsewhere closes the list before the field loses the focus.
  const { options } = usePersonOptions(value, { enabled: isOpen || value !== '' })
  const number = readNumber(value)
  // The number before a person with it as work number.
  const labels = options
    .toSorted((a, b) => Number(b.ext === number) - Number(a.ext === number))
    .flatMap(({ ext, label }) => (ext === null || ext === ownNumber ? [] : [optionText(t, ext, label)]))
  /** Shows whom the text means, so that a work number is not mistaken for a number. */
  async function showHolder(input: HTMLInputElement) {
    const text = input.value
    if (numberOfOption(text) !== null) return
    const holder = await findHolder(client, text, ownNumber).catch(() => null)
    if (holder !== null && holder.ext !== ownNumber && input.value === text)
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
