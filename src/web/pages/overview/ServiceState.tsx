import { Group, Skeleton, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { Health } from '#contract/capacity.ts'
import { healthQuery } from '../../entities/capacity/queries.ts'
import { usePermission } from '../../entities/session/SessionContext.tsx'
import { useLanguage, useT } from '../../i18n/Language.tsx'
import { paths } from '../../lib/paths.ts'
import { PageLink } from '../../ui/layout/PageLink.tsx'
import { useNow } from '../../ui/text/clock.ts'
import { StateBadge } from '../../ui/text/StateBadge.tsx'
import { durationText, momentText, spaceUnits } from '../../ui/text/time-text.ts'

const meanings = { good: 'done', failing: 'attention', paused: 'failed', uncalled: 'unknown' } as const

/** Returns what is known of the service beside its state: since when a part fails, else its response time and the token's rest. */
function useDetails({ parts, latencyMs, token }: Health): string[] {
  const { t, language } = useLanguage()
  const now = useNow()
  const broken = parts.find(({ state }) => state !== 'closed')
  const milliseconds = new Intl.NumberFormat(language, {
    style: 'unit',
    unit: 'millisecond',
    maximumFractionDigits: 0,
  })
  if (broken !== undefined)
    return broken.since === null ? [] : [t('health.since', { time: momentText(broken.since, now, language) })]
  return [
    ...(latencyMs === null ? [] : [spaceUnits(milliseconds.format(latencyMs))]),
    ...(token === null
      ? []
      : token.state === 'valid' && token.expiresAt !== null
        ? [t('health.token.valid', { span: durationText(token.expiresAt - now, language) })]
        : [t('health.token.other', { state: t(`status.token.state.${token.state}`) })]),
  ]
}

function State({ health }: { health: Health }) {
  const { t } = useLanguage()
  const canRead = usePermission('status.read')
  const name = `${t('health.title')} · ${t(`health.${health.state}`)}`
  const details = useDetails(health)
  return (
    <Group gap="0.25rem 0.75rem">
      <StateBadge meaning={meanings[health.state]} title={t(`health.${health.state}.text`)}>
        {canRead ? <PageLink to={paths.connection()}>{name}</PageLink> : name}
      </StateBadge>
      <Text span c="dimmed" size="sm">
        {details.join(' · ')}
      </Text>
    </Group>
  )
}

/** Whether the service answers, in one line, and the state of its token for users with `status.read`. */
export function ServiceState() {
  const t = useT()
  const { data, isError } = useQuery({ ...healthQuery(), meta: { quiet: true } })
  // An earlier answer would still say that all is well.
  if (isError) return <StateBadge meaning="unknown">{t('health.unread')}</StateBadge>
  return data === undefined ? <Skeleton w={230} h={22} /> : <State health={data} />
}
