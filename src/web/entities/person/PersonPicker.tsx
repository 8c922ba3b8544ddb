import { Select, type SelectProps } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import * as z from 'zod/mini'
import { personKinds, type PersonKind } from '#contract/reservations.ts'
import { agentId, agentUuid, isUuid } from '#contract/text.ts'
import { messageFor } from '../../api/message-for.ts'
import { useT } from '../../i18n/Language.tsx'
import { isTypedId } from '../../lib/typed.ts'
import { PersonOptionText, optionOf, optionOfUnknown, usePersonOptions } from './person-options.tsx'
import { askService } from './find-people.ts'
import { personQuery } from './queries.ts'

/** The values of the options for a new colleague, a line or room, and a look-up, and of the note that more people match; no id has spaces. */
const newValues = { person: 'new colleague', resource: 'new resource' } as const
const askValue = 'ask the service'
const moreValue = 'more people'

interface PersonPickerProps extends Pick<
  SelectProps,
  | 'aria-label'
  | 'autoFocus'
  | 'className'
  | 'description'
  | 'error'
  | 'placeholder'
  | 'required'
  | 'size'
  | 'w'
> {
  /** Omit it when there is an `aria-label`. */
  label?: string
  /** The UUID of the chosen agent, or the ID of a new colleague; with `workNumbers` also a work number. */
  value: string | undefined
  onChange: (agentUuid: string | undefined, name: string | null, isNewColleague: boolean) => void
  /** The user can choose new colleagues too. */
  newColleagues?: boolean
  /** Offers a new colleague, and a line or room, with the typed name, after everyone who is known; no colleague for a number, and neither for a UUID. */
  onNew?: (name: string, kind: PersonKind) => void
  'data-autofocus'?: boolean | undefined
  /** Accepts a typed work number as the value. Otherwise only a typed UUID is accepted, and a work number finds its agent. */
  workNumbers?: boolean
}

/**
 * Chooses an agent by part of the name, pinyin, work number, extension, department or UUID. Each option has hints that distinguish
 * agents of the same name. A UUID that the directory does not know is accepted as typed.
 */
export function PersonPicker({
  value,
  onChange,
  label,
  newColleagues = false,
  workNumbers = false,
  onNew,
  ...props
}: PersonPickerProps) {
  const t = useT()
  const [input, setInput] = useState('')
  const [isOpen, setIsOpen] = useState(false)
  const isAgentUuid = z.safeParse(agentUuid, value).success
  const person = useQuery({ ...personQuery(value ?? ''), enabled: isAgentUuid }).data
  const {
    q,
    options: matches,
    isPending,
    moreCount,
    error,
  } = usePersonOptions(input, { newColleagues, enabled: isOpen })
  const client = useQueryClient()
  const asking = useMutation({
    mutationFn: async (id: string) => (await askService(client, [id])).get(id) ?? null,
    onSuccess: (match) => {
      if (match !== null) onChange(match.id, match.name, false)
    },
    meta: { quiet: true },
  })
  const askError =
    asking.data === null
      ? t('people.lookUp.none', { agent: asking.variables })
      : asking.error === null
        ? null
        : messageFor(asking.error).sentence
  // Before the directory has answered, the name may be that of a person who is known.
  const isId = /\d/.test(q)
  const optionOfTyped = (id: string) => optionOfUnknown(id, null)
  const options = new Map(matches.map((option) => [option.id, option]))
  if (value !== undefined && (person !== undefined || !options.has(value)))
    options.set(value, person === undefined ? optionOfTyped(value) : optionOf(person, t))
  // A name of eight letters has the form of a UUID too.
  if (isOpen && isId && !options.has(q) && z.safeParse(workNumbers ? agentId : agentUuid, q).success)
    options.set(q, optionOfTyped(q))
  // The service alone may know a new account's work number. It is asked when the user says so, not for what is being typed.
  const canAsk =
    isOpen &&
    !workNumbers &&
    !isPending &&
    error === null &&
    isTypedId(q) &&
    !matches.some(({ id }) => id === q)
  const canAdd = onNew !== undefined && isOpen && !isPending && error === null && /\p{L}/u.test(input)
  const newKinds = canAdd ? personKinds.filter((kind) => (kind === 'resource' ? !isUuid(q) : !isId)) : []
  return (
    <Select
      {...props}
      error={askError ?? props.error}
      label={label}
      searchable
      clearable
      clearButtonProps={{ 'aria-label': t('action.clear', { label: label ?? props['aria-label'] ?? '' }) }}
      nothingFoundMessage={t(
        isPending ? 'state.loading' : error === null ? 'people.search.nothing' : messageFor(error).sentence,
      )}
      data={[
        ...[...options.values()].map((option) => ({ value: option.id, label: option.label })),
        ...(moreCount > 0 && isOpen
          ? [{ value: moreValue, label: t('people.search.more', { count: moreCount }), disabled: true }]
          : []),
        ...newKinds.map((kind) => ({
          value: newValues[kind],
          label: t(`people.new.${kind}`, { name: input.trim() }),
        })),
        ...(canAsk ? [{ value: askValue, label: t('people.askService.for', { agent: q }) }] : []),
      ]}
      filter={({ options: all }) => all}
      renderOption={({ option: { value: id, label: text } }) => {
        if (id === moreValue || id === askValue) return text
        const kind = newKinds.find((each) => newValues[each] === id)
        if (kind === undefined) return <PersonOptionText option={options.get(id) ?? optionOfTyped(id)} />
        const hint = t(`people.new.${kind}.hint`)
        return (
          <PersonOptionText
            option={{ id, isNewColleague: false, name: null, label: text, ext: null, hint }}
          />
        )
      }}
      value={value ?? null}
      onDropdownOpen={() => setIsOpen(true)}
      onDropdownClose={() => setIsOpen(false)}
      searchValue={input}
      onSearchChange={setInput}
      onChange={(next) => {
        // A new value writes its name here. A field that only adds people is empty again.
        if (value === undefined) setInput('')
        const kind = newKinds.find((each) => newValues[each] === next)
        if (kind !== undefined) return onNew?.(input.trim(), kind)
        if (next === askValue) return asking.mutate(q)
        asking.reset()
        const option = options.get(next ?? '')
        return onChange(next ?? undefined, option?.name ?? null, option?.isNewColleague ?? false)
      }}
    />
  )
}
