import { scanStatusQuery } from '../../entities/extension/scan-status.ts'
import { Box, Button } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { noPool, type NumberItem, type NumberSort } from '#contract/numbers.ts'
import { parseNumberSearch } from '#contract/number-search.ts'
import { ext as extSchema } from '#contract/text.ts'
import { useFirstLoad } from '../../api/first-load.ts'
import type { Visit } from '../../api/first-reads.ts'
import { SimilarPeople } from '../../entities/person/SimilarPeople.tsx'
import { poolsQuery } from '../../entities/pool/queries.ts'
import { openQuery } from '../../entities/reservation/queries.ts'
import { usePermission } from '../../entities/session/SessionContext.tsx'
import { viewsQuery } from '../../entities/view/queries.ts'
import { ViewsMenu } from '../../entities/view/ViewsMenu.tsx'
import { useT } from '../../i18n/Language.tsx'
import { ExportButton } from '../../spreadsheet/write/ExportButton.tsx'
import { exportFormats } from '../../spreadsheet/write/save-export.ts'
import { List } from '../../ui/table/List.tsx'
import { useSorting, type Order } from '../../ui/table/sorting.ts'
import { paths } from '../../lib/paths.ts'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { PageButton } from '../../ui/layout/PageLink.tsx'
import { LookUpNumber } from './LookUpNumber.tsx'
import { numberColumns } from './columns.tsx'
import { FreeViews } from './FreeViews.tsx'
import { numberFilters, numbersList, type NumbersList } from './numbers-filters.tsx'
import { NumbersHeader } from './NumbersHeader.tsx'
import classes from './NumbersPage.module.css'
import { numbersCsv, numbersPageQuery, scanStateOf } from './queries.ts'
import { Runs } from './Runs.tsx'
import { SelectionBar } from './SelectionBar.tsx'
import { NumberPanel } from './NumberPanel.tsx'
import { numberSelection } from './selection.ts'

const numberOf = ({ ext }: NumberItem) => ext

interface ColumnsOf extends Pick<NumbersList, 'restart' | 'set'>, Order<NumberSort> {
  onPage: readonly string[]
  isBeside: boolean
}
/** The same columns until what they show changes, because new columns render every row again. */
function useColumns({ onPage, sort, order, isBeside, restart, set }: ColumnsOf) {
  const t = useT()
  const sorting = useSorting({ sort, order }, restart)
  const withRecord = usePermission('status.read')
  return useMemo(
    () =>
      numberColumns(t, {
        onPage,
        sorting,
        isBeside,
        withRecord,
        open: (ext) => set({ number: ext }, { replace: true }),
      }),
    [t, onPage, sorting, isBeside, withRecord, set],
  )
}

/** Shown while the console knows no number: because it is still reading the service, or because there is none. */
function NoNumbers() {
  const t = useT()
  const canCreate = usePermission('extension.create')
  const { data } = useQuery(scanStatusQuery())
  if (data === undefined) return null
  const scan = scanStateOf(data)
  const texts = {
    off: 'numbers.crawl.off',
    scanning: 'numbers.empty.reading',
    whole: canCreate ? 'numbers.empty.next' : 'numbers.empty.supervisor',
  } as const
  return (
    <EmptyState title={t('numbers.empty')} text={t(texts[scan])}>
      {scan === 'whole' && canCreate && (
        <PageButton variant="filled" to={paths.newExtension()}>
          {t('create.title')}
        </PageButton>
      )}
    </EmptyState>
  )
}

/** True when the pool of the filter was removed. */
function useIsPoolGone(pool: string | undefined): boolean {
  const isOne = pool !== undefined && pool !== noPool
  const pools = useQuery({ ...poolsQuery(), enabled: isOne, meta: { quiet: true } })
  return isOne && pools.data?.items.some(({ id }) => id === pool) === false
}

function PoolGone({ onRemove }: { onRemove: () => void }) {
  const t = useT()
  return (
    <EmptyState title={t('numbers.poolGone')} text={t('numbers.poolGone.next')}>
      <Button variant="filled" onClick={onRemove}>
        {t('numbers.poolGone.remove')}
      </Button>
    </EmptyState>
  )
}

