import { useQuery } from '@tanstack/react-query'
import { readAnswering } from '#contract/status.ts'
import { call } from '../../api/call.ts'
import { useT } from '../../i18n/Language.tsx'
import { Message } from '../../i18n/Message.tsx'
import classes from '../../ui/feedback/Notice.module.css'
import { Time } from '../../ui/text/Time.tsx'

const everyMs = 30_000

/** Says on every page that the service does not answer, and how old the lists are, which show what it answered before. */
export function ServiceAway() {
  const t = useT()
  const { data } = useQuery({
    queryKey: ['answering'],
    queryFn: ({ signal }) => call(readAnswering, { signal }),
    refetchInterval: everyMs,
    meta: { quiet: true },
  })
  if (data === undefined || data.noAnswerSince === null) return null
  return (
    <output className={classes.bottom} data-no-print>
      <span>
        {data.listsReadAt === null ? (
          t('shell.serviceAway')
        ) : (
          <Message
            of="shell.serviceAway.asOf"
            values={{ time: <Time value={data.listsReadAt} words="moment" /> }}
          />
        )}
      </span>
    </output>
  )
}
