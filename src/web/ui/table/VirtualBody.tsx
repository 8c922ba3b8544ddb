import { useWindowEvent } from '@mantine/hooks'
import { useVirtualizer, useWindowVirtualizer, type Virtualizer } from '@tanstack/react-virtual'
import { useCallback, useEffect, useState, type ReactElement, type RefCallback, type RefObject } from 'react'
import { flushSync } from 'react-dom'

interface VirtualBodyProps {
  count: number
  drawRow: (index: number) => ReactElement | undefined
  /** Assumed row height, px; replaced by the first row's height once it has rendered. */
  rowHeight: number
  /** The element that scrolls; null when the page does. */
  scroller: RefObject<HTMLElement | null> | null
}

interface RowsProps<Scroller extends Element | Window> {
  virtualizer: Virtualizer<Scroller, Element>
  drawRow: (index: number) => ReactElement | undefined
  body: RefCallback<HTMLTableSectionElement>
}

/** Renders the rows in view. Two empty rows reserve the space of all other rows. */
function Rows<Scroller extends Element | Window>({ virtualizer, drawRow, body }: RowsProps<Scroller>) {
  const items = virtualizer.getVirtualItems()
  const margin = virtualizer.options.scrollMargin
  const before = (items[0]?.start ?? margin) - margin
  const after = virtualizer.getTotalSize() - ((items.at(-1)?.end ?? margin) - margin)
  const spacer = (key: string, space: number) =>
    space > 0 && <tr key={key} aria-hidden style={{ height: space }} />
  return (
    <tbody ref={body}>
      {spacer('before', before)}
      {items.map(({ index }) => drawRow(index))}
      {spacer('after', after)}
    </tbody>
  )
}

/** Returns the position of the rows on the page and the height of the first row, px. */
function useFirstRow(assumed: number) {
  const [{ height, top }, setSeen] = useState({ height: assumed, top: 0 })
  const body = useCallback(
    (element: HTMLTableSectionElement | null) => {
      if (element === null) return
      const row = element.querySelector<HTMLElement>('tr:not([aria-hidden])')
      setSeen({
        // Without layout, for example in tests, elements have no height.
        height: row?.offsetHeight || assumed,
        top: element.getBoundingClientRect().top + window.scrollY,
      })
    },
    [assumed],
  )
  return { height, top, body }
}

const overscan = 16
/** The assumed size of the scroller, so that there is a first row to measure. */
const initialRect = { width: 360, height: 720 }

function ScrollerRows({ count, drawRow, rowHeight, scroller }: VirtualBodyProps) {
  const { height, body } = useFirstRow(rowHeight)
  // oxlint-disable-next-line react/incompatible-library -- the React Compiler is not used, so nothing memoizes the virtualizer
  const virtualizer = useVirtualizer({
    count,
    getScrollElement: () => scroller?.current ?? null,
    estimateSize: () => height,
    overscan,
    initialRect,
  })
  useEffect(() => virtualizer.measure(), [virtualizer, height])
  return <Rows virtualizer={virtualizer} drawRow={drawRow} body={body} />
}

/** Rows that scroll with the page. */
function PageRows({ count, drawRow, rowHeight }: VirtualBodyProps) {
  const { height, top, body } = useFirstRow(rowHeight)
  // oxlint-disable-next-line react/incompatible-library -- as above
  const virtualizer = useWindowVirtualizer({
    count,
    estimateSize: () => height,
    overscan,
    initialRect,
    scrollMargin: top,
  })
  useEffect(() => virtualizer.measure(), [virtualizer, height])
  return <Rows virtualizer={virtualizer} drawRow={drawRow} body={body} />
}

/** Renders the rows in view and some around them, or all rows in print. Loads only for long pages. */
export function VirtualBody(props: VirtualBodyProps) {
  const [isPrinting, setPrinting] = useState(false)
  // The browser lays out the sheets as soon as the listeners return.
  useWindowEvent('beforeprint', () => flushSync(() => setPrinting(true)))
  useWindowEvent('afterprint', () => setPrinting(false))
  if (isPrinting)
    return <tbody>{Array.from({ length: props.count }, (_, index) => props.drawRow(index))}</tbody>
  return props.scroller === null ? <PageRows {...props} /> : <ScrollerRows {...props} />
}
