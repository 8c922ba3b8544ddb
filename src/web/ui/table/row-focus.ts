import { useEffect, type RefObject } from 'react'

const focusable = 'a[href], button, input, select, textarea, summary'
const steps: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1 }
const rowSteps: Readonly<Record<string, 'previousElementSibling' | 'nextElementSibling'>> = {
  ArrowUp: 'previousElementSibling',
  ArrowDown: 'nextElementSibling',
}

/** True for elements that use the arrow keys, to move the caret or choose an option. */
const usesArrows = (element: Element) =>
  element.matches(
    'select, textarea, input:not([type=checkbox], [type=button]), [role=combobox], [role=radio]',
  )

const partsOf = (row: Element) => [...row.querySelectorAll<HTMLElement>(focusable)]
/** Elements that `limitStops` has taken out of the Tab order. */
const removedFromTabOrder = new WeakSet<HTMLElement>()

/** Limits Tab to two stops per row: the first element, and the first action or else the second element. Arrow keys reach the rest. */
function limitStops(row: Element): void {
  const parts = partsOf(row)
  // In a row with input fields, Tab reaches every element, as in a form.
  if (parts.some(usesArrows)) return
  const action = parts.find((part) => part.closest('[data-actions]') !== null)
  const stops = new Set([parts[0], action ?? parts[1]])
  for (const part of parts)
    if (!stops.has(part)) {
      part.tabIndex = -1
      removedFromTabOrder.add(part)
    } else if (removedFromTabOrder.delete(part)) part.tabIndex = 0
}

/**
 * Limits the Tab stops, so that at most a hundred presses of Tab leave a table of fifty rows; left and right move within a row, up and down between rows. Works
 * on the document, so that cells do not depend on the table, and parts of a cell that load later are covered too.
 */
export function useRowFocus(table: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const root = table.current
    if (root === null) return undefined
    const rowsOf = (node: Node) => {
      if (!(node instanceof Element)) return []
      const row = node.closest('tbody tr')
      return row === null ? [...node.querySelectorAll('tbody tr')] : [row]
    }
    for (const row of root.querySelectorAll('tbody tr')) limitStops(row)
    const observer = new MutationObserver((changes) => {
      const rows = changes.flatMap(({ target, addedNodes }) =>
        target instanceof Element && target.closest('tbody tr') !== null
          ? rowsOf(target)
          : [...addedNodes].flatMap(rowsOf),
      )
      for (const row of new Set(rows)) limitStops(row)
    })
    observer.observe(root, { childList: true, subtree: true })
    const onKey = (event: KeyboardEvent) => {
      const { key, target, altKey, ctrlKey, metaKey, shiftKey } = event
      const step = steps[key]
      const rowStep = rowSteps[key]
      if ((step ?? rowStep) === undefined || altKey || ctrlKey || metaKey || shiftKey) return
      const row = target instanceof HTMLElement ? target.closest('tbody tr') : null
      if (!(target instanceof HTMLElement) || row === null || usesArrows(target)) return
      const parts = partsOf(row)
      const place = parts.indexOf(target)
      if (place === -1) return
      const otherRow = rowStep === undefined ? null : row[rowStep]
      const otherParts = otherRow === null ? [] : partsOf(otherRow)
      const next = step === undefined ? (otherParts[place] ?? otherParts[0]) : parts[place + step]
      if (next === undefined) return
      event.preventDefault()
      next.focus()
    }
    root.addEventListener('keydown', onKey)
    return () => {
      observer.disconnect()
      root.removeEventListener('keydown', onKey)
    }
  }, [table])
}
