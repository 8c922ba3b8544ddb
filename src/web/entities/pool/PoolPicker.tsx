import { useQuery } from '@tanstack/react-query'
import { noPool } from '#contract/numbers.ts'
import { holds } from '#contract/number-set.ts'
import { nameKey } from '#contract/text.ts'
import { useT } from '../../i18n/Language.tsx'
import { FilterSelect, type FilterSelectProps } from '../../ui/form/FilterSelect.tsx'
import { optionalParam } from '../../lib/url-state.ts'
import type { Filter } from '../../ui/table/filters.tsx'
import type * as z from 'zod/mini'
import { useSession } from '../session/SessionContext.tsx'
import { poolsQuery, usePoolName } from './queries.ts'

interface PoolPickerProps extends Omit<FilterSelectProps<string>, 'options'> {
  /** Offers the numbers in no pool too, as the value `noPool`. */
  withNoPool?: boolean
  /** Renders nothing when there is no pool to choose. */
  hideWithoutPools?: boolean
  /** Offers only the pools in which the user may act. */
  ofLimit?: boolean
}

/** Chooses a pool by its name or one of its numbers. */
export function PoolPicker({
  withNoPool = false,
  hideWithoutPools = false,
  ofLimit = false,
  ...props
}: PoolPickerProps) {
  const t = useT()
  const { limit } = useSession()
  const all = useQuery({ ...poolsQuery(), meta: { quiet: true } }).data?.items ?? []
  const pools =
    ofLimit && limit !== undefined ? all.filter((pool) => limit.pools.some(({ id }) => id === pool.id)) : all
  if (hideWithoutPools && pools.length === 0 && props.value === undefined) return null
  return (
    <FilterSelect
      {...props}
      searchable
      options={[
        ...pools.map(({ id, name }) => ({ value: id, label: name })),
        ...(withNoPool ? [{ value: noPool, label: t('pools.no') }] : []),
      ]}
      filter={({ options, search }) =>
        options.filter(
          (option) =>
            'value' in option &&
            (nameKey(option.label).includes(nameKey(search.trim())) ||
              pools.some((pool) => pool.id === option.value && holds(pool, search.trim()))),
        )
      }
    />
  )
}

/** A list's filter by a pool, or by no pool. */
export const poolFilter = <Schema extends z.ZodMiniType<string | undefined>>(schema: Schema) =>
  ({
    caption: 'pools.pool',
    schema: optionalParam(schema),
    Control: ({ label, value, set }) => {
      const t = useT()
      return <PoolPicker label={label} placeholder={t('pools.any')} value={value} onChange={set} withNoPool />
    },
    useText: (value) => {
      const t = useT()
      const name = usePoolName(value)
      return value === noPool ? t('pools.no') : name
    },
  }) satisfies Filter<string>
