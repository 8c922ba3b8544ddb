import { TagsInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import * as z from 'zod/mini'
import { labelName, maxLabelLength, maxLabels, type SubjectKind } from '#contract/labels.ts'
import { nameKey } from '#contract/text.ts'
import { readId } from '../../lib/typed.ts'
import { useT } from '../../i18n/Language.tsx'
import { knownLabelsQuery } from './queries.ts'

interface LabelInputProps {
  label: string
  description?: string
  'data-autofocus'?: boolean
  kind: SubjectKind
  value: string[]
  onChange: (labels: string[]) => void
  /** Receives the text that is not a label yet. */
  onSearchChange: (input: string) => void
}

export const areLabels = (labels: readonly string[]): boolean =>
  labels.length <= maxLabels && labels.every((label) => z.safeParse(labelName, label).success)

/** Takes several labels, typed or chosen from the labels in use, most frequent first. */
export function LabelInput({ kind, label, value, onChange, onSearchChange, ...props }: LabelInputProps) {
  const t = useT()
  const labelsInUse = useQuery(knownLabelsQuery(kind))
  const [isOpen, setOpen] = useState(false)
  return (
    <TagsInput
      {...props}
      label={label}
      data={(labelsInUse.data?.items ?? []).map((each) => each.label)}
      value={value}
      onChange={(labels) => onChange(labels.map(readId))}
      onSearchChange={(input) => {
        if (input !== '') setOpen(true)
        onSearchChange(readId(input))
      }}
      dropdownOpened={isOpen}
      onDropdownOpen={() => setOpen(true)}
      onDropdownClose={() => setOpen(false)}
      // Otherwise the list would stay over the button that saves.
      onKeyDown={({ key }) => key === 'Enter' && setOpen(false)}
      isDuplicate={(input, current) => current.some((each) => nameKey(each) === nameKey(input))}
      comboboxProps={{ withinPortal: true }}
      splitChars={[',', ';', '，', '；', '、']}
      acceptValueOnBlur
      maxTags={maxLabels}
      error={areLabels(value) ? undefined : t('labels.wrong', { most: maxLabelLength })}
      clearable
      clearButtonProps={{ 'aria-label': t('action.clear', { label }) }}
    />
  )
}
