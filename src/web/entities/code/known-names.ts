import type { CodeName } from '#contract/codes.ts'
import { sharedValue } from '../../lib/shared-value.ts'

const names = sharedValue<ReadonlyMap<string, CodeName>>(new Map())

const keyOf = (field: string, value: string | number) => `${field} ${value}`

/** Stores the latest dictionary for every raw value on the page. */
export const setCodeNames = (items: readonly CodeName[]): void =>
  names.set(new Map(items.map((item) => [keyOf(item.field, item.value), item])))

/** Returns the administrators' name for a code; `undefined` when it has no name or the dictionary has not loaded yet. */
export const useKnownName = (field: string, value: string | number): CodeName | undefined =>
  names.use().get(keyOf(field, value))
