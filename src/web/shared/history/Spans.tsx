import { Anchor, Text } from '@mantine/core'
import { Link } from 'react-router-dom'
import type { BindingSpan } from '#contract/history.ts'
import { useLanguage } from '../../i18n/Language.tsx'
import { Message } from '../../i18n/Message.tsx'
import { paths } from '../../lib/paths.ts'
import { absoluteTime } from '../../ui/time-text.ts'
import { AgentName } from './PersonName.tsx'
import classes from './History.module.css'

interface SpansProps {
  spans: readonly BindingSpan[]
  /** True when there are earlier spans. */
  more: boolean
  /** True for an agent's numbers: each span then names its number. */
  ofAgent: boolean
}

/** Shows who had the number from when to when, one line for each agent. */
export function Spans({ spans, more, ofAgent }: SpansProps) {
  const { t, language } = useLanguage()
  const bound = spans.filter(({ state }) => state === 'bound')
  if (bound.length === 0)
    return <Text size="sm">{t(ofAgent ? 'history.spans.noNumber' : 'history.spans.none')}</Text>
  const day = (at: number) => <time dateTime={new Date(at).toISOString()}>{absoluteTime(at, language)}</time>
  return (
    <ul className={classes.spans} aria-label={t('history.spans')}>
      {bound.map((span) => {
        const lasts = span.to === null ? 'open' : 'ended'
        const who = ofAgent ? (
          <Anchor component={Link} to={paths.extension(span.ext)} inherit underline="always">
            {span.ext}
          </Anchor>
        ) : (
          <AgentName agent={span.agent} />
        )
        return (
          <li key={`${span.ext} ${span.from}`}>
            <Message
              of={ofAgent ? `history.number.${lasts}` : `history.span.${lasts}`}
              values={{ agent: who, from: day(span.from), to: span.to === null ? '' : day(span.to) }}
            />
            {span.boundAt !== null && (
              <>
                {' '}
                <Message of="history.span.boundAt" values={{ time: day(span.boundAt) }} />
              </>
            )}
          </li>
        )
      })}
      {more && <li>{t('history.spans.more')}</li>}
    </ul>
  )
}
