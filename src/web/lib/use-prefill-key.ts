import { useEffect, useRef, useState } from 'react'
import { NavigationType, useLocation, useNavigate, useNavigationType } from 'react-router-dom'
import { useNavigationBlocker } from './navigation-blocker.ts'

/**
 * Returns a key for a form that the page's link has prefilled. The key changes when the user follows another link to this page, or
 * reaches one with back or forward. While work is unsaved or a draft is stored, asks first, and restores the previous URL when the user stays. The page's
 * own URL changes replace the history entry and keep the key.
 */
export function usePrefillKey(): string {
  const location = useLocation()
  const { key, search } = location
  const state: unknown = location.state
  const action = useNavigationType()
  const { confirmReplace } = useNavigationBlocker()
  const navigate = useNavigate()
  const [shownKey, setShownKey] = useState(key)
  const rendered = useRef({ search, state })
  useEffect(() => {
    const before = rendered.current
    if (search === before.search && JSON.stringify(state) === JSON.stringify(before.state)) return
    const show = () => {
      rendered.current = { search, state }
    }
    if (action === NavigationType.Replace) return show()
    confirmReplace(
      () => {
        show()
        setShownKey(key)
      },
      () => void navigate({ search: before.search }, { replace: true, state: before.state }),
    )
  }, [action, key, search, state, confirmReplace, navigate])
  return shownKey
}
