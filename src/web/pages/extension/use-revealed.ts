import { useCallback, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { revealSeconds } from '#contract/secret.ts'

interface Revealed {
  password: string
  /** The record of the password. Any other record hides the password. */
  record: object
  until: number
}

/** How often the countdown checks the clock, ms. */
const tickMs = 250

/**
 * A revealed password, kept only in this component's state for at most 30 seconds. Hides it earlier when the window
 * loses focus or is hidden, when the record changes, or when the page closes. `record` is compared by identity.
 * @param onHidden called each time the password is hidden.
 */
export function useRevealed(record: object, onHidden: () => void) {
  const [revealed, setRevealed] = useState<Revealed | null>(null)
  const [secondsLeft, setSecondsLeft] = useState(revealSeconds)
  const hidden = useEffectEvent(onHidden)
  const hide = useCallback(() => setRevealed(null), [])
  const latest = useRef(record)
  useLayoutEffect(() => {
    latest.current = record
  }, [record])
  const show = useCallback((password: string) => {
    setSecondsLeft(revealSeconds)
    setRevealed({ password, record: latest.current, until: Date.now() + revealSeconds * 1000 })
  }, [])

  const current = revealed?.record === record ? revealed : null
  useEffect(() => {
    if (current === null) return undefined
    // The clock check covers a machine that slept; the timer covers a clock that was set back.
    const end = setTimeout(hide, revealSeconds * 1000)
    const tick = setInterval(() => {
      const seconds = Math.ceil((current.until - Date.now()) / 1000)
      if (seconds <= 0) hide()
      else setSecondsLeft(Math.min(seconds, revealSeconds))
    }, tickMs)
    window.addEventListener('blur', hide)
    window.addEventListener('pagehide', hide)
    document.addEventListener('visibilitychange', hide)
    return () => {
      clearTimeout(end)
      clearInterval(tick)
      window.removeEventListener('blur', hide)
      window.removeEventListener('pagehide', hide)
      document.removeEventListener('visibilitychange', hide)
      // Clear the password, so that it does not reappear when the same record is shown again.
      setRevealed((now) => (now === current ? null : now))
      hidden()
    }
  }, [current, hide])

  return {
    /** Null while hidden. */
    password: current?.password ?? null,
    secondsLeft,
    show,
    hide,
  }
}
