import { Box } from '@mantine/core'
import { wrongNumberText } from '../../entities/extension/wrong-number.ts'
import { useT } from '../../i18n/Language.tsx'
import { readRange, typedSearch } from '../../lib/typed.ts'
import { SearchField } from '../../ui/form/SearchField.tsx'
import { FreeViews } from './FreeViews.tsx'
import type { NumbersList } from './numbers-state.ts'

/** The search above the numbers and the runs, and beside it the two views of free numbers. */
export function NumbersTools({ list: { filters, restart } }: { list: NumbersList }) {
  const t = useT()
  const hint = t('numbers.search.hint')
  return (
    <>
      <SearchField
        label={t('numbers.search')}
        hint={(input) => (readRange(input) === null ? hint : wrongNumberText(t, input, hint))}
        value={filters.search}
        schema={typedSearch}
        onCommit={(search) => restart({ search }, { replace: true })}
        flex={{ base: '1 1 8rem', sm: '1 1 12rem' }}
        maw={{ base: '100%', sm: 360 }}
      />
      {filters.state === 'free' && (
        // On a phone, the numbers come first: the explanation of the list leads to the other view.
        <Box visibleFrom="sm">
          <FreeViews current="console" search={filters.search} />
        </Box>
      )}
    </>
  )
}
