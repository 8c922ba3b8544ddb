import { requestText } from '../request/numbers-text.ts'
import { reasonText } from '../request/reason-text.ts'
import type { HistoryEntry, requestEvents, HistoryAgent, HistoryPerson } from '#contract/history.ts'
import { isSameAgent } from '#contract/text.ts'
import { problemCodes } from '#contract/problem.ts'
import type { Translate } from '../../i18n/catalogue.ts'
import { useLanguage, useT } from '../../i18n/Language.tsx'
import { Message } from '../../i18n/Message.tsx'
import { paths } from '../../lib/paths.ts'
import type { Meaning } from '../../ui/text/meaning.ts'
import { Time } from '../../ui/text/Time.tsx'
import { calendarDateText } from '../../ui/text/time-text.ts'
import { eventCaption } from '../audit/event-caption.ts'
import { eventDetails } from '../audit/event-details.ts'
import { numberMeanings, itemMeanings, reservationMeanings } from '../extension/state-meanings.ts'
import { PageLink } from '../../ui/layout/PageLink.tsx'
import { PersonLink } from '../person/PersonLink.tsx'

/** A person's name and work number as a link. */
export function PersonName({ person }: { person: HistoryAgent | null }) {
  const t = useT()
  if (person === null || (person.agentUuid === null && person.name === null)) return t('history.agent.none')
  if (person.agentUuid === null) return person.name
  return <PersonLink id={person.agentUuid} person={person} />
}

/** A console user's name, with the ID as the title. */
export function UserName({ user: { id, name } }: { user: HistoryPerson }) {
  const t = useT()
  return <span title={id ?? undefined}>{id === 'console' ? t('history.console') : name}</span>
}

const requestMeanings: Record<(typeof requestEvents)[number], Meaning> = {
  asked: 'waiting',
  sent: 'running',
  done: 'done',
  settled: 'done',
  withdrawn: 'ended',
}

/** A reservation that was extended or moved stays one. */
const stateAfter = ({ state }: Extract<HistoryEntry, { kind: 'reservation' }>) =>
  state === 'extended' || state === 'moved' ? 'reserved' : state

/** Returns the meaning that colors an entry's mark. */
export function meaningOf(entry: HistoryEntry): Meaning {
  if (entry.kind === 'binding') return numberMeanings[entry.after.state]
  if (entry.kind === 'reservation') return reservationMeanings[stateAfter(entry)]
  if (entry.kind === 'creation') return itemMeanings[entry.state]
  if (entry.kind === 'request') return requestMeanings[entry.event]
  return entry.result === 'done' ? 'attention' : entry.result === null ? 'inDoubt' : 'failed'
}

/** A number reserved for a new colleague, a line or a room can be bound to an account that is not known to be theirs. */
function reservationEvent({
  keptBack,
  state,
  agent,
  holder,
}: Extract<HistoryEntry, { kind: 'reservation' }>) {
  if (state === 'extended' || state === 'moved') return `history.reservation.${state}` as const
  if (keptBack === true) return `history.keptBack.${state}` as const
  const isOther = holder !== null && !isSameAgent(holder.agentUuid, agent.agentUuid)
  return state === 'bound' && isOther
    ? 'history.reservation.boundTo'
    : (`history.reservation.${state}` as const)
}

/** Describes the event in a sentence. */
export function EntryText({ entry }: { entry: HistoryEntry }) {
  const t = useT()
  if (entry.kind === 'binding')
    return (
      <Message
        id={`history.binding.${entry.after.state}`}
        values={{ agent: <PersonName person={entry.after.agent} /> }}
      />
    )
  if (entry.kind === 'reservation')
    return (
      <Message
        id={reservationEvent(entry)}
        values={{
          agent: <PersonName person={entry.agent} />,
          holder: <PersonName person={entry.holder} />,
          time: <Time value={entry.expiresAt ?? entry.at} words="moment" />,
        }}
      />
    )
  if (entry.kind === 'request')
    return (
      <Message
        id={`history.request.${entry.event}`}
        values={{
          change:
            entry.swapWith !== null ? (
              requestText(t, { ...entry, kind: entry.change })
            ) : entry.rebindTo === null ? (
              t(`requests.kind.${entry.change}`)
            ) : (
              <Message
                id="history.request.rebind"
                values={{ agent: <PersonName person={entry.rebindTo} /> }}
              />
            ),
        }}
      />
    )
  if (entry.kind === 'action') return eventCaption(t, entry)
  const job = (
    <PageLink to={paths.job(entry.job.id)} underline="always">
      {entry.job.name}
    </PageLink>
  )
  return entry.state === 'done' ? (
    <Message id="history.created" values={{ job }} />
  ) : (
    <Message id="history.creation" values={{ job, state: t(`item.${entry.state}`) }} />
  )
}

/** Returns a problem's sentence; an unknown result code stays as it is. */
function problemText(t: Translate, code: string): string {
  const knownCode = problemCodes.find((each) => each === code)
  return knownCode === undefined ? code : t(`problem.${knownCode}`)
}

/** Adds details to an event: the state before, the reason, or why a request was refused. */
export function EntryNote({ entry }: { entry: HistoryEntry }) {
  const { t, language } = useLanguage()
  if (entry.kind === 'binding')
    return (
      <Message
        id={`history.before.${entry.before.state}`}
        values={{ agent: <PersonName person={entry.before.agent} /> }}
      />
    )
  if (entry.kind === 'creation') return entry.code === null ? null : problemText(t, entry.code)
  if (entry.kind === 'reservation')
    return entry.reason === null || entry.reason === ''
      ? null
      : t('history.reason', { reason: reasonText(t, entry.reason) })
  if (entry.kind === 'request') {
    const reason =
      entry.reason === null || entry.reason === ''
        ? null
        : t('history.reason', { reason: reasonText(t, entry.reason) })
    const due =
      entry.dueOn === null
        ? null
        : t('history.request.due', { date: calendarDateText(entry.dueOn, language) })
    return [reason, due].filter((part) => part !== null).join(' · ') || null
  }
  const { result } = entry
  const outcome = result === 'done' ? null : result === null ? t('history.noOutcome') : problemText(t, result)
  const details = eventDetails(t, language, entry)
  return [outcome, details].filter((part) => part !== null).join(' · ') || null
}
