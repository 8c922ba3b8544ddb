import { Button, Group, Paper, Progress, Stack, Text, TextInput, Title } from '@mantine/core'
import '@mantine/core/styles/Progress.css'
import { useMutation } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { useState } from 'react'
import { mostInRange, rangeOfNumbers, type LanguageRange } from '#contract/extension-languages.ts'
import { useT } from '../i18n/Language.tsx'
import { announce } from '../ui/announce.ts'
import { Failure } from '../ui/Failure.tsx'
import { Time } from '../ui/Time.tsx'
import { cancelRangeMutation, isOpen, readRangeMutation } from './queries.ts'

function RangeProgress({ range }: { range: LanguageRange }) {
  const t = useT()
  const { mutate, isPending } = useMutation(cancelRangeMutation())
  const done = range.read + range.missing + range.failed
  const name = t('coverage.range.name', { from: range.from, to: range.to })
  return (
    <div>
      <Group gap="sm" justify="space-between">
        <Text size="sm" component="div">
          <b>{name}</b> · {t(`coverage.range.${range.state}`)} · <Time value={range.askedAt} />
        </Text>
        {isOpen(range) && (
          <Button
            size="compact-xs"
            variant="default"
            loading={isPending}
            aria-label={t('coverage.range.cancel.of', { range: name })}
            onClick={() => mutate(range.id)}
          >
            {t('action.cancel')}
          </Button>
        )}
      </Group>
      {isOpen(range) && <Progress value={(100 * done) / range.total} aria-label={name} my={4} />}
      <Text size="xs" c="dimmed">
        {t('coverage.range.counts', {
          done,
          total: range.total,
          missing: range.missing,
          failed: range.failed,
        })}
      </Text>
    </div>
  )
}

/** Reads a range now, ahead of what is read by itself, and shows how far it is. */
export function RangeCard({ ranges }: { ranges: readonly LanguageRange[] }) {
  const t = useT()
  const [from, setFrom] = useState('')
  const [to, setTo] = useState('')
  const [tried, setTried] = useState(false)
  const { mutate, isPending, error } = useMutation(readRangeMutation())
  const range = z.safeParse(rangeOfNumbers, { from, to: to === '' ? from : to })
  const ask = () => {
    setTried(true)
    if (!range.success) return
    mutate(range.data, {
      onSuccess: () => {
        setTried(false)
        announce(t('coverage.range.asked'))
      },
    })
  }
  return (
    <Paper withBorder p="md" component="section" aria-label={t('coverage.range')}>
      <Title order={2} size="h3">
        {t('coverage.range')}
      </Title>
      <Text size="sm" c="dimmed" mb="sm">
        {t('coverage.range.text', { most: mostInRange })}
      </Text>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          ask()
        }}
      >
        <Group gap="sm" align="flex-end">
          <TextInput
            label={t('coverage.range.from')}
            inputMode="numeric"
            autoComplete="off"
            w={140}
            value={from}
            onChange={(event) => setFrom(event.currentTarget.value.trim())}
          />
          <TextInput
            label={t('coverage.range.to')}
            inputMode="numeric"
            autoComplete="off"
            w={140}
            value={to}
            onChange={(event) => setTo(event.currentTarget.value.trim())}
          />
          <Button type="submit" loading={isPending}>
            {t('coverage.range.read')}
          </Button>
        </Group>
        {tried && !range.success && (
          <Text size="sm" c="var(--mantine-color-error)" role="alert" mt="xs">
            {t('coverage.range.wrong', { most: mostInRange })}
          </Text>
        )}
      </form>
      <Stack gap="sm" mt="sm">
        {error !== null && <Failure error={error} />}
        {ranges.map((each) => (
          <RangeProgress key={each.id} range={each} />
        ))}
      </Stack>
    </Paper>
  )
}
