import { Anchor } from '@mantine/core'
import { Link } from 'react-router-dom'
import type { HistoryEntry } from '#contract/history.ts'
import { problemCodes } from '#contract/problem.ts'
import type { Translate } from '../../i18n/catalogue.ts'
import { useT } from '../../i18n/Language.tsx'
import { Message } from '../../i18n/Message.tsx'
import { paths } from '../../lib/paths.ts'
import type { Meaning } from '../../ui/meaning.ts'
import { Time } from '../../ui/Time.tsx'
import { numberMeanings, itemMeanings, reservationMeanings } from '../state-meanings.ts'
import { AgentName } from './PersonName.tsx'

/** Returns the meaning that colors an entry's mark. */
export function meaningOf(entry: HistoryEntry): Meaning {
  if (entry.kind === 'binding') return numberMeanings[entry.after.state]
  if (entry.kind === 'reservation') return reservationMeanings[entry.state]
  if (entry.kind === 'creation') return itemMeanings[entry.state]
  return entry.result === 'done' ? 'attention' : entry.result === null ? 'inDoubt' : 'failed'
}

/** Describes the event in a sentence. */
export function EntryText({ entry }: { entry: HistoryEntry }) {
  const t = useT()
  if (entry.kind === 'binding')
    return (
      <Message
        of={`history.binding.${entry.after.state}`}
        values={{ agent: <AgentName agent={entry.after.agent} /> }}
      />
    )
  if (entry.kind === 'reservation')
    return (
      <Message
        of={`history.reservation.${entry.state}`}
        values={{
          agent: <AgentName agent={entry.agent} />,
          holder: <AgentName agent={entry.holder} />,
          time: <Time value={entry.expiresAt} />,
        }}
      />
    )
  if (entry.kind === 'action') return t(`audit.action.${entry.action}`)
  const job = (
    <Anchor component={Link} to={paths.job(entry.job.id)} inherit underline="always">
      {entry.job.name}
    </Anchor>
  )
  return entry.state === 'done' ? (
    <Message of="history.created" values={{ job }} />
  ) : (
    <Message of="history.creation" values={{ job, state: t(`item.${entry.state}`) }} />
  )
}

/** Returns a problem's sentence; an unknown result code stays as it is. */
function problemText(t: Translate, code: string): string {
  const known = problemCodes.find((each) => each === code)
  return known === undefined ? code : t(`problem.${known}`)
}

/** Adds details to an event: the state before, the reason, or why a request was refused. */
export function EntryNote({ entry }: { entry: HistoryEntry }) {
  const t = useT()
  if (entry.kind === 'binding')
    return (
      <Message
        of={`history.before.${entry.before.state}`}
        values={{ agent: <AgentName agent={entry.before.agent} /> }}
      />
    )
  if (entry.kind === 'creation') return entry.code === null ? null : problemText(t, entry.code)
  const reason =
    entry.reason === null || entry.reason === '' ? null : t('history.reason', { reason: entry.reason })
  if (entry.kind === 'reservation') return reason
  const { result } = entry
  const outcome = result === 'done' ? null : result === null ? t('history.noOutcome') : problemText(t, result)
  return [outcome, reason].filter((part) => part !== null).join(' · ') || null
}
