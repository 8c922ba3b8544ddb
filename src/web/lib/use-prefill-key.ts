import { useEffect, useRef, useState } from 'react'
import { NavigationType, useLocation, useNavigate, useNavigationType } from 'react-router-dom'
import { useNavigationBlocker } from './navigation-blocker.ts'

/**
 * A key for what the link to this page has filled in: changes when another link to it is followed, or back or forward leads to
 * one; before that it asks if work is unsaved, and takes the link back out of the URL when the user stays. What the page itself writes
 * into its URL replaces the entry, and is no link.
 */
export function usePrefillKey(): string {
  const { key, search } = useLocation()
  const action = useNavigationType()
  const { confirmLeave } = useNavigationBlocker()
  const navigate = useNavigate()
  const [shownKey, setShownKey] = useState(key)
  const shownSearch = useRef(search)
  useEffect(() => {
    const before = shownSearch.current
    if (search === before) return
    const show = () => {
      shownSearch.current = search
    }
    if (action === NavigationType.Replace) return show()
    confirmLeave(
      () => {
        show()
        setShownKey(key)
      },
      () => void navigate({ search: before }, { replace: true }),
    )
  }, [action, key, search, confirmLeave, navigate])
  return shownKey
}
