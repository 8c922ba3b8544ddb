import { Button, Group, NativeSelect, Text } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { pageSizes } from '#contract/page.ts'
import { useT } from '../i18n/Language.tsx'
import { announce } from '../ui/announce.ts'
import classes from '../ui/Pager.module.css'

interface NumberPagerProps {
  first: string
  last: string
  previous: string | null
  next: string | null
  pageSize: number
  onChange: (change: { after?: string | undefined; before?: string | undefined; pageSize?: number }) => void
}

/** One page on or back in a list by number, which costs the same at any depth. */
export function NumberPager({ first, last, previous, next, pageSize, onChange }: NumberPagerProps) {
  const t = useT()
  const range = t('coverage.range.name', { from: first, to: last })
  const spoken = useRef(range)
  useEffect(() => {
    if (spoken.current !== range) announce(range)
    spoken.current = range
  }, [range])
  return (
    <nav className={classes.root} aria-label={t('pager.label')}>
      <Text size="sm" c="dimmed" className={classes.range}>
        {range}
      </Text>
      <Group gap="xs">
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<IconChevronLeft size={14} aria-hidden />}
          disabled={previous === null}
          onClick={() => previous !== null && onChange({ before: previous, after: undefined })}
        >
          {t('pager.previous')}
        </Button>
        <Button
          size="compact-sm"
          variant="default"
          rightSection={<IconChevronRight size={14} aria-hidden />}
          disabled={next === null}
          onClick={() => next !== null && onChange({ after: next, before: undefined })}
        >
          {t('pager.next')}
        </Button>
      </Group>
      <NativeSelect
        size="xs"
        aria-label={t('pager.size')}
        value={String(pageSize)}
        data={[...new Set([...pageSizes, pageSize])]
          .toSorted((a, b) => a - b)
          .map((size) => ({ value: String(size), label: t('pager.perPage', { size }) }))}
        onChange={(event) =>
          onChange({ pageSize: Number(event.currentTarget.value), after: undefined, before: undefined })
        }
      />
    </nav>
  )
}
