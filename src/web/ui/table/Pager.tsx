import { ActionIcon, Group, Input, Text, TextInput } from '@mantine/core'
import {
  IconChevronLeft,
  IconChevronRight,
  IconChevronsLeft,
  IconChevronsRight,
  IconSelector,
  type TablerIcon,
} from '@tabler/icons-react'
import { useState, type KeyboardEvent, type ReactNode } from 'react'
import { pageSizes } from '#contract/page.ts'
import { useT } from '../../i18n/Language.tsx'
import { useShortcut } from '../focus/shortcuts.ts'
import { useAnnounceChange } from '../feedback/announce.ts'
import classes from './Pager.module.css'

export interface PagerStep {
  label: string
  /** `undefined` when there are no more pages in this direction. */
  go: (() => void) | undefined
}

interface PagerFrameProps {
  /** The visible part of the list, as text. */
  range: string
  /** Changes with the visible part of the list, for lists where `range` may stay the same. */
  rangeKey?: string
  first: PagerStep
  previous: PagerStep
  next: PagerStep
  last?: PagerStep | undefined
  /** Shown between the step buttons. */
  children?: ReactNode
  pageSize: number
  onPageSize: (pageSize: number) => void
  /** The label of the page size select and the text of its options, for lists of items other than rows. */
  sizeLabel?: string
  sizeText?: (size: number) => string
}

/** Shows the range, the step buttons and the page size. Announces the range when it changes. */
export function PagerFrame(props: PagerFrameProps) {
  const { range, rangeKey = range, first, previous, next, last, children, pageSize, onPageSize } = props
  const t = useT()
  const { sizeLabel = t('pager.size'), sizeText = (size: number) => t('pager.perPage', { size }) } = props
  useAnnounceChange(rangeKey, range)
  useShortcut('nextPage', () => next.go?.(), next.go !== undefined)
  useShortcut('previousPage', () => previous.go?.(), previous.go !== undefined)
  const button = ({ label, go }: PagerStep, Icon: TablerIcon) => (
    <ActionIcon
      variant="default"
      size="md"
      aria-label={label}
      title={label}
      disabled={go === undefined}
      onClick={go}
    >
      <Icon size={16} aria-hidden />
    </ActionIcon>
  )
  return (
    <nav className={classes.root} aria-label={t('pager.label')} data-print>
      <Text c="dimmed" className={classes.range}>
        {range}
      </Text>
      <Group gap="xs">
        {button(first, IconChevronsLeft)}
        {button(previous, IconChevronLeft)}
        {children}
        {button(next, IconChevronRight)}
        {last !== undefined && button(last, IconChevronsRight)}
      </Group>
      <Input
        component="select"
        size="xs"
        pointer
        rightSection={<IconSelector size={14} aria-hidden />}
        rightSectionPointerEvents="none"
        aria-label={sizeLabel}
        value={String(pageSize)}
        onChange={(event) => onPageSize(Number(event.currentTarget.value))}
      >
        {[...new Set([...pageSizes, pageSize])]
          .toSorted((a, b) => a - b)
          .map((size) => (
            <option key={size} value={size}>
              {sizeText(size)}
            </option>
          ))}
      </Input>
    </nav>
  )
}

interface PagerProps {
  /** The page number, from 1. */
  page: number
  pageSize: number
  total: number
  /** There may be more than `total` rows. */
  isLeast?: boolean
  /** The service sent no total: there are more pages until one is not full. */
  isEndless?: boolean
  onPage: (page: number) => void
  onPageSize: (pageSize: number) => void
}

/** The pager of a list with page numbers. */
export function Pager(props: PagerProps) {
  const { page, pageSize, total, isLeast = false, isEndless = false, onPage, onPageSize } = props
  const t = useT()
  const fullPages = Math.max(1, Math.ceil(total / pageSize))
  const pages = isEndless && total === page * pageSize ? fullPages + 1 : fullPages
  const start = (page - 1) * pageSize + 1
  const [from, to] = start > total ? [0, 0] : [start, Math.min(page * pageSize, total)]
  const go = (target: number) => onPage(Math.min(Math.max(1, target), pages))
  const step = (label: string, target: number): PagerStep => ({
    label,
    go: target < 1 || target > pages || target === page ? undefined : () => go(target),
  })
  return (
    <PagerFrame
      range={t(isLeast || isEndless ? 'pager.range.least' : 'pager.range', { from, to, total })}
      first={step(t('pager.first'), 1)}
      // From a page past the end, go to the last page.
      previous={step(t('pager.previous'), Math.min(page - 1, pages))}
      next={step(t('pager.next'), page + 1)}
      last={isEndless ? undefined : step(t('pager.last'), pages)}
      pageSize={pageSize}
      onPageSize={onPageSize}
    >
      <PageInput key={page} page={page} pages={pages} go={onPage} />
      {!isEndless && (
        <Text c="dimmed" className={classes.of}>
          {t('pager.of', { pages })}
        </Text>
      )}
    </PagerFrame>
  )
}

function PageInput({ page, pages, go }: { page: number; pages: number; go: (page: number) => void }) {
  const t = useT()
  const [text, setText] = useState(String(page))
  const leave = () => {
    // A page past the end is left only on request.
    if (text === String(page)) return
    const target = /^\d+$/.test(text) ? Math.min(Math.max(1, Number(text)), pages) : page
    setText(String(target))
    if (target !== page) go(target)
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
