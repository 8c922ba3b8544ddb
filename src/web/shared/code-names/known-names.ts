import type { CodeName } from '#contract/codes.ts'
import { sharedValue } from '../../lib/shared-value.ts'

const names = sharedValue<ReadonlyMap<string, CodeName>>(new Map())

const keyOf = (field: string, value: string | number) => `${field} ${value}`

/** The dictionary as it was last read, for every raw value that is on screen. */
export const keepCodeNames = (items: readonly CodeName[]): void =>
  names.set(new Map(items.map((item) => [keyOf(item.field, item.value), item])))

/** What admins call a code; undefined where they have not named it, or the dictionary is not there yet. */
export const useKnownName = (field: string, value: string | number): CodeName | undefined =>
  names.use().get(keyOf(field, value))
