import { Alert, Button, Select } from '@mantine/core'
import { schemaResolver, useForm } from '@mantine/form'
import { useMutation, useQuery } from '@tanstack/react-query'
import {
  changeThreshold,
  maxFreeThreshold,
  newThreshold,
  readCapacity,
  scopeOfPool,
  type NumberRangeCapacity,
  type Capacity,
  type NewThreshold,
  type Threshold,
} from '#contract/capacity.ts'
import { readNumber } from '../../../lib/typed.ts'
import { NumberField } from '../../../entities/extension/NumberField.tsx'
import { useT } from '../../../i18n/Language.tsx'
import { closeOnSuccess, FormDialog } from '../../../ui/form/FormDialog.tsx'
import { capacityQuery } from '../../../entities/capacity/queries.ts'
import { scopeText } from '../../../entities/capacity/scope.ts'
import { write } from '../../../api/endpoint-queries.ts'
import { useEdit } from '../../../ui/form/use-edit.tsx'
import { WholeNumberInput } from '../../../ui/form/WholeNumberInput.tsx'

interface ThresholdDialogProps {
  thresholds: readonly Threshold[]
  pools: Capacity['pools']
  /** The range or pool of the threshold; null when the user chooses it. */
  range: Pick<NumberRangeCapacity, 'scope' | 'pool'> | null
  onClose: () => void
}

type Level = number | string
interface Values {
  prefix: string
  /** Replaces the prefix when set. */
  pool: string | null
  leastFree: Level
  leastDays: Level
}
/** Error code of a form without any level. */
const none = 'none'
const levelOf = (input: Level): number | null => (input === '' ? null : Number(input))
const isEmpty = ({ leastFree, leastDays }: Values): boolean => leastFree === '' && leastDays === ''
const limits = { leastFree: maxFreeThreshold, leastDays: 365 } as const

/** Sets the levels at which these numbers raise an alert. */
export function ThresholdDialog({ thresholds, pools, range, onClose }: ThresholdDialogProps) {
  const t = useT()
  const change = useMutation(write(changeThreshold, readCapacity.path))
  const { data: capacity } = useQuery(capacityQuery({ by: 'prefix' }))
  const latest = capacity?.thresholds ?? thresholds
  const thresholdIn = (items: readonly Threshold[]) =>
    items.find(({ scope }) => scope === range?.scope) ?? null
  const levelsOf = (threshold: Threshold | null) => ({
    leastFree: threshold?.leastFree ?? '',
    leastDays: threshold?.leastDays ?? '',
  })
  const scopeOf = ({ pool, prefix }: Values) => (pool === null ? readNumber(prefix) : scopeOfPool(pool))
  const existingOf = (values: Values) =>
    range === null ? latest.find(({ scope }) => scope === scopeOf(values)) : base
  const bodyOf = (values: Values): NewThreshold => ({
    scope: scopeOf(values),
    leastFree: levelOf(values.leastFree),
    leastDays: levelOf(values.leastDays),
    version: existingOf(values)?.version ?? 0,
  })
  const validate = schemaResolver(newThreshold, { sync: true })
  const form = useForm<Values>({
    initialValues: { prefix: range?.scope ?? '', pool: null, ...levelsOf(thresholdIn(thresholds)) },
    validate: (values) => ({
      ...validate(bodyOf(values)),
      // An empty threshold would be removed by the service; removing has its own button.
      ...(isEmpty(values) ? { leastFree: none, leastDays: none } : {}),
    }),
  })
  const { base, errorAction } = useEdit({
    opened: thresholdIn(thresholds),
    now: thresholdIn(latest),
    error: change.error,
    onUse: (threshold) => form.setValues(levelsOf(threshold)),
  })
  const send = (body: NewThreshold, done: 'thresholds.saved' | 'thresholds.removed') =>
    change.mutate({ body }, closeOnSuccess(onClose, t(done), form))
  const level = (name: 'leastFree' | 'leastDays') => (
    <WholeNumberInput
      {...form.getInputProps(name)}
      label={t(`thresholds.${name}`)}
      description={t(`thresholds.${name}.text`)}
      data-autofocus={(range !== null && name === 'leastFree') || undefined}
      error={
        form.errors[name] !== undefined &&
        (form.errors[name] === none
          ? isEmpty(form.values) && t('thresholds.wrong')
          : form.errors[name] === true
            ? // The browser checks the rest.
              t('pools.leastFree.large')
            : t('number.wrong', { least: 1, most: limits[name] }))
      }
    />
  )
  return (
    <FormDialog
      title={range === null ? t('thresholds.add') : t('thresholds.set.of', { what: scopeText(t, range) })}
      submit={t('action.save')}
      onSubmit={form.onSubmit((values) => send(bodyOf(values), 'thresholds.saved'))}
      onClose={onClose}
      isDirty={form.isDirty()}
      sending={change}
      errorAction={range !== null && errorAction}
      actions={
        base !== null && (
          <Button
            mr="auto"
            disabled={change.isPending}
            onClick={() =>
              send(
                { scope: base.scope, leastFree: null, leastDays: null, version: base.version },
                'thresholds.removed',
              )
            }
          >
            {t('action.remove')}
          </Button>
        )
      }
    >
      {range === null && (
        <NumberField
          {...form.getInputProps('prefix')}
          label={t('thresholds.prefix')}
          description={t('thresholds.prefix.text')}
          data-autofocus
          disabled={form.values.pool !== null}
          error={form.errors['scope'] !== undefined && t('thresholds.prefix.wrong')}
        />
      )}
      {range === null && pools.length > 0 && (
        <Select
          {...form.getInputProps('pool')}
          label={t('thresholds.pool')}
          placeholder={t('thresholds.pool.none')}
          searchable
          clearable
          clearButtonProps={{ 'aria-label': t('action.clear', { label: t('thresholds.pool') }) }}
          data={pools.map(({ id, name }) => ({ value: id, label: name }))}
        />
      )}
      {range === null && existingOf(form.values) != null && <Alert>{t('thresholds.exists')}</Alert>}
      {level('leastFree')}
      {level('leastDays')}
    </FormDialog>
  )
}
