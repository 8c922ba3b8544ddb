import { useEffect, useState } from 'react'
import { NavigationType, useLocation, useNavigate, useNavigationType } from 'react-router-dom'
import { useGuard } from './BlockingRouter.tsx'

/**
 * A key for what the link to this page has filled in: changes when another link to it is followed, or back or forward leads to
 * one; before that it asks if work is unsaved, and takes the link back out of the URL of who stays. What the page itself writes
 * into its URL replaces the entry, and is no link.
 */
export function usePrefillKey(): string {
  const { key, search } = useLocation()
  const action = useNavigationType()
  const { leave } = useGuard()
  const navigate = useNavigate()
  const [shown, setShown] = useState({ key, search })
  if (action === NavigationType.Replace && search !== shown.search) setShown({ ...shown, search })
  useEffect(() => {
    if (action !== NavigationType.Replace && search !== shown.search)
      leave(
        () => setShown({ key, search }),
        () => void navigate({ search: shown.search }, { replace: true }),
      )
  }, [action, key, search, shown, leave, navigate])
  return shown.key
}
