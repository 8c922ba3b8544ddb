import { useId, useState } from 'react'
import { createPortal } from 'react-dom'
import { useLanguage } from '../../i18n/Language.tsx'
import { useNow } from './clock.ts'
import { absoluteTime, dateTimeText, momentText, relativeTime, timeAgo } from './time-text.ts'
import { EmptyValue } from './EmptyValue.tsx'
import classes from './Time.module.css'

interface TimeProps {
  /** Epoch milliseconds. */
  value: number | null
  /** Shows both the exact and the relative time as text, for places with enough room. */
  full?: boolean
  /** Shows date and clock time, and the relative time beside them. */
  dated?: boolean
  /** The words for the time: of what has happened, of what is ahead, for a sentence with "until" or "since", or the date. */
  words?: keyof typeof wordsOf
}

const wordsOf = { ago: timeAgo, ahead: relativeTime, moment: momentText, date: dateTimeText }

/** Shows a time as "3 hours ago"; the exact time and zone appear on hover, on focus and in print. */
export function Time({ value, full = false, dated = false, words = 'ago' }: TimeProps) {
  const { t, language } = useLanguage()
  const now = useNow()
  const id = useId()
  const [at, setAt] = useState<{ left: number; top: number } | null>(null)
  if (value === null || !Number.isFinite(new Date(value).getTime())) return <EmptyValue />
  const relative = wordsOf[words](value, now, language)
  if (full)
    return (
      <time dateTime={new Date(value).toISOString()}>
        {absoluteTime(value, language)}
        <span className={classes.beside}>{t('time.beside', { relative })}</span>
      </time>
    )
  const show = (element: HTMLElement) => {
    const box = element.getBoundingClientRect()
    setAt({ left: box.left, top: box.bottom + 4 })
  }
  return (
    <>
      <button
        type="button"
        className={classes.time}
        data-at={absoluteTime(value, language)}
        aria-describedby={at === null ? undefined : id}
        onMouseEnter={(event) => show(event.currentTarget)}
        onFocus={(event) => show(event.currentTarget)}
        onMouseLeave={() => setAt(null)}
        onBlur={() => setAt(null)}
        onKeyDown={(event) => event.key === 'Escape' && setAt(null)}
      >
        <time dateTime={new Date(value).toISOString()}>
          {dated ? dateTimeText(value, now, language) : relative}
        </time>
      </button>
      {dated && <span className={classes.beside}> {relative}</span>}
      {at !== null &&
        createPortal(
          <span role="tooltip" id={id} className={classes.note} style={at}>
            {absoluteTime(value, language)}
          </span>,
          document.body,
        )}
    </>
  )
}
