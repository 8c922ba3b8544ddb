import { useCallback, useMemo } from 'react'
import { useLocation, useSearchParams } from 'react-router-dom'
import { catch as withFallback } from 'zod/mini'
import * as z from 'zod/mini'

type Shape = Readonly<Record<string, z.ZodMiniType>>
export type UrlSchema<S extends Shape = Shape> = z.ZodMiniObject<S>

/** A search parameter read by a schema; rubbish and absence read as the fallback. */
export const param = <Schema extends z.ZodMiniType>(schema: Schema, fallback: z.output<Schema>) =>
  withFallback(schema, () => fallback)
export const optionalParam = <Schema extends z.ZodMiniType>(schema: Schema) =>
  withFallback(z.optional(schema), undefined)

/** Reads search parameters by a schema whose every field has a fallback. */
export function parseUrlState<Schema extends UrlSchema>(
  schema: Schema,
  params: URLSearchParams,
): z.output<Schema> {
  return z.parse(schema, Object.fromEntries(params))
}

const entriesOf = (value: object): [string, unknown][] => Object.entries(value)

/** `current` with the changes applied: defaults are left out, other parameters stay, and a changed filter goes back to page 1. */
export function changedParams(defaults: object, current: URLSearchParams, changes: object): URLSearchParams {
  const next = new URLSearchParams(current)
  const standard = new Map(entriesOf(defaults))
  if (!('page' in changes)) next.delete('page')
  for (const [name, value] of entriesOf(changes)) {
    const text = typeof value === 'number' ? String(value) : value
    if (typeof text !== 'string' || text === '' || value === standard.get(name)) next.delete(name)
    else next.set(name, text)
  }
  return next
}

/**
 * The page's state in the URL as it is shown, a setter, and the state as the address has it at the time of an action: a change
 * is shown a moment after it was made. `replace` keeps the history short while a text is being typed.
 */
export function useUrlState<Schema extends UrlSchema>(schema: Schema) {
  const { pathname } = useLocation()
  const [params, setParams] = useSearchParams()
  const state = useMemo(() => parseUrlState(schema, params), [schema, params])
  const set = useCallback(
    (changes: Partial<z.output<Schema>>, options: { replace?: boolean } = {}) => {
      // The next page is on its way and this one only still shown: a late change must not call the reader back.
      if (window.location.pathname !== pathname) return
      const defaults = parseUrlState(schema, new URLSearchParams())
      // Not what is shown: a change made a moment ago would be lost.
      const next = changedParams(defaults, new URLSearchParams(window.location.search), changes)
      setParams(next, options)
    },
    [schema, setParams, pathname],
  )
  const latest = useCallback(
    () =>
      window.location.pathname === pathname
        ? parseUrlState(schema, new URLSearchParams(window.location.search))
        : state,
    [schema, pathname, state],
  )
  return [state, set, latest] as const
}
