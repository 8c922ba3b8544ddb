import { Text } from '@mantine/core'
import { useLanguage } from '../../i18n/Language.tsx'
import { Message } from '../../i18n/Message.tsx'
import { paths } from '../../lib/paths.ts'
import { Time } from '../../ui/text/Time.tsx'
import { dateText } from '../../ui/text/time-text.ts'
import { PersonName } from './EntryText.tsx'
import type { HistoryPage } from './queries.ts'
import { PageLink } from '../../ui/layout/PageLink.tsx'

interface SpansProps {
  /** The first page of the history. */
  page: HistoryPage
  /** True for an agent's numbers: each span then names its number. */
  ofAgent: boolean
  /** The end of the chosen period, epoch milliseconds; null for all time. */
  until: number | null
}

/** Shows who had the number from when to when, one line for each agent. */
export function Spans({ page, ofAgent, until }: SpansProps) {
  const { t, language } = useLanguage()
  const { spans, firstKnown, moreSpans, observedSince } = page
  const bound = spans.filter(({ state }) => state === 'bound')
  if (bound.length === 0) {
    const isBefore = until !== null && observedSince !== null && until <= observedSince
    const none = ofAgent ? 'history.spans.noNumber' : 'history.spans.none'
    return (
      <Text>
        {isBefore
          ? t('history.spans.notKnown', { date: dateText(observedSince, language) })
          : t(until === null && !ofAgent ? 'history.spans.never' : none)}
        {firstKnown !== null && (
          <>
            {' '}
            <Message
              id="history.spans.firstKnown"
              values={{ agent: <PersonName person={firstKnown.agent} /> }}
            />
          </>
        )}
      </Text>
    )
  }
  const day = (at: number) => <Time value={at} words="moment" />
  return (
    <Text
      component="ul"
      m={0}
      ps="1.25rem"
      style={{ overflowWrap: 'anywhere' }}
      aria-label={t('history.spans')}
    >
      {bound.map((span) => {
        // The console saw nothing of the chosen period, but the service's time of the binding covers it.
        const isByService = until !== null && until <= span.from
        const lasts = isByService ? 'byService' : span.to === null ? 'open' : 'ended'
        const who = ofAgent ? (
          <PageLink to={paths.extension(span.ext)} underline="always">
            {span.ext}
          </PageLink>
        ) : (
          <PersonName person={span.agent} />
        )
        return (
          <li key={`${span.ext} ${span.from}`}>
            <Message
              id={ofAgent ? `history.number.${lasts}` : `history.span.${lasts}`}
              values={{
                agent: who,
                from: day(span.boundAt ?? span.from),
                to: span.to === null ? '' : day(span.to),
              }}
            />
            {span.boundAt === null && span.from === observedSince && ` ${t('history.span.fromStart')}`}
            {span.boundAt !== null &&
              (isByService ? (
                <>
                  {' '}
                  <Message id="history.span.boundOn" values={{ time: day(span.boundAt) }} />
                </>
              ) : (
                t('sentence.following', { text: t('history.span.dated') })
              ))}
          </li>
        )
      })}
      {moreSpans && <li>{t('history.spans.more')}</li>}
    </Text>
  )
}
