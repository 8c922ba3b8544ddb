import { ActionIcon, Button, Text } from '@mantine/core'
import { IconCopy, IconRefresh, IconTag, IconUserPlus, IconX, type TablerIcon } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router-dom'
import { maxNumbers } from '#contract/numbers.ts'
import { maxRequests } from '#contract/service-requests.ts'
import { useT } from '../../i18n/Language.tsx'
import { paths } from '../../lib/paths.ts'
import { RequestButton } from '../../entities/request/RequestButton.tsx'
import { usePermission } from '../../entities/session/SessionContext.tsx'
import { ExportButton } from '../../spreadsheet/write/ExportButton.tsx'
import { copyText } from '../../ui/text/CopyButton.tsx'
import { SelectionFoot } from '../../ui/table/SelectionFoot.tsx'
import { ErrorAlert } from '../../ui/feedback/ErrorAlert.tsx'
import { openDialog } from '../../ui/form/dialogs.tsx'
import { LabelNumbersDialog } from './LabelNumbersDialog.tsx'
import type { NumbersFilters } from './numbers-filters.tsx'
import { matchingNumbers, numbersCsv } from './queries.ts'
import { numberSelection } from './selection.ts'
import { useRefreshing } from './use-refreshing.ts'
import { useWithin } from './use-within.ts'

/** Maximum numbers for one reservation batch, and for one refresh. */
const maxReserved = 100
const maxRefreshed = 500

interface SelectionActionProps {
  label: string
  icon: TablerIcon
  loading?: boolean
  disabled?: boolean
  onClick: () => void
}

/** An icon button for one action on the selection; text labels would need an extra line. */
function SelectionAction({ label, icon: Icon, ...button }: SelectionActionProps) {
  return (
    <ActionIcon variant="default" size={36} aria-label={label} title={label} {...button}>
      <Icon size={16} aria-hidden />
    </ActionIcon>
  )
}

interface SelectionBarProps {
  filters: NumbersFilters
  /** How many numbers the filters match. */
  total: number
}

/** Above the pager while numbers are selected. */
export function SelectionBar(props: SelectionBarProps) {
  const { all, keys } = numberSelection.use()
  return (all || keys.size > 0) && <Actions {...props} />
}

/** Selects every match of the filters, and offers the actions on the selection. */
function Actions({ filters, total }: SelectionBarProps) {
  const t = useT()
  const client = useQueryClient()
  const go = useNavigate()
  const { all, keys } = numberSelection.use()
  const isWhole = all && keys.size === 0
  const canLabel = usePermission('label.write')
  const within = useWithin(filters, { all, keys, total })
  const count = all ? Math.max(0, total - keys.size) : keys.size
  const readSelected = async (): Promise<string[]> =>
    all ? (await matchingNumbers(filters)).numbers.filter((ext) => !keys.has(ext)) : [...keys].toSorted()
  const readAllowed = async () => within.filterOwn(await readSelected())
  const copying = useMutation({
    mutationFn: async () => copyText(t, (await readSelected()).join('\n'), t('numbers.copied', { count })),
  })
  const reserving = useMutation({
    mutationFn: async () => go(paths.reserveBatch({ numbers: (await readAllowed()).join(',') })),
  })
  const refreshing = useRefreshing(readSelected)
  const { step } = refreshing
  const allowedCount = count - within.outside
  const summary =
    count === 0
      ? t('numbers.selected.none')
      : t(isWhole ? 'numbers.selected.all' : 'numbers.selected', {
          count,
        })
  const withinReach = count <= maxNumbers
  return (
    <SelectionFoot
      summary={
        step === null ? summary : t('numbers.refreshing', { read: step.read, count, failed: step.failed })
      }
    >
      {!isWhole && total > count && step === null && (
        <Button size="compact-sm" variant="subtle" onClick={numberSelection.selectAll}>
          {t('numbers.selectAll', { count: total })}
        </Button>
      )}
      {step !== null && <Button onClick={refreshing.stop}>{t('action.stop')}</Button>}
      {count > 0 && step === null && (
        <>
          <Button
            leftSection={<IconUserPlus size={16} aria-hidden />}
            disabled={allowedCount > maxReserved || allowedCount === 0}
            onClick={() => reserving.mutate()}
          >
            {t('numbers.reserve.submit')}
          </Button>
          <ExportButton
            isIcon
            name="numbers"
            csv={async (format) =>
              numbersCsv(client, isWhole ? { filters } : { numbers: await readSelected() })(format)
            }
            label={t('numbers.export.selected')}
            disabled={!isWhole && !withinReach}
          />
          <SelectionAction
            label={t('numbers.copy')}
            icon={IconCopy}
            loading={copying.isPending}
            disabled={!withinReach}
            onClick={() => copying.mutate()}
          />
          <SelectionAction
            label={t('numbers.refresh')}
            icon={IconRefresh}
            disabled={count > maxRefreshed}
            onClick={refreshing.start}
          />
          {canLabel && (
            <SelectionAction
              label={t('labels.title')}
              icon={IconTag}
              disabled={!withinReach || allowedCount === 0}
              onClick={() =>
                openDialog((close) => (
                  <LabelNumbersDialog count={allowedCount} numbers={readAllowed} onClose={close} />
                ))
              }
            />
          )}
          <RequestButton numbers={readAllowed} disabled={allowedCount > maxRequests || allowedCount === 0} />
          <SelectionAction label={t('numbers.choose.none')} icon={IconX} onClick={numberSelection.clear} />
        </>
      )}
      {within.outside > 0 && count > 0 && step === null && (
        <Text size="xs" c="dimmed">
          {t('numbers.outside', { count: within.outside })}
        </Text>
      )}
      {count > maxReserved && step === null && (
        <Text size="xs" c="dimmed">
          {t('numbers.limits', { reserved: maxReserved, refreshed: maxRefreshed, copied: maxNumbers })}
        </Text>
      )}
      <ErrorAlert error={copying.error ?? reserving.error ?? refreshing.error} />
    </SelectionFoot>
  )
}
