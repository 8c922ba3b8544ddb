import { useEffect, useId, type KeyboardEvent, type ReactNode, type RefObject } from 'react'
import classes from './PickList.module.css'

interface PickListProps<Item> {
  /** Accessible name of the list. */
  label: string
  items: readonly Item[]
  keyOf: (item: Item) => string
  /** Key of the selected item. The selection follows the arrow keys. */
  chosen: string | undefined
  onChoose: (key: string) => void
  /** Enter or the right arrow: moves on to the next step with the selected item. */
  onEnter: () => void
  onEscape: () => void
  /** Called after a choice by mouse or touch. */
  onTap: () => void
  stale?: boolean
  list: RefObject<HTMLDivElement | null>
  children: (item: Item) => ReactNode
}

const steps: Partial<Record<string, (at: number, last: number) => number>> = {
  ArrowDown: (at, last) => Math.min(at + 1, last),
  ArrowUp: (at) => Math.max(at - 1, 0),
  Home: () => 0,
  End: (_at, last) => last,
  PageDown: (at, last) => Math.min(at + 8, last),
  PageUp: (at) => Math.max(at - 8, 0),
}

/** A single-select list for arrow keys and mouse (WAI-ARIA listbox). */
export function PickList<Item>(props: PickListProps<Item>) {
  const { label, items, keyOf, chosen, onChoose, onEnter, onEscape, onTap } = props
  const { stale = false, list, children } = props
  const id = useId()
  const at = items.findIndex((item) => keyOf(item) === chosen)
  const active = at === -1 ? undefined : `${id}-${at}`
  useEffect(() => {
    if (active !== undefined) document.getElementById(active)?.scrollIntoView({ block: 'nearest' })
  }, [active])
  const onKeyDown = (event: KeyboardEvent) => {
    const step = steps[event.key]
    const target = items[step?.(at, items.length - 1) ?? -1]
    if (step !== undefined) {
      if (target !== undefined) onChoose(keyOf(target))
    } else if (event.key === 'Enter' || event.key === 'ArrowRight') onEnter()
    else if (event.key === 'Escape' || event.key === 'ArrowLeft') onEscape()
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <div
      ref={list}
      className={classes.list}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a select's options hold nothing but text
      role="listbox"
      tabIndex={0}
      aria-label={label}
      aria-activedescendant={active}
      data-stale={stale || undefined}
      onKeyDown={onKeyDown}
    >
      {items.map((item, index) => (
        // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus -- the list itself has the focus and takes the keys (WAI-ARIA listbox)
        <div
          key={keyOf(item)}
          id={`${id}-${index}`}
          className={classes.option}
          // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- as above
          role="option"
          aria-selected={index === at}
          onClick={() => {
            onTap()
            onChoose(keyOf(item))
            list.current?.focus({ preventScroll: true })
          }}
        >
          {children(item)}
        </div>
      ))}
    </div>
  )
}
