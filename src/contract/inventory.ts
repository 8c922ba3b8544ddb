/**
 * What the console last saw of an extension. `free` and `bound` by bindStatus (upstream-facts 2.1), `unknown` by any other
 * or none; `not-seen-free` was free and no longer among the idle ones; `gone` the service said that it does not know it.
 */
export const inventoryStates = ['free', 'bound', 'not-seen-free', 'unknown', 'gone'] as const
export type InventoryState = (typeof inventoryStates)[number]
