import { Button, Group, Menu, Paper, Text } from '@mantine/core'
import '@mantine/core/styles/Menu.css'
import { IconCopy, IconDownload, IconRefresh, IconSelector, IconTag, IconUserPlus } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Suspense, useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { mostNumbers } from '#contract/inventory.ts'
import { useT } from '../i18n/Language.tsx'
import { lazyFeature } from '../lib/lazy.ts'
import { paths } from '../lib/paths.ts'
import { usePermission } from '../shared/session/SessionContext.tsx'
import { announce } from '../ui/feedback/announce.ts'
import { ErrorAlert } from '../ui/feedback/ErrorAlert.tsx'
import type { InventoryFilters } from './inventory-state.ts'
import { exportMutation, freshMutation, numbersOf } from './queries.ts'
import { selectAll, selectNone, selectNumbers, useSelection } from './selection.ts'

const LabelNumbersDialog = lazyFeature(
  async () => (await import('./LabelNumbersDialog.tsx')).LabelNumbersDialog,
)

/** Numbers that the reservation page takes along, and that are read again at one wish. */
const mostReserved = 100
const mostRefreshed = 500

interface SelectionBarProps {
  filters: InventoryFilters
  /** Numbers of this page. */
  onPage: readonly string[]
  /** How many the filters show, and whether that is exact or the least there are. */
  total: number
  isExact: boolean
  bom: boolean
}

/** None, this page or all that the filter shows; and what to do with those chosen. */
export function SelectionBar({ filters, onPage, total, isExact, bom }: SelectionBarProps) {
  const t = useT()
  const client = useQueryClient()
  const go = useNavigate()
  const { all, numbers } = useSelection()
  const mayLabel = usePermission('label.write')
  const [isLabeling, setLabeling] = useState(false)
  const exporting = useMutation(exportMutation(t))
  const fresh = useMutation(freshMutation(client))
  const copying = useMutation({
    mutationFn: async () => navigator.clipboard.writeText((await chosen()).join('\n')),
    onSuccess: () => announce(t('inventory.copied', { count })),
  })
  const assigning = useMutation({
    mutationFn: async () => go(paths.reserveBatch({ numbers: (await chosen()).join(',') })),
  })
  const [step, setStep] = useState<{ read: number; failed: number } | null>(null)
  const refreshing = useMutation({
    mutationFn: async (signal: AbortSignal) =>
      fresh.mutateAsync({
        numbers: await chosen(),
        signal,
        onStep: (read, failed) => setStep({ read, failed }),
      }),
  })
  const running = useRef<AbortController | null>(null)
  useEffect(() => () => running.current?.abort(), [])

  const count = all ? total : numbers.size
  const exact = !all || isExact
  const chosen = async (): Promise<string[]> =>
    all ? (await numbersOf(filters)).numbers : [...numbers].toSorted()
  const said =
    count === 0
      ? t('inventory.selected.none')
      : t(!exact ? 'inventory.selected.more' : all ? 'inventory.selected.all' : 'inventory.selected', {
          count,
        })
  const withinReach = exact && count <= mostNumbers
  const refresh = () => {
    running.current = new AbortController()
    setStep({ read: 0, failed: 0 })
    refreshing.mutate(running.current.signal, {
      onSuccess: (read) => announce(t('inventory.refreshed', { count: read.length })),
      onSettled: () => setStep(null),
    })
  }
  const error = exporting.error ?? copying.error ?? assigning.error ?? refreshing.error
  return (
    <Paper withBorder p="xs" mb="sm" component="section" aria-label={t('inventory.selection')}>
      <Group gap="sm">
        <Menu position="bottom-start" shadow="md">
          <Menu.Target>
            <Button size="compact-sm" variant="default" leftSection={<IconSelector size={14} aria-hidden />}>
              {t('inventory.choose')}
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item onClick={selectNone} disabled={count === 0}>
              {t('inventory.choose.none')}
            </Menu.Item>
            <Menu.Item onClick={() => selectNumbers(onPage, true)}>
              {t('inventory.choose.page', { count: onPage.length })}
            </Menu.Item>
            <Menu.Item onClick={selectAll}>
              {t(isExact ? 'inventory.choose.all' : 'inventory.choose.all.more', { count: total })}
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
        <Text size="sm" component="output">
          {step === null ? said : t('inventory.refreshing', { read: step.read, count, failed: step.failed })}
        </Text>
        {step !== null && (
          <Button size="compact-sm" variant="default" onClick={() => running.current?.abort()}>
            {t('action.stop')}
          </Button>
        )}
        {count > 0 && step === null && (
          <Group gap="xs">
            <Button
              size="compact-sm"
              variant="default"
              leftSection={<IconDownload size={14} aria-hidden />}
              loading={exporting.isPending}
              disabled={!all && !withinReach}
              onClick={() => exporting.mutate(all ? { filters, bom } : { numbers: [...numbers], bom })}
            >
              {t('inventory.export.selected')}
            </Button>
            <Button
              size="compact-sm"
              variant="default"
              leftSection={<IconCopy size={14} aria-hidden />}
              loading={copying.isPending}
              disabled={!withinReach}
              onClick={() => copying.mutate()}
            >
              {t('inventory.copy')}
            </Button>
            <Button
              size="compact-sm"
              variant="default"
              leftSection={<IconUserPlus size={14} aria-hidden />}
              disabled={!exact || count > mostReserved}
              onClick={() => assigning.mutate()}
            >
              {t('inventory.reserve')}
            </Button>
            <Button
              size="compact-sm"
              variant="default"
              leftSection={<IconRefresh size={14} aria-hidden />}
              disabled={!exact || count > mostRefreshed}
              onClick={refresh}
            >
              {t('inventory.refresh')}
            </Button>
            {mayLabel && (
              <Button
                size="compact-sm"
                variant="default"
                leftSection={<IconTag size={14} aria-hidden />}
                disabled={!withinReach}
                onClick={() => setLabeling(true)}
              >
                {t('labels.title')}
              </Button>
            )}
            <Button size="compact-sm" variant="subtle" onClick={selectNone}>
              {t('inventory.choose.none')}
            </Button>
          </Group>
        )}
      </Group>
      {count > mostReserved && step === null && (
        <Text size="xs" c="dimmed" mt="xs">
          {t('inventory.limits', { reserved: mostReserved, refreshed: mostRefreshed, copied: mostNumbers })}
        </Text>
      )}
      {error !== null && <ErrorAlert error={error} />}
      {isLabeling && (
        <Suspense fallback={null}>
          <LabelNumbersDialog count={count} chosen={chosen} onClose={() => setLabeling(false)} />
        </Suspense>
      )}
    </Paper>
  )
}
