import { Button, Group, NativeSelect, Text } from '@mantine/core'
import type { TablerIcon } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { pageSizes } from '#contract/page.ts'
import { useT } from '../../i18n/Language.tsx'
import { useShortcut } from '../focus/shortcuts.ts'
import { announce } from '../feedback/announce.ts'
import classes from './Pager.module.css'

interface Way {
  label: string
  Icon: TablerIcon
  /** Undefined where there is nothing more that way. */
  go: (() => void) | undefined
}

interface KeysetPagerProps {
  /** What part of the list is shown, in words. */
  range: string
  /** Changes with the part that is shown, where the words alone do not. */
  place?: string
  previous: Way
  next: Way
  /** To the list's ends, where it has them. */
  first?: Way
  last?: Way
  pageSize: number
  onPageSize: (pageSize: number) => void
  /** Names the choice of page sizes, and each of them, where rows are not what is listed. */
  sizeLabel?: string
  sizeText?: (size: number) => string
}

/** Newer and older pages of a list that is paged by key: a page costs the same at any depth, and there is no count of pages. Announces the place when it changes. */
export function KeysetPager(props: KeysetPagerProps) {
  const { range, place = range, previous, next, first, last, pageSize, onPageSize } = props
  const t = useT()
  const { sizeLabel = t('pager.size'), sizeText = (size: number) => t('pager.perPage', { size }) } = props
  const spoken = useRef(place)
  useEffect(() => {
    if (spoken.current !== place) announce(range)
    spoken.current = place
  }, [place, range])
  useShortcut('nextPage', () => next.go?.(), next.go !== undefined)
  useShortcut('previousPage', () => previous.go?.(), previous.go !== undefined)
  const button = ({ label, Icon, go }: Way, section: 'leftSection' | 'rightSection') => (
    <Button
      size="compact-sm"
      variant="default"
      {...{ [section]: <Icon size={14} aria-hidden /> }}
      disabled={go === undefined}
      onClick={go}
    >
      {label}
    </Button>
  )
  return (
    <nav className={classes.root} aria-label={t('pager.label')}>
      <Text size="sm" c="dimmed" className={classes.range}>
        {range}
      </Text>
      <Group gap="xs">
        {first !== undefined && button(first, 'leftSection')}
        {button(previous, 'leftSection')}
        {button(next, 'rightSection')}
        {last !== undefined && button(last, 'rightSection')}
      </Group>
      <NativeSelect
        size="xs"
        aria-label={sizeLabel}
        value={String(pageSize)}
        data={[...new Set([...pageSizes, pageSize])]
          .toSorted((a, b) => a - b)
          .map((size) => ({ value: String(size), label: sizeText(size) }))}
        onChange={(event) => onPageSize(Number(event.currentTarget.value))}
      />
    </nav>
  )
}
