import { useQuery } from '@tanstack/react-query'
import type { ProblemCode } from '#contract/problem.ts'
import { scanStatusQuery } from '../../entities/extension/scan-status.ts'
import { useT } from '../../i18n/Language.tsx'
import { Message } from '../../i18n/Message.tsx'
import classes from '../../ui/feedback/Notice.module.css'
import { Time } from '../../ui/text/Time.tsx'

const everyMs = 30_000
/** Why a crawl stops when the service does not answer. */
const isAway = (code: ProblemCode | null) =>
  code === 'upstream-unreachable' ||
  code === 'upstream-timeout' ||
  code === 'upstream-failing' ||
  code === 'upstream-paused'

/** Says on every page that the service does not answer, and how old the lists are, which show what it answered before. */
export function ServiceAway() {
  const t = useT()
  const { data } = useQuery({ ...scanStatusQuery(), refetchInterval: everyMs })
  if (data?.crawls.some(({ failure }) => isAway(failure)) !== true) return null
  const readAt = Math.max(...data.crawls.map(({ lastWholeAt }) => lastWholeAt ?? 0))
  return (
    <output className={classes.bottom} data-no-print>
      <span>
        {readAt === 0 ? (
          t('shell.serviceAway')
        ) : (
          <Message of="shell.serviceAway.asOf" values={{ time: <Time value={readAt} words="moment" /> }} />
        )}
      </span>
    </output>
  )
}
