import { Button, Group, NativeSelect, Text } from '@mantine/core'
import { IconChevronLeft, IconChevronRight, IconRefresh } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { pageSizes } from '#contract/page.ts'
import { useT } from '../i18n/Language.tsx'
import { announce } from '../ui/announce.ts'
import classes from '../ui/Pager.module.css'

interface KeysetPagerProps {
  /** Acts on this page. */
  count: number
  older: string | null
  newer: string | null
  pageSize: number
  onChange: (change: { before?: string | undefined; after?: string | undefined; pageSize?: number }) => void
  /** Back to the newest page, read anew. */
  refresh: () => void
}

/** One page on or back. How many pages there are nobody counts: the trail grows while it is read. */
export function KeysetPager({ count, older, newer, pageSize, onChange, refresh }: KeysetPagerProps) {
  const t = useT()
  const shown = t('audit.shown', { count })
  const place = `${older} ${newer}`
  const spoken = useRef(place)
  useEffect(() => {
    if (spoken.current !== place) announce(shown)
    spoken.current = place
  }, [place, shown])
  return (
    <nav className={classes.root} aria-label={t('pager.label')}>
      <Text size="sm" c="dimmed" className={classes.range}>
        {shown}
      </Text>
      <Group gap="xs">
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<IconRefresh size={14} aria-hidden />}
          onClick={refresh}
        >
          {t('audit.newest')}
        </Button>
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<IconChevronLeft size={14} aria-hidden />}
          disabled={newer === null}
          onClick={() => newer !== null && onChange({ after: newer, before: undefined })}
        >
          {t('audit.newer')}
        </Button>
        <Button
          size="compact-sm"
          variant="default"
          rightSection={<IconChevronRight size={14} aria-hidden />}
          disabled={older === null}
          onClick={() => older !== null && onChange({ before: older, after: undefined })}
        >
          {t('audit.older')}
        </Button>
      </Group>
      <NativeSelect
        size="xs"
        aria-label={t('audit.perPage')}
        value={String(pageSize)}
        data={[...new Set([...pageSizes, pageSize])]
          .toSorted((a, b) => a - b)
          .map((size) => ({ value: String(size), label: t('audit.entriesPerPage', { size }) }))}
        onChange={(event) => onChange({ pageSize: Number(event.currentTarget.value) })}
      />
    </nav>
  )
}
