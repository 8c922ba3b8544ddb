import type { PersonFact } from '#contract/people.ts'
import { keyOf, plain, searchText, sortKey } from '../platform/database/names.ts'

/** Maximum length of an indexed text, in characters: PostgreSQL rejects index entries of more than 2,704 bytes. */
const maxIndexedLength = 200

/** The columns of a person that are compared, sorted and searched, from the facts and from the numbers between spaces. */
export function keysOf(
  facts: Partial<Record<PersonFact, { value: string | null }>>,
  exts: string,
  agentUuid: string | null,
) {
  const valueOf = (field: PersonFact) => facts[field]?.value ?? null
  const cut = (text: string | null) => text?.slice(0, maxIndexedLength) ?? null
  const [name, workNumber, department] = [
    valueOf('name'),
    cut(valueOf('workNumber')),
    cut(valueOf('department')),
  ]
  return {
    name,
    name_key: keyOf(cut(name) ?? ''),
    // A person without a name is shown by what is known instead, and sorts by it.
    sort_key: sortKey(name ?? workNumber ?? agentUuid ?? '', workNumber ?? ''),
    work_number: workNumber,
    work_key: plain(workNumber ?? '') || null,
    department,
    // A dash in a sheet says that there is none.
    department_key: keyOf(department ?? '').replace(/^-$/, '') || null,
    email_key: cut(valueOf('email'))?.toLowerCase() ?? null,
    search: searchText(cut(name) ?? '', workNumber ?? '', exts, department ?? ''),
  }
}
