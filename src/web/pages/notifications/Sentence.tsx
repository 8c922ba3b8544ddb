import { useMutation } from '@tanstack/react-query'
import { notificationPath, notificationSentence } from '#contract/notification-words.ts'
import type { Notification } from '#contract/notifications.ts'
import { useLanguage } from '../../i18n/Language.tsx'
import { useNow } from '../../ui/text/clock.ts'
import { momentText } from '../../ui/text/time-text.ts'
import { markReadMutation } from './queries.ts'
import { PageLink } from '../../ui/layout/PageLink.tsx'

interface SentenceProps {
  notification: Notification
  /** Called when the user follows the link. */
  onFollow?: () => void
}

/** A notification as a link to its place, which marks it as read. */
export function Sentence({ notification: { id, event, readAt }, onFollow }: SentenceProps) {
  const { language } = useLanguage()
  const now = useNow()
  const { mutate } = useMutation(markReadMutation())
  return (
    <PageLink
      to={notificationPath(event)}
      fw={readAt === null ? 600 : 400}
      onClick={() => {
        if (readAt === null) mutate({ body: { ids: [id] } })
        onFollow?.()
      }}
    >
      {notificationSentence(event, language, (at) => momentText(at, now, language))}
    </PageLink>
  )
}
