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

/** The page's state in the URL, and a setter. `replace` keeps the history short while a text is being typed. */
export function useUrlState<Schema extends UrlSchema>(schema: Schema) {
  const { pathname } = useLocation()
  const [params, setParams] = useSearchParams()
  const state = useMemo(() => parseUrlState(schema, params), [schema, params])
  const set = useCallback(
    (changes: Partial<z.output<Schema>>, options: { replace?: boolean } = {}) => {
      // The next page is on its way and this one only still shown: a late change must not call the reader back.
      if (window.location.pathname !== pathname) return
      const defaults = parseUrlState(schema, new URLSearchParams())
      setParams((current) => changedParams(defaults, current, changes), options)
    },
    [schema, setParams, pathname],
  )
  return [state, set] as const
}
