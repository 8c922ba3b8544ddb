import { Alert, Button, Group, Paper, Stack, Text, Title } from '@mantine/core'
import { IconAlertTriangle, IconArrowDown, IconCircleCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState, type RefObject } from 'react'
import { Link } from 'react-router-dom'
import { usualReservationHours } from '#contract/reservations.ts'
import type { ExtensionWithPeople } from '#contract/extensions.ts'
import type { Extension } from '#contract/records.ts'
import { useIdempotentMutation } from '../../api/idempotent-mutation.ts'
import { extensionQuery, languageQuery } from '../../entities/extension/extension-queries.ts'
import type { Translate } from '../../i18n/catalogue.ts'
import { useLanguage, useT } from '../../i18n/Language.tsx'
import { paths } from '../../lib/paths.ts'
import { whyUnavailable } from '../../entities/extension/NumberState.tsx'
import { useSession } from '../../entities/session/SessionContext.tsx'
import { useNow } from '../../ui/text/clock.ts'
import { ErrorAlert } from '../../ui/feedback/ErrorAlert.tsx'
import { momentText } from '../../ui/text/time-text.ts'
import classes from './ReserveCard.module.css'
import type { KnownAgent } from '../../entities/agent/find-agent.ts'
import { HoursPicker, type Hours } from './HoursPicker.tsx'
import { outcomeText } from './outcome-text.ts'
import { useReservations } from '../../entities/reservation/open-reservations.ts'
import { reservedFor } from '../../entities/reservation/reserved-for.ts'
import { pairOf, reserveMutation } from '../../entities/reservation/queries.ts'
import { colorOf } from '../../ui/text/meaning.ts'

interface ReserveCardProps {
  agent: KnownAgent
  /** The agent's extension; undefined for a joiner, who has none. */
  current: Extension | null | undefined
  ext: string
  /** Returns to the list of numbers. */
  onEscape: () => void
  /** The button that Enter in the list of numbers focuses: reserve, or the next available step. */
  commit: RefObject<HTMLButtonElement | null>
}

/** What the service says about the number; empty until it has answered. */
function stateText(t: Translate, ext: string, detail: ExtensionWithPeople | undefined): string {
  if (detail === undefined) return ''
  const { state, extension, agentNames } = detail
  if (state === 'free' || state === 'reserved') return t('reservations.card.free', { ext })
  if (state === 'bound') {
    const agent = extension.agentName ?? extension.agentUuid ?? t('history.agent.none')
    return t('reservations.card.bound', { ext, agent })
  }
  if (state !== 'unavailable') return t(`reservations.card.${state}`, { ext })
  const why = whyUnavailable(t, extension, agentNames[extension.currentUsingAgentUuid ?? ''] ?? null)
  return why === null
    ? t('reservations.card.unavailable', { ext })
    : t('reservations.card.unavailable.why', { ext, why })
}

/** The agent's state before and after, and the button that reserves the number. The number is read again right before it is reserved. */
export function ReserveCard({ agent, current, ext, onEscape, commit }: ReserveCardProps) {
  const t = useT()
  const { language } = useLanguage()
  const now = useNow()
  const { user } = useSession()
  const [hours, setHours] = useState<Hours>(usualReservationHours)
  const reservation = useReservations().get(ext)
  const main = useQuery(languageQuery(ext))
  const { submit, forgetKey, data: answer, error, isPending } = useIdempotentMutation(reserveMutation())
  const outcome = answer?.items[0]
  const outcomeRef = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (outcome !== undefined) outcomeRef.current?.focus()
  }, [outcome])
  const name = agent.name ?? agent.id
  const has =
    current == null
      ? t('reservations.card.noExtension', { agent: name })
      : t('reservations.card.has', { agent: name, ext: current.ext })
  const done = outcome?.code === null
  const detail = useQuery({ ...extensionQuery(ext), meta: { quiet: true } })
  const state = detail.data?.state
  const isOfferable = state !== 'bound' && state !== 'unavailable' && state !== 'gone'
  const free = outcome === undefined && reservation === undefined && isOfferable
  return (
    <Paper
      withBorder
      p="md"
      component="section"
      aria-label={t('reservations.card', { ext, agent: name })}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        event.stopPropagation()
        onEscape()
      }}
    >
      <Stack gap="sm">
        <Title order={2} size="h3">
          {t('reservations.card', { ext, agent: name })}
        </Title>
        <div className={classes.side}>
          <Text size="xs" fw={600} c="dimmed">
            {t(free ? 'reservations.before' : 'reservations.now')}
          </Text>
          <Text size="sm">{has}</Text>
          <Text size="sm">
            {reservation === undefined
              ? stateText(t, ext, detail.data)
              : t('reservations.card.reserved', {
                  ext,
                  agent: reservedFor(t, reservation),
                  by: reservation.by.name,
                  until: momentText(reservation.expiresAt, now, language),
                })}
          </Text>
          <Text size="xs" c="dimmed">
            {t('label.value', { label: t('field.langCodeTxt'), value: main.data?.langCodeTxt ?? '–' })}
          </Text>
        </div>
        {free && (
          <>
            <IconArrowDown size={18} aria-hidden className={classes.arrow} />
            <div className={classes.side} data-after>
              <Text size="xs" fw={600} c="dimmed">
                {t('reservations.after')}
              </Text>
              <Text size="sm">{t('reservations.card.will', { ext, agent: name, count: hours })}</Text>
              <Text size="sm">{has}</Text>
            </div>
            <HoursPicker value={hours} onChange={setHours} />
            <Text size="xs" c="dimmed">
              {t('reservations.card.note')}
            </Text>
          </>
        )}
        {free && error !== null && !isPending && <ErrorAlert error={error} />}
        {outcome !== undefined && answer !== undefined && (
          <Alert
            ref={outcomeRef}
            tabIndex={-1}
            role="alert"
            color={colorOf(done ? 'done' : 'attention')}
            icon={
              done ? <IconCircleCheck size={18} aria-hidden /> : <IconAlertTriangle size={18} aria-hidden />
            }
          >
            {outcomeText(outcome, { t, language, now: answer.now, userId: user.id })}
          </Alert>
        )}
        <Group gap="sm">
          {free && (
            <Button
              ref={commit}
              loading={isPending}
              onClick={() =>
                submit(
                  { items: [pairOf(ext, agent)], hours },
                  // After an answer, sending the same request again means a new reservation.
                  { onSuccess: forgetKey },
                )
              }
            >
              {t('reservations.reserve', { ext })}
            </Button>
          )}
          {!free && isOfferable && (
            <Button component={Link} to={paths.reservations({ ext })} variant="default">
              {t('reservations.toList')}
            </Button>
          )}
          <Button ref={free ? undefined : commit} variant={free ? 'subtle' : 'default'} onClick={onEscape}>
            {t('reservations.another')}
          </Button>
        </Group>
      </Stack>
    </Paper>
  )
}
