import * as z from 'zod/mini'
import { useMemo } from 'react'
import { defaultPageSize, pageQuery } from '#contract/page.ts'
import type { MessageKey } from '../../i18n/catalogue.ts'
import { optionalParam, param, parseUrlState, useUrlParams, type Shape } from '../../lib/url-state.ts'

/** The chosen columns: their ids with commas between. */
export const columnsParam = optionalParam(z.string().check(z.regex(/^[\w,]{1,400}$/)))

const pageSize = param(pageQuery.pageSize, defaultPageSize)

/** The place in a list whose pages are counted. */
export const countedPages = { page: param(pageQuery.page, 1), pageSize }

/** The place in a list that is paged by key. */
export const keysetPages = <Keys extends Shape>(keys: Keys) => ({ ...keys, pageSize })

export interface ActiveFilter {
  name: string
  label: MessageKey
  value: unknown
}

/** What the parts of a list need of its state; the same for rows of any kind. */
export interface ListControl {
  /** Filters in force. */
  active: readonly ActiveFilter[]
  isFiltered: boolean
  clearFilters: () => void
  removeFilter: (name: string) => void
  isFirstPage: boolean
  toFirstPage: () => void
  /** Undefined where pages are not counted. */
  page: number | undefined
  goToPage: (page: number) => void
  /** Undefined for a list in one piece. */
  pageSize: number | undefined
  setPageSize: (pageSize: number) => void
  columns: string | undefined
  setColumns: (ids: string | undefined) => void
}

interface Definition<Filters extends Shape, Place extends Shape, Others extends Shape> {
  filters: Filters
  /** Names each filter that is in force. */
  labels: Readonly<Record<keyof Filters, MessageKey>>
  /** `countedPages`, `keysetPages`, or `{}` for a list in one piece. */
  place: Place
  /** What else the page keeps in its URL: an order, an open part. */
  others: Others
}

const numberOrNone = (value: unknown) => (typeof value === 'number' ? value : undefined)
const undefinedOf = (names: readonly string[]): Record<string, undefined> =>
  Object.fromEntries(names.map((name) => [name, undefined]))

/**
 * A list as its URL holds it: filters, place, columns and what else the page keeps there. Every field needs a fallback (`param`,
 * `optionalParam`). `use` is its hook.
 */
export function defineListState<Filters extends Shape, Place extends Shape, Others extends Shape>(
  definition: Definition<Filters, Place, Others>,
) {
  const { filters, place, others } = definition
  const schema = z.object({ ...filters, ...place, ...others, columns: columnsParam })
  const filterSchema = z.object(filters)
  const askedSchema = z.object({ ...filters, ...place })
  type State = z.output<typeof schema>
  const initial = parseUrlState(schema, new URLSearchParams())
  const initialValues = new Map(Object.entries<unknown>(initial))
  const labels = Object.entries<MessageKey>(definition.labels)
  const placeNames = Object.keys(place).filter((name) => name !== 'pageSize')
  const noFilters = undefinedOf(Object.keys(filters))
  const firstPage = undefinedOf(placeNames)

  function useList() {
    const { params, change, latest } = useUrlParams(initial)
    return useMemo(() => {
      const state = parseUrlState(schema, params)
      const values = new Map(Object.entries<unknown>(state))
      const active = labels.flatMap(([name, label]): ActiveFilter[] => {
        const value = values.get(name)
        return value === undefined ? [] : [{ name, label, value }]
      })
      type Change = (changes: Partial<State>, options?: { replace?: boolean }) => void
      const set: Change = change
      const restart: Change = (changes, options) => change({ ...firstPage, ...changes }, options)
      const control: ListControl = {
        active,
        isFiltered: active.length > 0,
        clearFilters: () => change({ ...firstPage, ...noFilters }),
        removeFilter: (name) => change({ ...firstPage, [name]: undefined }),
        isFirstPage: placeNames.every((name) => values.get(name) === initialValues.get(name)),
        toFirstPage: () => change(firstPage),
        page: numberOrNone(values.get('page')),
        goToPage: (page) => change({ page }),
        pageSize: numberOrNone(values.get('pageSize')),
        setPageSize: (pageSize) => change({ ...firstPage, pageSize }),
        columns: parseUrlState(columnsOnly, params).columns,
        setColumns: (columns) => change({ columns }),
      }
      return {
        ...control,
        /** All that the URL holds. */
        state,
        /** The filters alone, as an export takes them. */
        filters: parseUrlState(filterSchema, params),
        /** Filters and place, as the list is asked for. */
        asked: parseUrlState(askedSchema, params),
        /** Changes what leaves the rows and the place as they are. */
        set,
        /** Changes filters, the order or what else the rows depend on, and goes back to the first page. */
        restart,
        /** The filters as the address has them at the time of an action: a change is shown a moment after it was made. */
        latestFilters: () => parseUrlState(filterSchema, latest()),
      }
    }, [params, change, latest])
  }

  return {
    schema,
    /** How the list is asked for at its address without parameters. */
    initial: parseUrlState(askedSchema, new URLSearchParams()),
    /** Leaves the place in the list out of a search. */
    withoutPlace: (search: string): string => {
      const params = new URLSearchParams(search)
      for (const name of placeNames) params.delete(name)
      return params.toString()
    },
    use: useList,
  }
}

const columnsOnly = z.object({ columns: columnsParam })
