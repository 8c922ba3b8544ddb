import { Button, Group, NativeSelect, Text } from '@mantine/core'
import { IconChevronLeft, IconChevronRight, IconChevronsLeft, IconChevronsRight } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { pageSizes } from '#contract/page.ts'
import type { Counted } from '#contract/inventory.ts'
import { useT } from '../i18n/Language.tsx'
import { useShortcut } from '../shortcuts/shortcuts.ts'
import { announce } from '../ui/announce.ts'
import classes from '../ui/Pager.module.css'
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

/** To and fro by number. Speaks the place when it changes. */
export function InventoryPager(props: InventoryPagerProps) {
  const { shown, total, first, next, previous, pageSize, onChange } = props
  const t = useT()
  const range = t(total.exact ? 'inventory.shown' : 'inventory.shown.more', {
    shown,
    first,
    total: total.count,
  })
  const spoken = useRef(range)
  useEffect(() => {
    if (spoken.current !== range) announce(range)
    spoken.current = range
  }, [range])
  const go = (place: Partial<InventoryState>) => onChange({ ...firstPage, ...place })
  const goNext = () => next !== null && go({ after: next })
  const goBack = () => previous !== null && go({ before: previous })
  useShortcut('nextPage', goNext, next !== null)
  useShortcut('previousPage', goBack, previous !== null)
  return (
    <nav className={classes.root} aria-label={t('pager.label')}>
      <Text size="sm" c="dimmed" className={classes.range}>
        {range}
      </Text>
      <Group gap="xs">
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<IconChevronsLeft size={14} aria-hidden />}
          disabled={previous === null}
          onClick={() => go({})}
        >
          {t('inventory.first')}
        </Button>
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<IconChevronLeft size={14} aria-hidden />}
          disabled={previous === null}
          onClick={goBack}
        >
          {t('inventory.previous')}
        </Button>
        <Button
          size="compact-sm"
          variant="default"
          rightSection={<IconChevronRight size={14} aria-hidden />}
          disabled={next === null}
          onClick={goNext}
        >
          {t('inventory.next')}
        </Button>
        <Button
          size="compact-sm"
          variant="default"
          rightSection={<IconChevronsRight size={14} aria-hidden />}
          disabled={next === null}
          onClick={() => go({ last: '1' })}
        >
          {t('inventory.last')}
        </Button>
      </Group>
      <NativeSelect
        size="xs"
        aria-label={t('pager.size')}
        value={String(pageSize)}
        data={[...new Set([...pageSizes, pageSize])]
          .toSorted((a, b) => a - b)
          .map((size) => ({ value: String(size), label: t('pager.perPage', { size }) }))}
        onChange={(event) => onChange({ ...firstPage, pageSize: Number(event.currentTarget.value) })}
      />
    </nav>
  )
}
