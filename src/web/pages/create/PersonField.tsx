import { Autocomplete, Text, type AutocompleteProps } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery, type QueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { isAgentId } from '#contract/text.ts'
import { hasCode } from '../../api/api-error.ts'
import { PersonOptionText, usePersonOptions } from '../../entities/person/person-options.tsx'
import { personHints } from '../../entities/person/person-text.ts'
import { findPeople, personLinesQuery, type PersonLine } from '../../entities/person/find-people.ts'
import { firstIdleFor } from '../../entities/extension/queries.ts'
import type { FormValues } from '../../entities/creation/values.ts'
import { Message } from '../../i18n/Message.tsx'
import { useT } from '../../i18n/Language.tsx'
import { paths } from '../../lib/paths.ts'
import { canBeUuid, isTypedId, readId } from '../../lib/typed.ts'
import { PageLink } from '../../ui/layout/PageLink.tsx'
import { textColorOf } from '../../ui/text/meaning.ts'

const restMs = 300

/** Why a typed text does not say for whom the number is. */
export type UnclearPerson = 'ambiguous' | 'colleague' | 'resource' | 'unknown'

function whyUnclear({ person, why }: Pick<PersonLine, 'person' | 'why'>, text: string): UnclearPerson | null {
  if (person?.isNewColleague === true) return person.kind === 'resource' ? 'resource' : 'colleague'
  if (person !== null) return null
  if (why === 'ambiguous' || why === 'inside') return 'ambiguous'
  // The service may know a work number that the directory does not, and refuses an unknown one.
  return isAgentId(text) ? null : 'unknown'
}

type Identity = Pick<FormValues, 'agentID' | 'agentType'>
const asTyped = (agentID: string): Identity => ({ agentID, agentType: canBeUuid(agentID) ? '1' : '0' })

/** Returns the agent whom the typed text means, by UUID where the directory knows it, or why it means none. */
export async function identify(
  client: QueryClient,
  { agentID, agentType }: Identity,
): Promise<Identity | UnclearPerson> {
  const text = readId(agentID)
  if (text === '') return { agentID: text, agentType }
  // Without the directory, the service decides.
  const [line] = await findPeople(client, [text]).catch(() => [])
  if (line === undefined) return isAgentId(text) ? asTyped(text) : 'unknown'
  const problem = whyUnclear(line, text)
  if (problem !== null) return problem
  return line.person === null ? asTyped(text) : { agentID: line.person.id, agentType: '1' }
}

/** Shows whom the text means, and the number that they have already. The service is asked only for IDs that the directory does not know. */
function PersonHint({ text, isLeft }: { text: string; isLeft: boolean }) {
  const t = useT()
  const [settled] = useDebouncedValue(text, restMs)
  const isSettled = settled === text
  const [line] = useQuery(personLinesQuery(isSettled && text !== '' ? [text] : [])).data ?? []
  const isUnknown = isSettled && line?.person === null
  const lookUp = useQuery({
    ...firstIdleFor(settled),
    enabled: isUnknown && isLeft && isTypedId(settled),
    placeholderData: undefined,
    meta: { quiet: true },
  })
  if (!isSettled || line === undefined) return null
  const { entry } = line
  const problem = whyUnclear(line, settled)
  const isRefused = isLeft && (problem !== null || hasCode(lookUp.error, 'agent-not-found'))
  if (isRefused)
    return (
      <Text size="xs" c={textColorOf('failed')} component="output">
        {t(problem === null ? 'create.agentID.unknown' : `create.person.${problem}`)}
      </Text>
    )
  const record = lookUp.data?.agent
  const name = entry?.name ?? record?.agentName
  if (problem !== null || name == null) return null
  const hints = entry === null ? [record?.depart ?? ''] : personHints(t, entry)
  return (
    <Text size="xs" c="dimmed" component="output">
      {[name, ...hints].filter((part) => part !== '').join(' · ')}
      {entry !== null && entry.ext !== null && (
        <Text span inherit display="block" c={textColorOf('attention')}>
          {t('reserve.person.has', { agent: name, ext: entry.ext })}
          <Message
            id="sentence.following"
            values={{
              text: (
                <PageLink to={paths.extension(entry.ext)} size="xs">
                  {t('create.open', { ext: entry.ext })}
                </PageLink>
              ),
            }}
          />
        </Text>
      )}
    </Text>
  )
}

interface PersonFieldProps extends Omit<AutocompleteProps, 'value' | 'onChange'> {
  value: string
  onChange: (text: string) => void
}

/** The person for whom the number is: a name, work number or department finds them. What is typed exactly needs no choice from the list. */
export function PersonField({ value, onChange, onBlur, ...rest }: PersonFieldProps) {
  const { options } = usePersonOptions(value, { enabled: readId(value) !== '', binding: true })
  // From the list, or from the link or draft that opened the form. Typed text stays as typed.
  const [selected, setSelected] = useState<{ id: string; label?: string }>({ id: value })
  // The service is asked for what the user chose or finished typing, not for the beginnings.
  const [finished, setFinished] = useState(value)
  const name = selected.label ?? options.find(({ id }) => id === selected.id)?.label
  return (
    <div>
      <Autocomplete
        {...rest}
        value={value === selected.id ? (name ?? value) : value}
        onChange={onChange}
        onOptionSubmit={(id) => {
          setSelected(options.find((option) => option.id === id) ?? { id })
          setFinished(id)
        }}
        onBlur={(event) => {
          setFinished(readId(value))
          if (readId(value) !== value) onChange(readId(value))
          onBlur?.(event)
        }}
        data={options.map(({ id }) => id)}
        filter={({ options: all }) => all}
        renderOption={({ option }) => {
          const person = options.find(({ id }) => id === option.value)
          return person === undefined ? option.value : <PersonOptionText option={person} />
        }}
        autoComplete="off"
        // A refused value moves the focus here, and an open list would cover the error message.
        openOnFocus={false}
      />
      <PersonHint text={readId(value)} isLeft={finished === value} />
    </div>
  )
}
