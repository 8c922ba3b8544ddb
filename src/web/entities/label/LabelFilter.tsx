import { useQuery } from '@tanstack/react-query'
import type { SubjectKind } from '#contract/labels.ts'
import { nameKey } from '#contract/text.ts'
import { useT } from '../../i18n/Language.tsx'
import { FilterSelect, type FilterSelectProps } from '../../ui/form/FilterSelect.tsx'
import { optionalParam } from '../../lib/url-state.ts'
import type { Filter } from '../../ui/table/filters.tsx'
import type * as z from 'zod/mini'
import { knownLabelsQuery } from './queries.ts'

/** Chooses one of the labels in use, the most frequent first. */
function LabelFilter({
  kind,
  value,
  ...props
}: { kind: SubjectKind } & Omit<FilterSelectProps<string>, 'options'>) {
  const t = useT()
  const labelsInUse = useQuery(knownLabelsQuery(kind))
  const labels = (labelsInUse.data?.items ?? []).map(({ label }) => label)
  // Use the spelling of the known label: the URL may have it in a different case.
  const selected = labels.find((label) => value !== undefined && nameKey(label) === nameKey(value)) ?? value
  const all = selected === undefined || labels.includes(selected) ? labels : [selected, ...labels]
  return (
    <FilterSelect
      {...props}
      placeholder={t('labels.any')}
      searchable
      options={all.map((label) => ({ value: label, label }))}
      value={selected}
    />
  )
}

/** A list's filter by a label. */
export const labelFilter = <Schema extends z.ZodMiniType<string | undefined>>(
  kind: SubjectKind,
  schema: Schema,
) =>
  ({
    caption: 'labels.label',
    schema: optionalParam(schema),
    Control: ({ labelProps, value, set }) => (
      <LabelFilter kind={kind} {...labelProps} value={value} onChange={set} />
    ),
    useText: (value) => value,
  }) satisfies Filter<string>
