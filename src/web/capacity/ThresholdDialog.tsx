import { Alert, Button, Group, Modal, NumberInput, Stack, TextInput } from '@mantine/core'
import '@mantine/core/styles/NumberInput.css'
import { useMutation } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import * as z from 'zod/mini'
import { newThreshold, type Threshold } from '#contract/capacity.ts'
import { useT } from '../i18n/Language.tsx'
import { announce } from '../ui/feedback/announce.ts'
import { ErrorAlert } from '../ui/feedback/ErrorAlert.tsx'
import { useReturnFocus } from '../ui/focus/return-focus.ts'
import { prefixText } from './forecast-labels.ts'
import { changeThresholdMutation } from './queries.ts'

interface ThresholdDialogProps {
  thresholds: readonly Threshold[]
  /** Null: the reader says which. */
  prefix: string | null
  onClose: () => void
}

type Level = number | string
const levelOf = (typed: Level): number | null => (typed === '' ? null : Number(typed))
const limits = { leastFree: 1_000_000, leastDays: 365 } as const

/** What the console is to tell of before these numbers run out. */
export function ThresholdDialog({ thresholds, prefix: given, onClose }: ThresholdDialogProps) {
  const t = useT()
  useReturnFocus()
  const change = useMutation(changeThresholdMutation())
  const [typedPrefix, setTypedPrefix] = useState('')
  const prefix = given ?? typedPrefix.trim()
  const existing = thresholds.find((each) => each.prefix === prefix)
  // What was there when the dialog opened: another user's change in between is refused, not overwritten.
  const [seen] = useState(existing)
  const [leastFree, setLeastFree] = useState<Level>(existing?.leastFree ?? '')
  const [leastDays, setLeastDays] = useState<Level>(existing?.leastDays ?? '')
  const [tried, setTried] = useState(false)
  const version = (given === null ? existing : seen)?.version ?? 0
  const body = { prefix, leastFree: levelOf(leastFree), leastDays: levelOf(leastDays), version }
  const checked = z.safeParse(newThreshold, body)
  const wrong = new Set(checked.success ? [] : checked.error.issues.map(({ path }) => path[0]))
  const none = body.leastFree === null && body.leastDays === null

  const send = (asked: typeof body, done: 'thresholds.saved' | 'thresholds.removed') =>
    change.mutate(asked, {
      onSuccess: () => {
        announce(t(done))
        onClose()
      },
    })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (checked.success && !none) send(body, 'thresholds.saved')
  }
  const level = (name: 'leastFree' | 'leastDays', value: Level, set: (value: Level) => void) => (
    <NumberInput
      label={t(`thresholds.${name}`)}
      description={t(`thresholds.${name}.text`)}
      value={value}
      onChange={set}
      min={1}
      max={limits[name]}
      allowDecimal={false}
      allowNegative={false}
      clampBehavior="none"
      data-autofocus={(given !== null && name === 'leastFree') || undefined}
      error={
        tried &&
        (none
          ? t('thresholds.wrong')
          : wrong.has(name) && t('thresholds.number', { least: 1, most: limits[name] }))
      }
    />
  )
  return (
    <Modal
      opened
      onClose={onClose}
      returnFocus={false}
      centered
      title={given === null ? t('thresholds.add') : t('thresholds.set.of', { what: prefixText(t, given) })}
      closeButtonProps={{ 'aria-label': t('action.close') }}
    >
      <form noValidate onSubmit={submit}>
        <Stack gap="md">
          {change.error !== null && <ErrorAlert error={change.error} />}
          {given === null && (
            <TextInput
              label={t('thresholds.prefix')}
              description={t('thresholds.prefix.text')}
              value={typedPrefix}
              inputMode="numeric"
              autoComplete="off"
              data-autofocus
              error={tried && wrong.has('prefix') && t('thresholds.prefix.wrong')}
              onChange={(event) => setTypedPrefix(event.currentTarget.value)}
            />
          )}
          {given === null && existing !== undefined && (
            <Alert variant="outline" color="var(--console-warning)">
              {t('thresholds.exists')}
            </Alert>
          )}
          {level('leastFree', leastFree, setLeastFree)}
          {level('leastDays', leastDays, setLeastDays)}
          <Group justify="flex-end" gap="sm">
            {seen !== undefined && given !== null && (
              <Button
                variant="default"
                mr="auto"
                disabled={change.isPending}
                onClick={() =>
                  send(
                    { prefix, leastFree: null, leastDays: null, version: seen.version },
                    'thresholds.removed',
                  )
                }
              >
                {t('thresholds.remove')}
              </Button>
            )}
            <Button variant="default" onClick={onClose}>
              {t('action.cancel')}
            </Button>
            <Button type="submit" loading={change.isPending}>
              {t('thresholds.save')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
