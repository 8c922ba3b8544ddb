import { ActionIcon, Group, Input, Text, TextInput } from '@mantine/core'
import {
  IconChevronLeft,
  IconChevronRight,
  IconChevronsLeft,
  IconChevronsRight,
  IconSelector,
  type TablerIcon,
} from '@tabler/icons-react'
import { useEffect, useRef, useState, type KeyboardEvent } from 'react'
import { pageSizes } from '#contract/page.ts'
import { useT } from '../../i18n/Language.tsx'
import { useShortcut } from '../focus/shortcuts.ts'
import { announce } from '../feedback/announce.ts'
import classes from './Pager.module.css'

interface PagerProps {
  /** Counts from 1. */
  page: number
  pageSize: number
  /** Undefined until the first answer. */
  total: number | undefined
  onChange: (change: { page?: number; pageSize?: number }) => void
}

/** Where in the list, how to go on, and how much at a time. Speaks the range when it changes. */
export function Pager({ page, pageSize, total, onChange }: PagerProps) {
  const t = useT()
  const pages = Math.max(1, Math.ceil((total ?? 0) / pageSize))
  const first = (page - 1) * pageSize + 1
  const [from, to] = first > (total ?? 0) ? [0, 0] : [first, Math.min(page * pageSize, total ?? 0)]
  const range = t('pager.range', { from, to, total: total ?? 0 })
  const spoken = useRef(false)
  useEffect(() => {
    if (total === undefined) return
    if (spoken.current) announce(range)
    spoken.current = true
  }, [range, total])
  const go = (target: number) => onChange({ page: Math.min(Math.max(1, target), pages) })
  useShortcut('nextPage', () => go(page + 1), page < pages)
  useShortcut('previousPage', () => go(page - 1), page > 1)
  const button = (label: string, Icon: TablerIcon, target: number) => (
    <ActionIcon
      variant="default"
      size="md"
      aria-label={label}
      title={label}
      disabled={target < 1 || target > pages || target === page}
      onClick={() => go(target)}
    >
      <Icon size={16} aria-hidden />
    </ActionIcon>
  )
  return (
    <nav className={classes.root} aria-label={t('pager.label')}>
      <Text size="sm" c="dimmed" className={classes.range}>
        {total === undefined ? '\u00A0' : range}
      </Text>
      <Group gap="xs" wrap="nowrap">
        {button(t('pager.first'), IconChevronsLeft, 1)}
        {button(t('pager.previous'), IconChevronLeft, Math.min(page - 1, pages))}
        <PageInput key={page} page={page} go={go} />
        <Text size="sm" c="dimmed" className={classes.of}>
          {t('pager.of', { pages })}
        </Text>
        {button(t('pager.next'), IconChevronRight, page + 1)}
        {button(t('pager.last'), IconChevronsRight, pages)}
      </Group>
      <Input
        component="select"
        size="xs"
        pointer
        rightSection={<IconSelector size={14} aria-hidden />}
        rightSectionPointerEvents="none"
        aria-label={t('pager.size')}
        value={String(pageSize)}
        onChange={(event) => onChange({ pageSize: Number(event.currentTarget.value) })}
      >
        {[...new Set([...pageSizes, pageSize])]
          .toSorted((a, b) => a - b)
          .map((size) => (
            <option key={size} value={size}>
              {t('pager.perPage', { size })}
            </option>
          ))}
      </Input>
    </nav>
  )
}

function PageInput({ page, go }: { page: number; go: (page: number) => void }) {
  const t = useT()
  const [text, setText] = useState(String(page))
  const leave = () => {
    if (/^\d+$/.test(text) && Number(text) !== page) go(Number(text))
    else setText(String(page))
  }
  return (
    <TextInput
      size="xs"
      w={56}
      inputMode="numeric"
      aria-label={t('pager.page')}
      value={text}
      onChange={(event) => setText(event.currentTarget.value)}
      onBlur={leave}
      onKeyDown={(event: KeyboardEvent) => event.key === 'Enter' && leave()}
      classNames={{ input: classes.pageInput }}
    />
  )
}
