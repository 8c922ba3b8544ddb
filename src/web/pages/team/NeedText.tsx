import { Text } from '@mantine/core'
import { useLanguage } from '../../i18n/Language.tsx'
import { agentTitle } from '../../entities/agent/agent-text.ts'
import { useNow } from '../../ui/text/clock.ts'
import { textColorOf } from '../../ui/text/meaning.ts'
import { calendarDateText, momentText, relativeDate, relativeTime } from '../../ui/text/time-text.ts'
import type { DirectoryAgent } from '#contract/agents.ts'
import type { Need } from './needs.ts'

/** What a person of the team needs, as one sentence. */
export function NeedText({ person, need }: { person: DirectoryAgent; need: Need }) {
  const { t, language } = useLanguage()
  const now = useNow()
  const sentence = (): string => {
    switch (need.kind) {
      case 'confirm':
        return t('team.need.confirm', { agent: need.agents.map(agentTitle).join(t('list.separator')) })
      case 'overdue':
        return t('team.need.overdue', {
          kind: t(`requests.kind.${need.request.kind}`),
          day: relativeDate(need.request.dueOn ?? '', now, language),
        })
      case 'requested':
        return t(`team.need.requested.${need.request.state === 'sent' ? 'sent' : 'open'}`, {
          kind: t(`requests.kind.${need.request.kind}`),
        })
      case 'ends':
        return t('team.need.ends', { until: momentText(need.reservation.expiresAt, now, language) })
      case 'missing':
        return t('team.need.missing', { ext: need.reservation.ext })
      case 'lost': {
        const { ext, state, holder, endedAt } = need.reservation
        return state === 'taken'
          ? t('team.need.taken', {
              ext,
              agent: holder?.agentName ?? holder?.agentUuid ?? t('history.agent.none'),
            })
          : t('team.need.expired', { ext, ago: relativeTime(endedAt ?? now, now, language) })
      }
      case 'bind':
        return t('team.need.bind', { until: momentText(need.reservation.expiresAt, now, language) })
      case 'starts':
        return person.startsOn === null
          ? t('team.need.starts', { until: momentText(need.reservation.expiresAt, now, language) })
          : t('team.need.startsOn', { day: calendarDateText(person.startsOn, language) })
      case 'number':
        return t('team.need.number')
      default:
        return need satisfies never
    }
  }
  const isUrgent =
    need.kind === 'overdue' || need.kind === 'ends' || need.kind === 'missing' || need.kind === 'lost'
  const text = sentence()
  return (
    <Text span inherit title={text} c={isUrgent ? textColorOf('failed') : undefined}>
      {text}
    </Text>
  )
}
