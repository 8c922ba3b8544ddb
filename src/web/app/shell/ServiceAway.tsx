import { useQuery } from '@tanstack/react-query'
import { answeringQuery } from '../../entities/service/answering.ts'
import { useT } from '../../i18n/Language.tsx'
import { Message } from '../../i18n/Message.tsx'
import classes from '../../ui/feedback/Notice.module.css'
import { Time } from '../../ui/text/Time.tsx'

/** Sets the height that the page keeps free for the notice. It grows as the text wraps. */
function publishHeight(notice: HTMLElement | null) {
  if (notice === null) return undefined
  const { style } = document.body
  const observer = new ResizeObserver(() =>
    style.setProperty('--notice-height', `${notice.getBoundingClientRect().height}px`),
  )
  observer.observe(notice)
  return () => {
    observer.disconnect()
    style.removeProperty('--notice-height')
  }
}

/** Says on every page that the service does not answer, or in another shape, and how old the lists are, which show what it answered before. */
export function ServiceAway() {
  const t = useT()
  const { data } = useQuery(answeringQuery())
  const isAway = data?.noAnswerSince != null
  if (data === undefined || (!isAway && data.otherAnswersSince === null)) return null
  const message = isAway ? 'shell.serviceAway' : 'shell.serviceOtherwise'
  return (
    <output ref={publishHeight} className={classes.bottom} data-no-print>
      <span>
        {data.listsReadAt === null ? (
          t(message)
        ) : (
          <Message
            id={isAway ? 'shell.serviceAway.asOf' : 'shell.serviceOtherwise.asOf'}
            values={{ time: <Time value={data.listsReadAt} words="moment" /> }}
          />
        )}
      </span>
    </output>
  )
}
