import { Select } from '@mantine/core'
import { readId } from '../../../lib/typed.ts'
import { useT } from '../../../i18n/Language.tsx'
import { messageFor } from '../../../api/message-for.ts'

interface ReferencePickerProps {
  label: string
  value: string | undefined
  onChange: (value: string | undefined) => void
  /** The search includes `also`, the name in the other language. */
  options: readonly { value: string; label: string; also?: string }[]
  pending: boolean
  error: Error | null
}

/** A searchable select for reference data that finds names in both languages. A value outside the list stays visible. */
export function ReferencePicker({ label, value, onChange, options, pending, error }: ReferencePickerProps) {
  const t = useT()
  const also = new Map(options.map((option) => [option.value, option.also ?? '']))
  const known = value === undefined || also.has(value)
  return (
    <Select
      label={label}
      value={value ?? null}
      onChange={(next) => onChange(next ?? undefined)}
      data={[
        ...(known ? [] : [{ value, label: value }]),
        ...options.map((each) => ({ value: each.value, label: each.label })),
      ]}
      filter={({ options: all, search, limit }) => {
        const typed = readId(search).toLowerCase()
        return all
          .filter((each) => {
            if ('group' in each) return false
            return `${each.label} ${each.value} ${also.get(each.value) ?? ''}`.toLowerCase().includes(typed)
          })
          .slice(0, limit)
      }}
      searchable
      clearable
      limit={100}
      clearButtonProps={{ 'aria-label': t('action.clear', { label }) }}
      placeholder={pending ? t('state.loading') : t('picker.any')}
      nothingFoundMessage={t('picker.nothing')}
      error={error === null ? undefined : t(messageFor(error).sentence)}
      withScrollArea={false}
      comboboxProps={{ withinPortal: false }}
      // The listbox itself scrolls: a scroll area around it would need to be focusable too.
      styles={{ options: { maxHeight: '20rem', overflowY: 'auto' } }}
    />
  )
}
