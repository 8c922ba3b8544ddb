import { useVirtualizer } from '@tanstack/react-virtual'
import type { ReactElement, RefObject } from 'react'

interface VirtualBodyProps {
  count: number
  drawRow: (index: number) => ReactElement | undefined
  /** Pixels. */
  rowHeight: number
  scroller: RefObject<HTMLElement | null>
}

/** The rows in view and some around them; two empty rows hold the room of the rest. Loaded only for long pages. */
export function VirtualBody({ count, drawRow, rowHeight, scroller }: VirtualBodyProps) {
  // oxlint-disable-next-line react/incompatible-library -- the React Compiler is not used, so nothing memoises the virtualizer
  const virtualizer = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 16,
  })
  const items = virtualizer.getVirtualItems()
  const before = items[0]?.start ?? 0
  const after = virtualizer.getTotalSize() - (items.at(-1)?.end ?? 0)
  const spacer = (key: string, height: number) =>
    height > 0 && <tr key={key} aria-hidden style={{ height }} />
  return (
    <tbody>
      {spacer('before', before)}
      {items.map(({ index }) => drawRow(index))}
      {spacer('after', after)}
    </tbody>
  )
}
