import { Select, type SelectProps } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { noPool } from '#contract/inventory.ts'
import { useT } from '../../i18n/Language.tsx'
import { poolsQuery } from './queries.ts'

interface PoolPickerProps extends Pick<SelectProps, 'label' | 'aria-label' | 'placeholder' | 'size' | 'w'> {
  value: string | undefined
  onChange: (id: string | undefined) => void
  /** Offers the numbers in no pool too, as the value `noPool`. */
  withNoPool?: boolean
  /** Renders nothing when there is no pool to choose. */
  hideWithoutPools?: boolean
}

/** Chooses a named pool. */
export function PoolPicker({
  value,
  onChange,
  withNoPool = false,
  hideWithoutPools = false,
  ...props
}: PoolPickerProps) {
  const t = useT()
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
        ...(withNoPool ? [{ value: noPool, label: t('pools.no') }] : []),
      ]}
      value={value ?? null}
      onChange={(id) => onChange(id ?? undefined)}
      comboboxProps={{ withinPortal: false }}
    />
  )
}
