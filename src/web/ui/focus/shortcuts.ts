import { useEffectEvent, useLayoutEffect } from 'react'
import * as z from 'zod/mini'
import { readPreference, writePreference } from '../../lib/preference.ts'
import { sharedValue } from '../../lib/shared-value.ts'
import { overlayWanted } from './overlay.ts'

/**
 * The keys of every shortcut of the console, in the order they are listed: as `KeyboardEvent.key`, lower case; `mod` is Ctrl, and
 * Command on a Mac. What a page does not offer does nothing there and is not listed.
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
/** Single keys can be switched off, for those whose speech input types them (WCAG 2.1.4). */
export const useSingleKeys = single.use
export function setSingleKeys(on: boolean): void {
  single.set(on)
  writePreference('single-keys', on)
}

const offered = sharedValue<readonly { id: ShortcutId; run: () => void }[]>([])
/** The shortcuts that do something on the page as it is. */
export const useOffered = offered.use

/** Offers a shortcut for as long as the component is shown; of several offers the latest counts. */
export function useShortcut(id: ShortcutId, run: () => void, on = true): void {
  const latest = useEffectEvent(run)
  // What is seen hears its keys: a key may be pressed before the other effects have run.
  useLayoutEffect(() => {
    if (!on) return undefined
    const offer = { id, run: () => latest() }
    offered.set([...offered.get(), offer])
    return () => offered.set(offered.get().filter((each) => each !== offer))
  }, [id, on])
}

/** Whether what is typed there is text. */
const takesText = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable ||
    target.matches('input:not([type=checkbox], [type=radio]), textarea, select, [role=textbox]'))

/** What keys do: a page may give those of the shell another meaning while it is shown, so of several the one listed last counts. */
export const idFor = (among: readonly { id: ShortcutId }[], keys: string): ShortcutId | undefined =>
  ids.findLast((id) => shortcuts[id].some((each) => each === keys) && among.some((each) => each.id === id))

function idOf(event: KeyboardEvent): ShortcutId | undefined {
  if (event.defaultPrevented || event.isComposing || event.altKey) return undefined
  // A dialog has the keyboard to itself.
  if (overlayWanted() || document.querySelector('[aria-modal=true]') !== null) return undefined
  const mod = event.ctrlKey || event.metaKey
  // A single key is text where text is typed; with Ctrl it never is.
  if (!mod && (!single.get() || takesText(event.target))) return undefined
  const key = event.key.toLowerCase()
  // Where a sign needs Shift depends on the keyboard; a letter with Shift is another one.
  if (event.shiftKey && /^[a-z]$/.test(key)) return undefined
  const wanted = mod ? `mod+${key}` : key
  return idFor(offered.get(), wanted)
}

/** The one listener for all shortcuts; the shell has it. */
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

/** The keys of a shortcut as this keyboard's caps say them. */
export const keyCaps = (keys: string): string[] =>
  keys.split('+').map((key) => (key === 'mod' ? (isMac() ? '⌘' : 'Ctrl') : key.toUpperCase()))
