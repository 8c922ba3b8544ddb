import { ActionIcon, Button, Text } from '@mantine/core'
import { IconCopy, IconRefresh, IconTag, IconUserPlus, IconX, type TablerIcon } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { useForm } from '@mantine/form'
import { maxNumbers } from '#contract/numbers.ts'
import { maxRequests } from '#contract/service-requests.ts'
import { maxLabels } from '#contract/labels.ts'
import { useT } from '../../i18n/Language.tsx'
import { paths } from '../../lib/paths.ts'
import { RequestButton } from '../../entities/request/RequestButton.tsx'
import { usePermission, useSession } from '../../entities/session/SessionContext.tsx'
import { ExportButton } from '../../spreadsheet/ExportButton.tsx'
import { copyText } from '../../ui/text/CopyButton.tsx'
import { SelectionFoot } from '../../ui/table/SelectionFoot.tsx'
import { announce } from '../../ui/feedback/announce.ts'
import { ErrorAlert } from '../../ui/feedback/ErrorAlert.tsx'
import { areLabels, LabelInput } from '../../entities/label/LabelInput.tsx'
import { labelNumbersMutation } from '../../entities/label/queries.ts'
import { toast } from '../../ui/feedback/toast.ts'
import { openDialog } from '../../ui/form/dialogs.tsx'
import { FormDialog } from '../../ui/form/FormDialog.tsx'
import type { NumbersFilters } from './numbers-state.ts'
import {
  freshMutation,
  isFailed,
  numbersCsv,
  matchingNumbers,
  ownNumbersQuery,
  type OwnNumbers,
} from './queries.ts'
import { numberSelection } from './selection.ts'

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

interface Typed {
  add: string[]
  remove: string[]
}

interface LabelNumbersDialogProps {
  count: number
  chosen: () => Promise<string[]>
  onClose: () => void
}

/** Adds labels to the selected numbers and removes other labels. */
function LabelNumbersDialog({ count, chosen, onClose }: LabelNumbersDialogProps) {
  const t = useT()
  const form = useForm<Typed>({
    initialValues: { add: [], remove: [] },
    validate: { add: (labels) => !areLabels(labels), remove: (labels) => !areLabels(labels) },
  })
  const { add, remove } = form.values
  const [typing, setTyping] = useState('')
  const { mutateAsync } = useMutation(labelNumbersMutation())
  const labeling = useMutation({
    mutationFn: async (typed: Typed) => mutateAsync({ numbers: await chosen(), ...typed }),
    onSuccess: ({ changed, full }) => {
      const done = t('labels.numbers.done', { count: changed })
      const isAll = full.length === 0
      const message = isAll
        ? done
        : done +
          t('sentence.following', {
            text: t('labels.numbers.full', { count: full.length, most: maxLabels }),
          })
      toast({ id: 'labels', tone: isAll ? 'success' : 'info', message })
      onClose()
    },
  })
  return (
    <FormDialog
      title={t('labels.numbers.title', { count })}
      submit={t('action.save')}
      onSubmit={form.onSubmit((typed) => labeling.mutate(typed))}
      onClose={onClose}
      isDirty={form.isDirty() || typing !== ''}
      sending={labeling}
      isReady={add.length + remove.length > 0 && form.isValid()}
    >
      <Text>{t('labels.numbers.text')}</Text>
      <LabelInput
        kind="extension"
        label={t('labels.add')}
        value={add}
        onChange={(labels) => form.setFieldValue('add', labels)}
        onSearchChange={setTyping}
        data-autofocus
      />
      <LabelInput
        kind="extension"
        label={t('labels.remove')}
        value={remove}
        onChange={(labels) => form.setFieldValue('remove', labels)}
        onSearchChange={setTyping}
      />
    </FormDialog>
  )
}

