import { useMediaQuery } from '@mantine/hooks'
import { useVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useLayoutEffect, useRef, useState, type ReactElement, type RefObject } from 'react'

interface VirtualBodyProps {
  count: number
  drawRow: (index: number) => ReactElement | undefined
  /** Pixels; taken from the first row as soon as it is drawn. */
  rowHeight: number
  scroller: RefObject<HTMLElement | null>
}

/** Where rows are cards (DataTable.module.css). */
const phone = '(max-width: 36em)'

/** The rows in view and some around them; two empty rows hold the room of the rest. Loaded only for long pages. */
export function VirtualBody({ count, drawRow, rowHeight, scroller }: VirtualBodyProps) {
  const isPhone = useMediaQuery(phone, false, { getInitialValueInEffect: false })
  const [height, setHeight] = useState(rowHeight)
  const body = useRef<HTMLTableSectionElement>(null)
  useLayoutEffect(() => {
    const row = body.current?.querySelector<HTMLElement>('tr:not([aria-hidden])')
    // Nothing has a height where nothing is laid out.
    setHeight(row?.offsetHeight || rowHeight)
  }, [isPhone, rowHeight])
  // oxlint-disable-next-line react/incompatible-library -- the React Compiler is not used, so nothing memoises the virtualizer
  const virtualizer = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => height,
    overscan: 16,
  })
  useEffect(() => virtualizer.measure(), [virtualizer, height])
  const items = virtualizer.getVirtualItems()
  const before = items[0]?.start ?? 0
  const after = virtualizer.getTotalSize() - (items.at(-1)?.end ?? 0)
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
