import { Button, Group, NativeSelect, Stack, Text } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Person } from '#contract/people.ts'
import type { Translate } from '../../i18n/catalogue.ts'
import { useT } from '../../i18n/Language.tsx'
import { ErrorAlert } from '../../ui/feedback/ErrorAlert.tsx'
import { namesakeHints, noAccountText, personTitle } from './person-text.ts'
import {
  askService,
  asNewColleague,
  asNewResource,
  isAskable,
  personRef,
  type PersonLine,
  type PersonRef,
} from './find-people.ts'
import { similarPeopleQuery } from './queries.ts'

interface UnclearPeopleProps {
  lines: readonly PersonLine[]
  /** The `id` of the person that the user chose for a text. */
  chosenId: (text: string) => string | undefined
  /** `entry`: the directory's entry of the person. */
  onChoose: (text: string, person: PersonRef, entry: Person | null) => void
  /** Reads a list in one line as several lines; not offered without it. */
  onSplit?: (text: string) => void
  /** The user can choose new colleagues too. */
  newColleagues?: boolean
}

/** Lines with suggestions of names, which cost a search each. */
const maxSuggested = 20
/** People that one line offers. */
const maxOffered = 5
/** The value of the note that more people have the name; no id has spaces. */
const moreValue = 'more people'

/** Lists the lines that name no one, with what the user can choose for each. Nothing is chosen beforehand. */
export function UnclearPeople({
  lines,
  chosenId,
  onChoose,
  onSplit,
  newColleagues = false,
}: UnclearPeopleProps) {
  const t = useT()
  const client = useQueryClient()
  const askable = lines.filter((line) => isAskable(line) && chosenId(line.text) === undefined)
  const asking = useMutation({
    mutationFn: (texts: readonly string[]) => askService(client, texts),
    onSuccess: (people) => {
      for (const [text, person] of people) if (person !== null) onChoose(text, person, null)
    },
    meta: { quiet: true },
  })
  const isMissing = ({ text }: PersonLine) => asking.data?.get(text) === null
  const unasked = askable.filter((line) => !isMissing(line))
  return (
    <Stack gap="xs">
      {lines.map((line, index) => {
        const props = {
          line: isMissing(line) ? { ...line, why: 'not-found' as const } : line,
          newColleagues,
          isSuggested: index < maxSuggested,
          chosenId: chosenId(line.text),
          onChoose: (person: PersonRef, entry: Person | null) => onChoose(line.text, person, entry),
          ...(onSplit === undefined ? {} : { onSplit: () => onSplit(line.text) }),
        }
        return line.why === 'ambiguous' ? (
          <SameName key={line.text} {...props} />
        ) : (
          <Unread key={line.text} {...props} />
        )
      })}
      {unasked.length > 0 && (
        <Group>
          <Button
            size="compact-sm"
            loading={asking.isPending}
            onClick={() => asking.mutate(unasked.map(({ text }) => text))}
          >
            {t('people.askService', { count: unasked.length })}
          </Button>
        </Group>
      )}
      <ErrorAlert error={asking.error} />
    </Stack>
  )
}

interface ChoiceProps {
  line: PersonLine
  newColleagues: boolean
  isSuggested: boolean
  chosenId: string | undefined
  onChoose: (person: PersonRef, entry: Person | null) => void
  onSplit?: () => void
}

const isChosen = ({ id, agentUuid }: Person, choice: string | undefined) => (agentUuid ?? id) === choice
const offeredOf = (people: readonly Person[], newColleagues: boolean) =>
  people.filter(({ agentUuid }) => newColleagues || agentUuid !== null)
const textOf = (t: Translate, person: Person) =>
  [
    personTitle(person),
    ...namesakeHints(person, t),
    ...(person.agentUuid === null ? [noAccountText(t, person.kind)] : []),
  ].join(' · ')

/** A choice between people of the same name, with hints that distinguish them. */
function SameName({ line: { text, candidates, total }, newColleagues, chosenId, onChoose }: ChoiceProps) {
  const t = useT()
  const offered = offeredOf(candidates, newColleagues)
  const label = t('people.choose', { name: text })
  const moreCount = total - candidates.length
  if (offered.length === 0)
    return <Text>{t('label.value', { label: text, value: t('people.found.colleague') })}</Text>
  return (
    <NativeSelect
      aria-label={label}
      size="xs"
      value={offered.find((person) => isChosen(person, chosenId))?.id ?? ''}
      data={[
        { value: '', label },
        ...offered.map((person) => ({ value: person.id, label: textOf(t, person) })),
        ...(moreCount > 0
          ? [{ value: moreValue, label: t('people.choose.more', { count: moreCount }), disabled: true }]
          : []),
      ]}
      onChange={(event) => {
        const { value } = event.currentTarget
        const person = offered.find(({ id }) => id === value)
        if (person !== undefined) onChoose(personRef(person), person)
      }}
    />
  )
}

/** Offers the people whom a line may mean: those named in it, else those of a similar name, a new colleague, and a line or room. */
function Unread({ line, newColleagues, isSuggested, chosenId, onChoose, onSplit }: ChoiceProps) {
  const t = useT()
  const { name, candidates, total, parts } = line
  const similar = useQuery({
    ...similarPeopleQuery(name),
    enabled: isSuggested && name !== '' && candidates.length === 0,
  })
  const people = candidates.length > 0 ? candidates : name === '' ? [] : (similar.data?.items ?? [])
  const offered = offeredOf(people, newColleagues)
  /** Those whom neither the directory's answer nor the line has room for. */
  const moreCount = offered.slice(maxOffered).length + (candidates.length > 0 ? total - candidates.length : 0)
  const button = (label: string, person: PersonRef, entry: Person | null) => (
    <Button
      key={person.id}
      size="compact-sm"
      variant={chosenId === person.id ? 'filled' : 'default'}
      aria-pressed={chosenId === person.id}
      onClick={() => onChoose(person, entry)}
    >
      {label}
    </Button>
  )
  return (
    <Group gap="xs">
      <Text>
        {t('label.value', {
          label: line.text.slice(0, 80),
          value: t(
            `people.found.${line.why ?? (line.entry?.kind === 'resource' ? 'resource' : 'colleague')}`,
          ),
        })}
      </Text>
      {offered.slice(0, maxOffered).map((person) => button(textOf(t, person), personRef(person), person))}
      {moreCount > 0 && <Text c="dimmed">{t('people.choose.more', { count: moreCount })}</Text>}
      {parts.length > 1 && onSplit !== undefined && (
        <Button size="compact-sm" variant="default" onClick={onSplit}>
          {t('people.split', { count: parts.length })}
        </Button>
      )}
      {newColleagues && name !== '' && (
        <>
          {button(t('people.new.person', { name }), asNewColleague(line), null)}
          {button(t('people.new.resource', { name: line.text }), asNewResource(line.text), null)}
        </>
      )}
    </Group>
  )
}
