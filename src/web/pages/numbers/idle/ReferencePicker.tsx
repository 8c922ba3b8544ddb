import { Select } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import { readId } from '../../../lib/typed.ts'
import { useT } from '../../../i18n/Language.tsx'
import { messageFor } from '../../../api/message-for.ts'

interface ReferencePickerProps<Item> {
  label: string
  /** The `idOf` an item. */
  value: string | undefined
  onChange: (item: Item | undefined) => void
  /** The items in the user's language, and in the other one. */
  here: UseQueryResult<{ items: Item[] }>
  other: UseQueryResult<{ items: Item[] }>
  idOf: (item: Item) => string
  nameOf: (item: Item) => string
}

/** A searchable select for reference data that finds names in both languages. A value outside the list stays visible. */
export function ReferencePicker<Item>(props: ReferencePickerProps<Item>) {
  const { label, value, onChange, here, other, idOf, nameOf } = props
  const t = useT()
  const items = new Map(here.data?.items.map((item) => [idOf(item), item]))
  const also = new Map(other.data?.items.map((item) => [idOf(item), nameOf(item)]))
  const known = value === undefined || items.has(value)
  return (
    <Select
      label={label}
      value={value ?? null}
      onChange={(next) => onChange(items.get(next ?? ''))}
      data={[
        ...(known ? [] : [{ value, label: value }]),
        ...[...items].map(([id, item]) => ({ value: id, label: nameOf(item) })),
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
      placeholder={here.isPending ? t('state.loading') : t('picker.any')}
      nothingFoundMessage={t('picker.nothing')}
      error={here.error === null ? undefined : t(messageFor(here.error).sentence)}
      withScrollArea={false}
      // The listbox itself scrolls: a scroll area around it would need to be focusable too.
      styles={{ options: { maxHeight: '20rem', overflowY: 'auto' } }}
    />
  )
}
