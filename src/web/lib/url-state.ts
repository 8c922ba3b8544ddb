import { useCallback, useMemo } from 'react'
import { useLocation, useSearchParams } from 'react-router-dom'
import { catch as withFallback } from 'zod/mini'
import * as z from 'zod/mini'

export type Shape = Readonly<Record<string, z.ZodMiniType>>
type UrlSchema<S extends Shape = Shape> = z.ZodMiniObject<S>

/** A search parameter read by a schema; rubbish and absence read as the fallback. */
export const param = <Schema extends z.ZodMiniType>(schema: Schema, fallback: z.output<Schema>) =>
  withFallback(schema, () => fallback)
export const optionalParam = <Schema extends z.ZodMiniType>(schema: Schema) =>
  withFallback(z.optional(schema), undefined)

/** Reads search parameters by a schema whose every field has a fallback. */
export function parseUrlState<Schema extends z.ZodMiniType>(
  schema: Schema,
  params: URLSearchParams,
): z.output<Schema> {
  return z.parse(schema, Object.fromEntries(params))
}

const entriesOf = (value: object): [string, unknown][] => Object.entries(value)

/** `current` with the changes applied: defaults are left out, all other parameters stay. */
export function changedParams(defaults: object, current: URLSearchParams, changes: object): URLSearchParams {
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
  /** Keeps the history short while a text is being typed. */
  replace?: boolean
}

/** The search parameters as they are shown, a function that changes some of them, and the parameters as the address has them now. */
export function useUrlParams(defaults: object) {
  const { pathname } = useLocation()
  const [params, setParams] = useSearchParams()
  const change = useCallback(
    (changes: object, options: ChangeOptions = {}) => {
      // The next page is on its way and this one only still shown: a late change must not call the reader back.
      if (window.location.pathname !== pathname) return
      // Not what is shown: a change made a moment ago would be lost.
      setParams(changedParams(defaults, new URLSearchParams(window.location.search), changes), options)
    },
    [defaults, setParams, pathname],
  )
  const latest = useCallback(
    () => (window.location.pathname === pathname ? new URLSearchParams(window.location.search) : params),
    [pathname, params],
  )
  return { params, change, latest }
}

/** A page's state in the URL, and a setter of some of it. A list has `defineListState`. */
export function useUrlState<Schema extends UrlSchema>(schema: Schema) {
  const defaults = useMemo(() => parseUrlState(schema, new URLSearchParams()), [schema])
  const { params, change } = useUrlParams(defaults)
  const state = useMemo(() => parseUrlState(schema, params), [schema, params])
  const set: (changes: Partial<z.output<Schema>>, options?: ChangeOptions) => void = change
  return [state, set] as const
}
