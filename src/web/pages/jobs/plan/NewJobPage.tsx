import { Button, Group, SegmentedControl, Stack, Text, Textarea } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useDebouncedValue } from '@mantine/hooks'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { useMemo, useState } from 'react'
import { numbersIn } from '#contract/numbers-in-text.ts'
import { maxPoolNumbers } from '#contract/pools.ts'
import { useT } from '../../../i18n/Language.tsx'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { ErrorAlert } from '../../../ui/feedback/ErrorAlert.tsx'
import { PageHeader } from '../../../ui/layout/PageHeader.tsx'
import { useUnsavedChanges } from '../../../lib/navigation-blocker.ts'
import { optionalParam, param, useUrlState } from '../../../lib/url-state.ts'
import { usePrefillKey } from '../../../lib/use-prefill-key.ts'
import { useLookUps } from '../look-ups.ts'
import { rangesOf, rangeText } from '../../../entities/extension/number-ranges.ts'
import { NumbersRead } from '../../../entities/extension/NumbersRead.tsx'
import { PoolPicker } from '../../../entities/pool/PoolPicker.tsx'
import { nextNumbersQuery } from '../../../entities/pool/queries.ts'
import { announce } from '../../../ui/feedback/announce.ts'
import { DryRun, tallyOf } from './DryRun.tsx'
import { longestRanges } from './NumbersToCreate.tsx'
import { useChosenRows } from './chosen-rows.ts'
import { StartJob } from './StartJob.tsx'
import { RemovedCharacters } from '../../../ui/text/RemovedCharacters.tsx'
import { WholeNumberInput } from '../../../ui/form/WholeNumberInput.tsx'

const policies = ['skip', 'fill', 'stop'] as const
type Policy = (typeof policies)[number]
/** A longer text would make a URL that some mail programs break. */
const longestInUrl = 1_500

const rangeState = z.object({
  numbers: optionalParam(z.string().check(z.maxLength(longestInUrl))),
  /** The texts that may be numbers and that the user has added, in lines. */
  added: optionalParam(z.string().check(z.maxLength(longestInUrl))),
  existing: param(z.enum(policies), 'skip'),
  /** The pool that supplies additional numbers. */
  pool: optionalParam(z.uuid()),
})

const example = '8001-8060'

/** Returns the pool's numbers that replace those that exist. Undefined without a pool: the numbers after the highest replace them. */
function useFromPool(pool: string | undefined, policy: Policy): readonly string[] | undefined {
  const isFilling = pool !== undefined && policy === 'fill'
  const { data } = useQuery({
    ...nextNumbersQuery(pool ?? '', { of: 'absent', count: maxPoolNumbers }),
    enabled: isFilling,
  })
  // The answer also says how far the scan is: other progress with the same numbers is no other input.
  const items = data?.items
  return useMemo(() => (isFilling ? (items ?? []).map(({ ext }) => ext) : undefined), [isFilling, items])
}

function Plan({
  numbers,
  isInUrl,
  pool,
  policy,
  setPolicy,
}: {
  numbers: readonly string[]
  isInUrl: boolean
  pool: string | undefined
  policy: Policy
  setPolicy: (policy: Policy) => void
}) {
  const t = useT()
  const candidates = useFromPool(pool, policy)
  const lookUps = useLookUps(numbers, { fill: policy === 'fill', candidates })
  const filled = lookUps.keys
  const tally = useMemo(() => tallyOf(filled, lookUps.looked), [filled, lookUps.looked])
  const rows = useChosenRows(useMemo(() => tally.absent.map((ext) => ({ ext })), [tally]))
  const named = rows.numbers.length === 0 ? filled : rows.numbers
  const suggestedName = useMemo(() => longestRanges(t, named, 1), [t, named])
  useUnsavedChanges(filled.length > 0, isInUrl ? 'draft' : 'input')
  return (
    <Stack gap="md">
      {numbers.length > 0 && (
        <div data-no-print>
          <Text fw={600} id="plan-policy">
            {t('plan.policy')}
          </Text>
          <SegmentedControl
            aria-labelledby="plan-policy"
            value={policy}
            data={policies.map((value) => ({ value, label: t(`plan.policy.${value}`) }))}
            onChange={setPolicy}
          />
        </div>
      )}
      {filled.length > 0 && <DryRun lookUps={lookUps} tally={tally} addedFrom={numbers.length} />}
      <StartJob
        rows={rows}
        planned={filled}
        suggestedName={suggestedName}
        running={lookUps.running}
        blockedBy={policy === 'stop' ? tally.exist.length : 0}
        withLangCodeTxt
      />
    </Stack>
  )
}