/** How many of the selected numbers the user may not act on, and those of some numbers that the user may act on. */
function useWithin(
  filters: NumbersFilters,
  { all, keys, total }: { all: boolean; keys: ReadonlySet<string>; total: number },
) {
  const client = useQueryClient()
  const isLimited = useSession().limit !== undefined
  const ofSelection = ownNumbersQuery(all ? filters : {})
  const own = useQuery({ ...ofSelection, enabled: isLimited }).data
  const among = (numbers: readonly string[], { numbers: some, more }: OwnNumbers) => {
    const known = new Set(some)
    // More than one answer has: the BFF refuses what is beyond.
    return more ? [...numbers] : numbers.filter((ext) => known.has(ext))
  }
  const outside =
    own === undefined || own.more
      ? 0
      : all
        ? Math.max(
            0,
            total - own.numbers.length - [...keys].filter((ext) => !own.numbers.includes(ext)).length,
          )
        : keys.size - among([...keys], own).length
  return {
    outside,
    among: async (numbers: string[]) =>
      isLimited ? among(numbers, await client.fetchQuery(ofSelection)) : numbers,
  }
}

interface SelectionBarProps {
  filters: NumbersFilters
  /** How many numbers the filters match. */
  total: number
}

/** Above the pager while numbers are selected: selects every match of the filters, and offers the actions on the selection. */
export function SelectionBar({ filters, total }: SelectionBarProps) {
  const t = useT()
  const client = useQueryClient()
  const go = useNavigate()
  const { all, keys } = numberSelection.use()
  const isWhole = all && keys.size === 0
  const canLabel = usePermission('label.write')
  const within = useWithin(filters, { all, keys, total })
  const fresh = useMutation(freshMutation())
  const copying = useMutation({
    mutationFn: async () => copyText(t, (await chosen()).join('\n'), t('numbers.copied', { count })),
  })
  const reserving = useMutation({
    mutationFn: async () => go(paths.reserveBatch({ numbers: (await acted()).join(',') })),
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

  const count = all ? Math.max(0, total - keys.size) : keys.size
  const chosen = async (): Promise<string[]> =>
    all ? (await matchingNumbers(filters)).numbers.filter((ext) => !keys.has(ext)) : [...keys].toSorted()
  const acted = async () => within.among(await chosen())
  const acting = count - within.outside
  const summary =
    count === 0
      ? t('numbers.selected.none')
      : t(isWhole ? 'numbers.selected.all' : 'numbers.selected', {
          count,
        })
  const withinReach = count <= maxNumbers
  const refresh = () => {
    running.current = new AbortController()
    setStep({ read: 0, failed: 0 })
    refreshing.mutate(running.current.signal, {
      onSuccess: (read) => {
        const failed = read.filter(isFailed).length
        if (failed === 0) return announce(t('numbers.refreshed', { count: read.length }))
        const message = t('numbers.refreshed.some', { done: read.length - failed, count: read.length })
        toast({ tone: 'failure', message })
      },
      onSettled: () => setStep(null),
    })
  }
  const error = copying.error ?? reserving.error ?? refreshing.error
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
      {step !== null && <Button onClick={() => running.current?.abort()}>{t('action.stop')}</Button>}
      {count > 0 && step === null && (
        <>
          <Button
            leftSection={<IconUserPlus size={16} aria-hidden />}
            disabled={acting > maxReserved || acting === 0}
            onClick={() => reserving.mutate()}
          >
            {t('numbers.reserve.submit')}
          </Button>
          <ExportButton
            isIcon
            name="numbers"
            csv={async (format) =>
              numbersCsv(client, isWhole ? { filters } : { numbers: await chosen() })(format)
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
            onClick={refresh}
          />
          {canLabel && (
            <SelectionAction
              label={t('labels.title')}
              icon={IconTag}
              disabled={!withinReach || acting === 0}
              onClick={() =>
                openDialog((close) => <LabelNumbersDialog count={acting} chosen={acted} onClose={close} />)
              }
            />
          )}
          <RequestButton numbers={acted} disabled={acting > maxRequests || acting === 0} />
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
      <ErrorAlert error={error} />
    </SelectionFoot>
  )
}
