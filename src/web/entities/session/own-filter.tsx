import { Switch } from '@mantine/core'
import { ownFilter as schemas } from '#contract/page.ts'
import { useT } from '../../i18n/Language.tsx'
import { optionalParam } from '../../lib/url-state.ts'
import type { Filter } from '../../ui/table/filters.tsx'
import { limitNames } from './limit-names.ts'
import { useSession } from './SessionContext.tsx'

/** A list's filter by the user's limit; users without a limit have none. */
export const ownFilter = {
  caption: 'filter.own',
  schema: optionalParam(schemas.own),
  place: 'tools',
  Control: ({ value, set }) => {
    const t = useT()
    const { limit } = useSession()
    if (limit === undefined) return null
    return (
      <Switch
        my="auto"
        label={t('filter.own.only')}
        checked={value === '1'}
        onChange={(event) => set(event.currentTarget.checked ? '1' : undefined)}
      />
    )
  },
  useText: () => {
    const { limit } = useSession()
    const t = useT()
    if (limit === undefined) return t('filter.own.none')
    const { departments, pools } = limitNames(limit)
    return [departments, pools].filter((names) => names !== '–').join(' · ')
  },
} satisfies Filter<'1'>
