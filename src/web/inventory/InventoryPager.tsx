import { IconChevronLeft, IconChevronRight, IconChevronsLeft, IconChevronsRight } from '@tabler/icons-react'
import type { Counted } from '#contract/inventory.ts'
import { useT } from '../i18n/Language.tsx'
import { KeysetPager } from '../ui/table/KeysetPager.tsx'
import { firstPage, type InventoryState } from './inventory-state.ts'

interface InventoryPagerProps {
  shown: number
  total: Counted
  first: string
  next: string | null
  previous: string | null
  pageSize: number
  onChange: (change: Partial<InventoryState>) => void
}

/** To and fro by number. */
export function InventoryPager(props: InventoryPagerProps) {
  const { shown, total, first, next, previous, pageSize, onChange } = props
  const t = useT()
  const go = (place: Partial<InventoryState>) => () => onChange({ ...firstPage, ...place })
  return (
    <KeysetPager
      range={t(total.exact ? 'inventory.shown' : 'inventory.shown.more', {
        shown,
        first,
        total: total.count,
      })}
      first={{
        label: t('inventory.first'),
        Icon: IconChevronsLeft,
        go: previous === null ? undefined : go({}),
      }}
      previous={{
        label: t('inventory.previous'),
        Icon: IconChevronLeft,
        go: previous === null ? undefined : go({ before: previous }),
      }}
      next={{
        label: t('inventory.next'),
        Icon: IconChevronRight,
        go: next === null ? undefined : go({ after: next }),
      }}
      last={{
        label: t('inventory.last'),
        Icon: IconChevronsRight,
        go: next === null ? undefined : go({ last: '1' }),
      }}
      pageSize={pageSize}
      onPageSize={(size) => onChange({ ...firstPage, pageSize: size })}
    />
  )
}
