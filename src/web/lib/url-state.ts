import { useCallback, useMemo } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router-dom'
import { catch as withFallback } from 'zod/mini'
import * as z from 'zod/mini'

/** A search parameter's value, as its schema reads it. */
export type ParamValue = string | number
export type Shape = Readonly<Record<string, z.ZodMiniType<ParamValue | undefined>>>
type UrlSchema<S extends Shape = Shape> = z.ZodMiniObject<S>

/** A search parameter with a schema; a missing or invalid value reads as the fallback. */
export const param = <Schema extends z.ZodMiniType>(schema: Schema, fallback: z.output<Schema>) =>
  withFallback(schema, () => fallback)
export const optionalParam = <Schema extends z.ZodMiniType>(schema: Schema) =>
  withFallback(z.optional(schema), undefined)

/** Parses search parameters with a schema in which every field has a fallback. */
export function parseUrlState<Schema extends z.ZodMiniType>(
  schema: Schema,
  params: URLSearchParams,
): z.output<Schema> {
  return z.parse(schema, Object.fromEntries(params))
}

const entriesOf = (value: object): [string, unknown][] => Object.entries(value)

/** Returns `current` with the changes applied: removes changed values that equal their default, keeps all other parameters. */
export function changeParams(defaults: object, current: URLSearchParams, changes: object): URLSearchParams {
  const next = new URLSearchParams(current)
  const standard = new Map(entriesOf(defaults))
  for (const [name, value] of entriesOf(changes)) {
    const text = typeof value === 'number' ? String(value) : value
    if (typeof text !== 'string' || text === '' || value === standard.get(name)) next.delete(name)
    else next.set(name, text)
  }
  return next
}

interface ChangeOptions {
  /** Replaces the history entry: keeps the history short while the user types. */
  replace?: boolean
}

/** Returns the rendered search parameters, a function that changes some of them, and a function that reads the current URL's. */
export function useUrlParams(defaults: object) {
  const { pathname } = useLocation()
  const [params] = useSearchParams()
  // Stays the same when the URL changes, unlike the setter of `useSearchParams`: what changes with it renders every row again.
  const navigate = useNavigate()
  const change = useCallback(
    (changes: object, options: ChangeOptions = {}) => {
      // The next page is loading while this page is still shown: a late change must not navigate back.
      if (window.location.pathname !== pathname) return
      // Start from the URL: the rendered parameters may lack a change made a moment ago.
      const next = changeParams(defaults, new URLSearchParams(window.location.search), changes)
      void navigate(`?${next}`, { ...options, preventScrollReset: true })
    },
    [defaults, navigate, pathname],
  )
  const latest = useCallback(
    () => (window.location.pathname === pathname ? new URLSearchParams(window.location.search) : params),
    [pathname, params],
  )
  return { params, change, latest }
}

/** Returns a page's state from the URL, and a setter for parts of it. Lists use `defineListState`. */
export function useUrlState<Schema extends UrlSchema>(schema: Schema) {
  const defaults = useMemo(() => parseUrlState(schema, new URLSearchParams()), [schema])
  const { params, change } = useUrlParams(defaults)
  const state = useMemo(() => parseUrlState(schema, params), [schema, params])
  const set: (changes: Partial<z.output<Schema>>, options?: ChangeOptions) => void = change
  return [state, set] as const
}
