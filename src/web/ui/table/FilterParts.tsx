import { Button, Group } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { useT } from '../../i18n/Language.tsx'
import type { ParamValue } from '../../lib/url-state.ts'
import type { Filter, Filters } from './filters.tsx'
import type { ListControl } from './list-state.ts'

interface FilterPartProps<Answer> {
  list: ListControl
  filters: Filters<Answer>
  answer: Answer | undefined
}

interface FilterControlsProps<Answer> extends FilterPartProps<Answer> {
  place: Filter<ParamValue>['place']
}

/** The controls of the filters in one place. */
export function FilterControls<Answer>({ list, filters, answer, place }: FilterControlsProps<Answer>) {
  const t = useT()
  return Object.entries(filters).flatMap(([id, filter]) => {
    if (filter.place === 'tabs' || filter.place !== place) return []
    const { caption, Control } = filter
    return (
      <Control
        key={id}
        label={t(caption)}
        labelProps={
          place === 'tools'
            ? { 'aria-label': t(caption), w: { base: '100%', xs: 180 } }
            : { label: t(caption) }
        }
        value={list.active.find(({ name }) => name === id)?.value}
        answer={answer}
        set={(value, options) => list.setFilter(id, value, options)}
      />
    )
  })
}

interface ChipProps<Answer> {
  filter: Filter<ParamValue, Answer>
  value: ParamValue
  answer: Answer | undefined
  onRemove: () => void
}

/** An active filter, with a button that removes it. */
function Chip<Answer>({ filter: { caption, useText }, value, answer, onRemove }: ChipProps<Answer>) {
  const t = useT()
  // oxlint-disable-next-line react/hooks -- Its key is the filter's name: a chip never changes its filter.
  const words = useText(value, answer)
  const text = t('label.value', { label: t(caption), value: words ?? String(value) })
  return (
    <Button
      size="compact-sm"
      radius="xl"
      data-print
      fw={400}
      rightSection={<IconX size={12} aria-hidden />}
      aria-label={t('filters.remove', { filter: text })}
      onClick={onRemove}
    >
      {text}
    </Button>
  )
}

interface FilterChipsProps<Answer> extends FilterPartProps<Answer> {
  /** Shows the button that clears all filters; false when the empty result has it. */
  withClear?: boolean
}

/** The active filters, each with a button that removes it. */
export function FilterChips<Answer>(props: FilterChipsProps<Answer>) {
  const { list, filters, answer, withClear = true } = props
  const t = useT()
  if (list.active.length === 0) return null
  return (
    <Group gap="xs" mb="sm" component="section" aria-label={t('filters.active')}>
      {list.active.map(({ name, value }) => {
        const filter = filters[name]
        return (
          filter !== undefined &&
          filter.place !== 'tabs' && (
            <Chip key={name} {...{ filter, value, answer }} onRemove={() => list.removeFilter(name)} />
          )
        )
      })}
      {withClear && (
        <Button size="compact-xs" variant="subtle" onClick={list.clearFilters}>
          {t('action.clearFilters')}
        </Button>
      )}
    </Group>
  )
}
