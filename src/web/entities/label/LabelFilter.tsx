import { Select, type SelectProps } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { SubjectKind } from '#contract/labels.ts'
import { nameKey } from '#contract/text.ts'
import { useT } from '../../i18n/Language.tsx'
import { knownLabelsQuery } from './queries.ts'

interface LabelFilterProps extends Pick<SelectProps, 'label' | 'aria-label'> {
  kind: SubjectKind
  value: string | undefined
  onChange: (label: string | undefined) => void
}

/** Chooses one of the labels in use, the most frequent first. */
export function LabelFilter({ kind, value, onChange, ...props }: LabelFilterProps) {
  const t = useT()
  const known = useQuery(knownLabelsQuery(kind))
  const labels = (known.data?.items ?? []).map(({ label }) => label)
  // Use the spelling of the known label: the URL may have it in a different case.
  const chosen = labels.find((label) => value !== undefined && nameKey(label) === nameKey(value)) ?? value
  return (
    <Select
      {...props}
      placeholder={t('labels.any')}
      searchable
      clearable
      clearButtonProps={{ 'aria-label': t('action.clear', { label: t('labels.label') }) }}
      nothingFoundMessage={t('picker.nothing')}
      data={chosen === undefined || labels.includes(chosen) ? labels : [chosen, ...labels]}
      value={chosen ?? null}
      onChange={(label) => onChange(label ?? undefined)}
    />
  )
}
