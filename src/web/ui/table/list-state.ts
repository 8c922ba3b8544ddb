import * as z from 'zod/mini'
import { useMemo } from 'react'
import { defaultPageSize, pageQuery } from '#contract/page.ts'
import { userPreference } from '../../lib/preference.ts'
import {
  optionalParam,
  param,
  parseUrlState,
  useUrlParams,
  type ParamValue,
  type Shape,
} from '../../lib/url-state.ts'
import type { Filter, TabFilter } from './filters.tsx'
import { mostPrinted, useIsPrinting } from './print-rows.ts'

/** The chosen columns, as comma-separated IDs. */
export const columnsParam = optionalParam(z.string().check(z.regex(/^[\w,]{1,400}$/)))

/** A window this high would stay half empty with fewer rows, px. */
const highWindow = 900
const pageSize = param(
  // Without the default of the API, which knows no window.
  pageQuery.pageSize.def.innerType,
  window.innerHeight >= highWindow ? 50 : defaultPageSize,
)
/** The rows per page that the user chose last, for every list. */
const chosenPageSize = userPreference('pageSize', z.string(), '')

/** The position in a list with page numbers. */
export const countedPages = { page: param(pageQuery.page, 1), pageSize }

/** The position in a list that is paged by key. */
export const keysetPages = <Keys extends Shape>(keys: Keys) => ({ ...keys, pageSize })

interface ActiveFilter {
  name: string
  value: ParamValue
}

/** The state that a list's parts use, for any kind of row. */
export interface ListControl {
  /** The active filters, without those that the page's tabs show. */
  active: readonly ActiveFilter[]
  isFiltered: boolean
  clearFilters: () => void
  removeFilter: (name: string) => void
  setFilter: (name: string, value: ParamValue | undefined, options?: { replace: boolean }) => void
  isFirstPage: boolean
  toFirstPage: () => void
  /** `undefined` for a list without page numbers. */
  page: number | undefined
  goToPage: (page: number) => void
  /** `undefined` for a list without pages. */
  pageSize: number | undefined
  setPageSize: (pageSize: number) => void
  columns: string | undefined
  setColumns: (ids: string | undefined) => void
}

type FilterSet = Readonly<Record<string, Pick<Filter<ParamValue> | TabFilter, 'schema' | 'place'>>>
type SchemasOf<All extends FilterSet> = { [Name in keyof All]: All[Name]['schema'] }
function schemasOf<All extends FilterSet>(set: All): SchemasOf<All>
function schemasOf(set: FilterSet): Shape {
  return Object.fromEntries(Object.entries(set).map(([name, { schema }]) => [name, schema]))
}

interface Definition<All extends FilterSet, Paging extends Shape, ExtraParams extends Shape> {
  filters: All
  /** `countedPages`, `keysetPages`, or `{}` for a list without pages. */
  paging: Paging
  /** Other state in the page's URL: the sort order, an open section. */
  extraParams: ExtraParams
  /** The name under which this browser keeps the order that the user chose last. Without it, the order is in the URL only. */
  keep?: string
}

/** Kept together: an address with one of them has both, since it leaves out the defaults. */
const orderNames: readonly string[] = ['sort', 'order']

const entriesOf = (value: object): [string, unknown][] => Object.entries(value)
const numberOrNone = (value: ParamValue | undefined) => (typeof value === 'number' ? value : undefined)
const undefinedOf = (names: readonly string[]): Record<string, undefined> =>
  Object.fromEntries(names.map((name) => [name, undefined]))

/**
 * Defines a list's state in the URL: filters, paging, columns and other state of the page. Every field needs a fallback (`param`,
 * `optionalParam`). The result's `use` is the hook.
 */
