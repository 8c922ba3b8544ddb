import { useEffectEvent, useLayoutEffect } from 'react'
import * as z from 'zod/mini'
import { readPreference, writePreference } from '../../lib/preference.ts'
import { sharedValue } from '../../lib/shared-value.ts'
import { isDialogOpen } from '../form/dialogs.tsx'

/**
 * The keys of every shortcut, in the order of the shortcut list: as `KeyboardEvent.key`, lower case. `mod` is Ctrl, or Command on a
 * Mac. A shortcut that the current page does not offer does nothing and is not listed.
 */
export const shortcuts = {
  palette: ['mod+k', '/'],
  help: ['?'],
  findAgent: ['/'],
  find: ['f'],
  nextPage: ['n'],
  previousPage: ['p'],
  refresh: ['r'],
} as const satisfies Record<string, readonly string[]>
export type ShortcutId = keyof typeof shortcuts
const ids = Object.keys(shortcuts).filter((id): id is ShortcutId => id in shortcuts)

const single = sharedValue(readPreference('single-keys', z.boolean(), true))
/** Users whose speech input types single keys can switch them off (WCAG 2.1.4). */
export const useSingleKeys = single.use
export function setSingleKeys(on: boolean): void {
  single.set(on)
  writePreference('single-keys', on)
}

const offered = sharedValue<readonly { id: ShortcutId; run: () => void }[]>([])
/** Returns the shortcuts that the current page offers. */
export const useOffered = offered.use

/** Offers a shortcut while the component is mounted. With several offers, the latest counts. */
export function useShortcut(id: ShortcutId, run: () => void, on = true): void {
  const latest = useEffectEvent(run)
  // A layout effect, since the user may press a key before other effects have run.
  useLayoutEffect(() => {
    if (!on) return undefined
    const offer = { id, run: () => latest() }
    offered.set([...offered.get(), offer])
    return () => offered.set(offered.get().filter((each) => each !== offer))
  }, [id, on])
}

/** True when the element takes text input. */
const takesText = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable ||
    target.matches('input:not([type=checkbox], [type=radio]), textarea, select, [role=textbox]'))

/** Returns the shortcut for the keys. The last match in the list counts, so that a page can override a shortcut of the shell. */
export const idFor = (among: readonly { id: ShortcutId }[], keys: string): ShortcutId | undefined =>
  ids.findLast((id) => shortcuts[id].some((each) => each === keys) && among.some((each) => each.id === id))

function idOf(event: KeyboardEvent): ShortcutId | undefined {
  if (event.defaultPrevented || event.isComposing || event.altKey) return undefined
  // While a dialog is open, all keys belong to the dialog.
  if (isDialogOpen()) return undefined
  const mod = event.ctrlKey || event.metaKey
  // In a text field, a single key is input; with Ctrl, it never is.
  if (!mod && (!single.get() || takesText(event.target))) return undefined
  const key = event.key.toLowerCase()
  // Keyboards differ in the signs that need Shift, so accept Shift with a sign; a letter with Shift is a different key.
  if (event.shiftKey && /^[a-z]$/.test(key)) return undefined
  const pressed = mod ? `mod+${key}` : key
  return idFor(offered.get(), pressed)
}

/** Installs the only listener for shortcuts; used by the shell. */
export function useShortcutKeys(): void {
  useLayoutEffect(() => {
    const hear = (event: KeyboardEvent) => {
      const id = idOf(event)
      const offer = offered.get().findLast((each) => each.id === id)
      if (offer === undefined) return
      event.preventDefault()
      offer.run()
    }
    document.addEventListener('keydown', hear)
    return () => document.removeEventListener('keydown', hear)
  }, [])
}

const isMac = () => /Mac|iPhone|iPad/.test(navigator.userAgent)

/** Returns the keys of a shortcut as they are labeled on the user's keyboard. */
export const keyCaps = (keys: string): string[] =>
  keys.split('+').map((key) => (key === 'mod' ? (isMac() ? '⌘' : 'Ctrl') : key.toUpperCase()))
