import { Badge, Group } from '@mantine/core'
import type { PersonSort, PersonState, Person } from '#contract/people.ts'
import type { Translate } from '../../i18n/catalogue.ts'
import { paths } from '../../lib/paths.ts'
import { noAccountText, personTitle } from '../../entities/person/person-text.ts'
import { LabelList } from '../../entities/label/LabelList.tsx'
import { PlainNumber } from '../../entities/extension/NumberLink.tsx'
import { EmptyValue } from '../../ui/text/EmptyValue.tsx'
import type { Meaning } from '../../ui/text/meaning.ts'
import type { Column } from '../../ui/table/DataTable.tsx'
import type { Sorting } from '../../ui/table/sorting.ts'
import { StateBadge } from '../../ui/text/StateBadge.tsx'
import { PageLink } from '../../ui/layout/PageLink.tsx'

const meanings = { number: 'bound', reserved: 'reserved', none: 'waiting' } as const satisfies Record<
  PersonState,
  Meaning
>

function PersonStateBadge({ person: { state }, t }: { person: Person; t: Translate }) {
  return <StateBadge meaning={meanings[state]}>{t(`people.state.${state}`)}</StateBadge>
}

/** Columns of the directory: the agent, their numbers, and their department. */
export const peopleColumns = (t: Translate, sorting: Sorting<PersonSort>): Column<Person>[] => [
  {
    id: 'name',
    header: t('person.field.name'),
    width: 160,
    ...sorting('name'),
    cell: (person) => (
      <Group gap="xs" wrap="nowrap" maw={260}>
        <PageLink
          to={paths.person(person.agentUuid ?? person.id)}
          fw={600}
          truncate
          title={personTitle(person)}
        >
          {personTitle(person)}
        </PageLink>
        {person.agentUuid === null && <Badge flex="none">{noAccountText(t, person.kind)}</Badge>}
      </Group>
    ),
  },
  {
    id: 'workNumber',
    header: t('people.workNumber'),
    width: 90,
    ...sorting('workNumber'),
    cell: ({ workNumber }) => workNumber ?? <EmptyValue />,
    isEmpty: ({ workNumber }) => workNumber === null,
  },
  {
    id: 'ext',
    header: t('people.extension'),
    width: 110,
    ...sorting('ext'),
    cell: ({ ext, numbers, reserved }) =>
      ext !== null ? (
        <>
          <PlainNumber ext={ext} />
          {numbers > 1 && ` ${t('people.more', { count: numbers - 1 })}`}
        </>
      ) : reserved[0] === undefined ? (
        <EmptyValue />
      ) : (
        <PlainNumber ext={reserved[0].ext} />
      ),
  },
  {
    id: 'state',
    header: t('people.state'),
    width: 120,
    ...sorting('state'),
    cell: (person) => <PersonStateBadge person={person} t={t} />,
  },
  {
    id: 'department',
    header: t('person.field.department'),
    width: 140,
    ...sorting('department'),
    cell: ({ department }) =>
      department === null ? <EmptyValue /> : <span title={department}>{department}</span>,
    isEmpty: ({ department }) => department === null,
  },
  {
    id: 'labels',
    header: t('labels.title'),
    width: 130,
    cell: ({ labels }) => <LabelList labels={labels} to={(label) => paths.people({ label })} />,
    isEmpty: ({ labels }) => labels.length === 0,
  },
]
