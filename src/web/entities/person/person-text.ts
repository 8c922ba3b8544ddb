import type { Person } from '#contract/people.ts'
import type { PersonKind } from '#contract/reservations.ts'
import type { Translate } from '../../i18n/catalogue.ts'

/** Returns an agent's name; without a name, the work number, UUID or directory ID. */
export const personTitle = ({ name, workNumber, agentUuid, id }: Person): string =>
  name ?? workNumber ?? agentUuid ?? id

/** The word for who or what has no account of the service. */
export const noAccountText = (t: Translate, kind: PersonKind | undefined): string =>
  t(kind === 'resource' ? 'people.kind.resource' : 'people.colleague')

/** A person as far as known. */
export interface NamedPerson {
  name: string | null
  workNumber?: string | null | undefined
  department?: string | null | undefined
}

/** Returns a named person's work number, and the department. */
export const personHints = (t: Translate, { name, workNumber, department }: NamedPerson): string[] =>
  [
    name === null || workNumber == null ? null : t('person.hint.workNumber', { workNumber }),
    department,
  ].filter((hint) => hint != null)

/** `Ada Shore · Work no. 1005 · Sales`; `unnamed` in place of a missing name. */
export const personText = (t: Translate, person: NamedPerson, unnamed: string): string =>
  [person.name ?? unnamed, ...personHints(t, person)].join(' · ')

/** Returns what distinguishes agents of the same name: extension, work number and department, as far as known, else the UUID. */
export function namesakeHints(person: Person, t: Translate): string[] {
  const { name, ext, agentUuid } = person
  const hints = [...(ext === null ? [] : [t('person.hint.ext', { ext })]), ...personHints(t, person)]
  return hints.length > 0 || name === null || agentUuid === null ? hints : [agentUuid]
}