export function defineListState<All extends FilterSet, Paging extends Shape, ExtraParams extends Shape>(
  definition: Definition<All, Paging, ExtraParams>,
) {
  const { paging, extraParams } = definition
  const filters = schemasOf(definition.filters)
  const schema = z.object({ ...filters, ...paging, ...extraParams, columns: columnsParam })
  const shape: Shape = { ...filters, ...paging, ...extraParams }
  const valuesSchema = z.object(shape)
  const valuesIn = (params: URLSearchParams) => new Map(Object.entries(parseUrlState(valuesSchema, params)))
  const filterSchema = z.object(filters)
  const listQuerySchema = z.object({ ...filters, ...paging })
  type State = z.output<typeof schema>
  const initial = parseUrlState(schema, new URLSearchParams())
  const initialValues = valuesIn(new URLSearchParams())
  const chipNames = Object.keys(filters).filter((name) => definition.filters[name]?.place !== 'tabs')
  const positionNames = Object.keys(paging).filter((name) => name !== 'pageSize')
  const noFilters = undefinedOf(Object.keys(filters))
  const firstPage = undefinedOf(positionNames)
  const storedOrder = userPreference(`list.${definition.keep ?? ''}`, z.record(z.string(), z.string()), {})
  const rememberChoices = (changes: object) => {
    const size = entriesOf(changes).find(([name]) => name === 'pageSize')
    if (size !== undefined) chosenPageSize.set(String(size[1]))
    const orderChanges = entriesOf(changes).filter(([name]) => orderNames.includes(name))
    if (definition.keep !== undefined && orderChanges.length > 0)
      storedOrder.set({
        ...storedOrder.get(),
        ...Object.fromEntries(orderChanges.map(([name, value]) => [name, String(value)])),
      })
  }

  /** Adds the order and the rows per page that the user chose last, unless the URL has them. */
  function addChosen(inUrl: URLSearchParams, order: Readonly<Record<string, string>>, rows: string) {
    const params = new URLSearchParams(inUrl)
    if (!orderNames.some((name) => inUrl.has(name)))
      for (const name of orderNames) if (order[name] !== undefined) params.set(name, order[name])
    if (rows !== '' && !inUrl.has('pageSize')) params.set('pageSize', rows)
    return params
  }

  /** What changes the list. The same functions at every address, because the columns have some of them. */
  function changesWith(changeUrl: ReturnType<typeof useUrlParams>['change']) {
    type Change = (changes: Partial<State>, options?: { replace?: boolean }) => void
    const change: typeof changeUrl = (changes, options) => {
      rememberChoices(changes)
      changeUrl(changes, options)
    }
    const set: Change = change
    const restart: Change = (changes, options) => change({ ...firstPage, ...changes }, options)
    return {
      clearFilters: () => change({ ...firstPage, ...noFilters }),
      removeFilter: (name) => change({ ...firstPage, [name]: undefined }),
      setFilter: (name, value, options) => change({ ...firstPage, [name]: value }, options),
      toFirstPage: () => change(firstPage),
      goToPage: (page) => change({ page }),
      setPageSize: (pageSize) => change({ ...firstPage, pageSize }),
      setColumns: (columns) => change({ columns }),
      /** Changes state that affects neither the rows nor the page. */
      set,
      /** Changes filters, the order or other state that affects the rows, and goes back to the first page. */
      restart,
    } satisfies Partial<ListControl> & Record<string, unknown>
  }

  function useList() {
    const { params: inUrl, change: changeUrl, latest } = useUrlParams(initial)
    const remembered = storedOrder.use()
    const rows = chosenPageSize.use()
    const isPrinting = useIsPrinting()
    const changes = useMemo(() => changesWith(changeUrl), [changeUrl])
    return useMemo(() => {
      const params = addChosen(inUrl, remembered, rows)
      if (isPrinting) {
        for (const name of positionNames) params.delete(name)
        params.set('pageSize', String(mostPrinted))
      }
      const state = parseUrlState(schema, params)
      const values = valuesIn(params)
      const active = chipNames.flatMap((name) => {
        const value = values.get(name)
        return value === undefined ? [] : [{ name, value }]
      })
      const control = {
        active,
        isFiltered: Object.keys(filters).some((name) => values.get(name) !== undefined),
        isFirstPage: positionNames.every((name) => values.get(name) === initialValues.get(name)),
        page: numberOrNone(values.get('page')),
        pageSize: numberOrNone(values.get('pageSize')),
        columns: parseUrlState(columnsOnly, params).columns,
        ...changes,
      } satisfies ListControl
      return {
        ...control,
        /** The whole state from the URL. */
        state,
        /** Only the filters, for exports. */
        filters: parseUrlState(filterSchema, params),
        /** Filters and paging, for the list's request. */
        listQuery: parseUrlState(listQuerySchema, params),
        /** Returns the current filters from the URL at the time of an action, since a change renders a moment later. */
        latestFilters: () => parseUrlState(filterSchema, latest()),
      }
    }, [inUrl, remembered, rows, isPrinting, changes, latest])
  }

  return {
    schema,
    /** The list's request when the URL has no parameters. */
    initial: parseUrlState(listQuerySchema, new URLSearchParams()),
    /** Returns only the filters of a search string. */
    filtersIn: (search: string): string =>
      new URLSearchParams([...new URLSearchParams(search)].filter(([name]) => name in filters)).toString(),
    /** Returns the state and the list's request for these parameters, without a component. */
    read: (search: URLSearchParams) => {
      const params = addChosen(search, storedOrder.get(), chosenPageSize.get())
      return { state: parseUrlState(schema, params), listQuery: parseUrlState(listQuerySchema, params) }
    },
    use: useList,
  }
}

const columnsOnly = z.object({ columns: columnsParam })
