import { Select, type SelectProps } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { noPool } from '#contract/inventory.ts'
import { holds } from '#contract/number-set.ts'
import { nameKey } from '#contract/text.ts'
import { useT } from '../../i18n/Language.tsx'
import { useIsLimited } from '../session/SessionContext.tsx'
import { poolsQuery } from './queries.ts'

interface PoolPickerProps extends Pick<SelectProps, 'label' | 'aria-label' | 'placeholder' | 'size' | 'w'> {
  value: string | undefined
  onChange: (id: string | undefined) => void
  /** Offers the numbers in no pool too, as the value `noPool`. */
  withNoPool?: boolean
  /** Renders nothing when there is no pool to choose. */
  hideWithoutPools?: boolean
}

/** Chooses a pool by its name or one of its numbers. */
export function PoolPicker({
  value,
  onChange,
  withNoPool = false,
  hideWithoutPools = false,
  ...props
}: PoolPickerProps) {
  const t = useT()
  const isLimited = useIsLimited()
  const pools = useQuery({ ...poolsQuery(), meta: { quiet: true } }).data?.items ?? []
  if (hideWithoutPools && pools.length === 0 && value === undefined) return null
  return (
    <Select
      {...props}
      searchable
      clearable
      clearButtonProps={{ 'aria-label': t('action.clear', { label: t('pools.pool') }) }}
      nothingFoundMessage={t('picker.nothing')}
      data={[
        ...pools.map(({ id, name }) => ({ value: id, label: name })),
        ...(withNoPool && !isLimited ? [{ value: noPool, label: t('pools.no') }] : []),
      ]}
      filter={({ options, search }) =>
        options.filter(
          (option) =>
            'value' in option &&
            (nameKey(option.label).includes(nameKey(search.trim())) ||
              pools.some((pool) => pool.id === option.value && holds(pool, search.trim()))),
        )
      }
      value={value ?? null}
      onChange={(id) => onChange(id ?? undefined)}
    />
  )
}
