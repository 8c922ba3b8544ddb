import { Button, Group, SegmentedControl, Stack, Text } from '@mantine/core'
import { IconCheck, IconCircleDashed, IconCopy, IconPlayerPlay } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import type { Reservation } from '#contract/reservations.ts'
import type { ServiceRequest } from '#contract/service-requests.ts'
import { isSameAgent, type UiLanguage } from '#contract/text.ts'
import { loadSharedMessages, translator } from '../../i18n/catalogue.ts'
import { useLanguage } from '../../i18n/Language.tsx'
import { announce } from '../../ui/feedback/announce.ts'
import { ErrorAlert } from '../../ui/feedback/ErrorAlert.tsx'
import { Dialog } from '../../ui/form/FormDialog.tsx'
import { useNow } from '../../ui/text/clock.ts'
import { copyText } from '../../ui/text/CopyButton.tsx'
import { colorOf } from '../../ui/text/meaning.ts'
import { momentText } from '../../ui/text/time-text.ts'
import { PendingRequests } from '../request/PendingRequests.tsx'
import { pendingRequestsQuery } from '../request/queries.ts'
import { useRecipients } from '../request/recipients.ts'
import { RequestButton } from '../request/RequestButton.tsx'
import { releaseMutation } from './queries.ts'
import { personText } from '../person/person-text.ts'
import { handOverText, reservedFor, reservedPerson } from './reserved-for.ts'

/** Each language by its own name. */
const languages: { value: UiLanguage; label: string }[] = [
  { value: 'en', label: 'English' },
  { value: 'zh', label: '中文' },
]

/** A step of what happens with a reserved number. */
const Step = ({ icon, title, children }: { icon: ReactNode; title: string; children: ReactNode }) => (
  <Group component="li" gap="sm" wrap="nowrap" align="flex-start">
    {icon}
    <Stack gap={2} flex={1} align="flex-start">
      <Text fw={600}>{title}</Text>
      {children}
    </Stack>
  </Group>
)

interface ReservedDialogProps {
  reservation: Reservation
  onClose: () => void
  onAnother: () => void
}

/** A line or room has no account: the user chooses the one that gets its number. */
function askText({ agentUuid, personKind }: Reservation) {
  if (agentUuid !== null) return 'reserve.done.ask.text'
  return personKind === 'resource' ? 'reserve.done.ask.resource' : 'reserve.done.ask.colleague'
}

/** After a number was reserved: what happens next, the request to bind it, a text to pass on, and the way back. */
export function ReservedDialog({ reservation, onClose, onAnother }: ReservedDialogProps) {
  const { t, language } = useLanguage()
  const now = useNow()
  const undo = useMutation(releaseMutation())
  const { ext, agentUuid, agentName, expiresAt, personKind } = reservation
  const isResource = personKind === 'resource'
  const person = reservedFor(t, reservation)
  const recipients = useRecipients()
  const [sent, setSent] = useState<ServiceRequest | null>(null)
  const pending = useQuery(pendingRequestsQuery({ ext })).data?.items ?? []
  /** The request to bind the number to this person: until it is there, no one was asked. */
  const request =
    pending.find(
      ({ kind, rebindTo }) =>
        kind === 'rebind' && (isResource || isSameAgent(rebindTo?.agentUuid ?? null, agentUuid)),
    ) ?? sent
  return (
    <Dialog
      title={t('reserve.done.title', { ext, agent: person })}
      size={640}
      onClose={onClose}
      closeOnClickOutside={false}
    >
      <Stack gap="md">
        <ErrorAlert error={undo.error} />
        {pending.some(({ id }) => id !== request?.id) && <PendingRequests subject={{ ext }} />}
        <Stack gap="sm" component="ol" m={0} p={0} style={{ listStyle: 'none' }}>
          <Step
            icon={<IconCheck size={18} color={colorOf('done')} aria-hidden />}
            title={t('reserve.done.reserved')}
          >
            <Text c="dimmed" component="output">
              {t('reserve.done.until', { until: momentText(expiresAt, now, language) })}
            </Text>
          </Step>
          <Step
            icon={
              request === null ? (
                <IconPlayerPlay size={18} color={colorOf('running')} aria-hidden />
              ) : (
                <IconCheck size={18} color={colorOf('done')} aria-hidden />
              )
            }
            title={t(request === null ? 'reserve.done.ask' : 'reserve.done.asked')}
          >
            <Text c="dimmed" component="output">
              {request === null
                ? t(askText(reservation), {
                    names: recipients,
                  })
                : t('reserve.done.asked.text', { names: request.assignee?.name ?? recipients })}
            </Text>
            {(agentUuid !== null || isResource) && request === null && (
              <RequestButton
                numbers={() => [ext]}
                kinds={['rebind']}
                {...(agentUuid === null
                  ? { reason: t('reservations.mark', { agent: person }) }
                  : { agent: { agentUuid, agentName } })}
                onSent={([made]) => setSent(made ?? null)}
                label={t('reserve.done.ask')}
                size="compact-sm"
                variant="filled"
              />
            )}
          </Step>
          <Step
            icon={<IconCircleDashed size={18} color={colorOf('waiting')} aria-hidden />}
            title={t('numbers.state.bound')}
          >
            <Text c="dimmed">
              {t(request === null ? 'reserve.done.bound.unasked' : 'reserve.done.bound.text')}
            </Text>
          </Step>
        </Stack>
        <HandOver reservation={reservation} />
        <Group justify="space-between" gap="sm">
          <Button
            variant="subtle"
            loading={undo.isPending}
            onClick={() =>
              undo.mutate(
                { params: { id: reservation.id }, body: {} },
                {
                  onSuccess: () => {
                    announce(t('reservations.release.done', { ext }))
                    onClose()
                  },
                },
              )
            }
          >
            {t('reserve.undo')}
          </Button>
          <Group gap="sm">
            <Button onClick={onAnother}>{t('reserve.another')}</Button>
            <Button variant="filled" onClick={onClose} data-autofocus>
              {t('action.done')}
            </Button>
          </Group>
        </Group>
      </Stack>
    </Dialog>
  )
}

/** A text about the reservation to pass on, in either language. */
function HandOver({ reservation }: { reservation: Reservation }) {
  const { t, language: own } = useLanguage()
  const [language, setLanguage] = useState<UiLanguage>(own)
  const { data: messages } = useQuery({
    queryKey: ['messages', language],
    queryFn: () => loadSharedMessages(language),
    staleTime: Infinity,
  })
  if (messages === undefined) return null
  const say = translator(language, messages)
  const person = personText(say, reservedPerson(say, reservation), '')
  const text = handOverText(say, language, reservation, person)
  return (
    <Stack gap={4} component="section" aria-label={t('reserve.handover')}>
      <Group justify="space-between" gap="sm">
        <Text>{t('reserve.handover')}</Text>
        <Group gap="xs">
          <SegmentedControl
            size="xs"
            aria-label={t('reserve.handover.language')}
            value={language}
            onChange={setLanguage}
            data={languages}
          />
          <Button
            size="compact-sm"
            leftSection={<IconCopy size={14} aria-hidden />}
            onClick={() => void copyText(t, text, t('reserve.handover.copied'))}
          >
            {t('action.copy')}
          </Button>
        </Group>
      </Group>
      <Text p="xs" lang={language} bg="var(--mantine-color-default-hover)">
        {text}
      </Text>
    </Stack>
  )
}