const numbersReads = ({ listQuery, state: { sort, order } }: Pick<NumbersList, 'listQuery' | 'state'>) => ({
  numbers: {
    ...numbersPageQuery({ ...listQuery, sort, order }),
    // The runs have a request of their own.
    enabled: parseNumberSearch(listQuery.search ?? '').kind !== 'run',
  },
  // The holders of reserved numbers decide how wide the columns are, so the rows wait for them.
  reservations: openQuery(),
  status: scanStatusQuery(),
  views: viewsQuery('numbers'),
})

/** Every number that the console has discovered, by its last observed state. */
export function NumbersPage() {
  const t = useT()
  const list = numbersList.use()
  const { filters, state, restart, set, active } = list
  const search = filters.search ?? ''
  const meaning = parseNumberSearch(search)
  const isPoolGone = useIsPoolGone(filters.pool)
  const queries = numbersReads(list)
  const query = useQuery({ ...queries.numbers, enabled: queries.numbers.enabled && !isPoolGone })
  const isLoading = useFirstLoad(query, useQuery(queries.reservations))
  const data = isLoading ? undefined : query.data
  const client = useQueryClient()
  numberSelection.useResetWith(filters)
  const onPage = useMemo(() => (data?.items ?? []).map(numberOf), [data])
  const columns = useColumns({
    onPage,
    sort: state.sort,
    order: state.order,
    isBeside: state.number !== undefined,
    restart,
    set,
  })
  const isNoneFound = data?.total === 0 && !query.isPlaceholderData
  // A complete number without results may be a number that the crawler has never observed.
  const neverSeen =
    extSchema.safeParse(search).success &&
    active.every(({ name }) => name === 'search') &&
    filters.state === undefined &&
    isNoneFound
  const { state: _state, ...otherFilters } = filters
  const tools = filters.state === 'free' && (
    // On a phone, the numbers come first: the explanation of the list leads to the other view.
    <Box visibleFrom="sm">
      <FreeViews current="console" search={filters.search} />
    </Box>
  )
  return (
    <div className={classes.root}>
      <div
        // The panel follows the row in use.
        onFocus={({ target }) => {
          const row = target.closest('tbody tr')?.querySelector<HTMLElement>('[data-open]')?.dataset['open']
          if (state.number !== undefined && row !== undefined && row !== state.number)
            set({ number: row }, { replace: true })
        }}
      >
        <NumbersHeader
          current={filters.state ?? 'all'}
          filters={otherFilters}
          onOpen={(next) => restart({ state: next, number: undefined })}
          matching={query.isPlaceholderData ? undefined : data?.total}
          actions={
            <>
              <ViewsMenu page="numbers" filtersIn={numbersList.filtersIn} />
              <ExportButton
                name="numbers"
                csv={(format) => numbersCsv(client, { filters: list.latestFilters() })(format)}
                formats={exportFormats}
              />
            </>
          }
        />
        {neverSeen && <LookUpNumber key={search} ext={search} />}
        {isNoneFound && meaning.kind === 'text' && search !== '' && <SimilarPeople name={search} />}
        {isPoolGone ? (
          <PoolGone onRemove={() => list.removeFilter('pool')} />
        ) : meaning.kind === 'run' ? (
          <Runs {...{ list, search, tools }} />
        ) : (
          <List
            name="numbers"
            label={t('numbers.title')}
            list={list}
            query={query}
            isLoading={isLoading}
            columns={columns}
            rowKey={numberOf}
            density="compact"
            tools={tools}
            filters={numberFilters}
            foot={<SelectionBar filters={filters} total={data?.total ?? 0} />}
            noMatch={meaning.kind === 'text' && search !== '' ? t('numbers.noMatch') : undefined}
            empty={<NoNumbers />}
          />
        )}
      </div>
      {state.number !== undefined && (
        <NumberPanel
          key={state.number}
          ext={state.number}
          numbers={onPage}
          open={(number) => set({ number }, { replace: true })}
        />
      )}
    </div>
  )
}

NumbersPage.firstReads = ({ search }: Visit) => Object.values(numbersReads(numbersList.read(search)))