interface FromPoolProps {
  pool: string | undefined
  setPool: (pool: string | undefined) => void
  onNumbers: (numbers: readonly string[]) => void
}

/** Takes the pool's next creatable numbers. */
function FromPool({ pool, setPool, onNumbers }: FromPoolProps) {
  const t = useT()
  const client = useQueryClient()
  const form = useForm<{ count: number | string }>({
    initialValues: { count: 1 },
    validate: {
      count: (count) => !Number.isInteger(count) || Number(count) < 1 || Number(count) > maxPoolNumbers,
    },
  })
  const taking = useMutation({
    mutationFn: (count: number) =>
      client.fetchQuery({ ...nextNumbersQuery(pool ?? '', { of: 'absent', count }), staleTime: 0 }),
    onSuccess: ({ items }) => {
      onNumbers(items.map(({ ext }) => ext))
      announce(t('plan.pool.added', { count: items.length }))
    },
  })
  const count = taking.data?.items.length ?? 0
  return (
    <>
      <form noValidate onSubmit={form.onSubmit(({ count }) => taking.mutate(Number(count)))}>
        <Group gap="sm" align="flex-end">
          <PoolPicker
            label={t('plan.pool')}
            placeholder={t('plan.pool.none')}
            value={pool}
            onChange={setPool}
            hideWithoutPools
          />
          {pool !== undefined && (
            <>
              <WholeNumberInput
                label={t('plan.pool.count')}
                {...form.getInputProps('count')}
                error={!form.isValid() && t('number.wrong', { least: 1, most: maxPoolNumbers })}
                w={140}
              />
              <Button type="submit" disabled={!form.isValid()} loading={taking.isPending}>
                {t('plan.pool.take')}
              </Button>
            </>
          )}
        </Group>
      </form>
      {taking.isSuccess && count < taking.variables && (
        <Text component="output">{t('plan.pool.few', { count })}</Text>
      )}
      <ErrorAlert error={taking.error} />
    </>
  )
}

/** Creates many numbers from ranges, typed or pasted in any format. Remounts for each link that prefills them. */
export function NewJobPage() {
  return <Range key={usePrefillKey()} />
}

function Range() {
  const t = useT()
  const [state, set] = useUrlState(rangeState)
  const [text, setText] = useState(state.numbers ?? '')
  const [settled] = useDebouncedValue(text, 400)
  const { added = '' } = state
  const read = useMemo(() => numbersIn(settled, { added: added.split('\n') }), [settled, added])
  const { numbers } = read
  const write = (input: string) => {
    setText(input)
    set({ numbers: input.length <= longestInUrl ? input : undefined }, { replace: true })
  }
  const add = (newNumbers: readonly string[]) =>
    write(
      [text.trim(), rangesOf(newNumbers).map(rangeText).join(', ')].filter((part) => part !== '').join('\n'),
    )
  return (
    <>
      <PageHeader title={t('create.title')} description={t('plan.range.description')} />
      <Stack gap="md">
        <FromPool pool={state.pool} setPool={(pool) => set({ pool }, { replace: true })} onNumbers={add} />
        <Textarea
          label={t('numbers.title')}
          description={t('plan.numbers.text')}
          placeholder={example}
          value={text}
          rows={3}
          resize="vertical"
          onChange={(event) => write(event.currentTarget.value)}
        />
        <Text aria-live="polite">
          {numbers.length > 0 &&
            t('plan.understood', { count: numbers.length, numbers: longestRanges(t, numbers, 6) })}
        </Text>
        <RemovedCharacters text={settled} />
        <NumbersRead
          read={read}
          onAdd={(text) => set({ added: [added, text].filter(Boolean).join('\n') }, { replace: true })}
        />
        {numbers.length === 0 && (
          <EmptyState title={t('plan.range.empty')} text={t('plan.range.empty.next')}>
            <Button onClick={() => write(example)}>{t('plan.range.example', { example })}</Button>
          </EmptyState>
        )}
        <Plan
          numbers={numbers}
          isInUrl={text.length <= longestInUrl}
          pool={state.pool}
          policy={state.existing}
          setPolicy={(existing) => set({ existing }, { replace: true })}
        />
      </Stack>
    </>
  )
}
