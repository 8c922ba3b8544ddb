import { Suspense, useState } from 'react'
import { lazyFeature } from '../lazy.ts'
import { UserButton } from './UserButton.tsx'

const UserPopover = lazyFeature(async () => (await import('./UserPopover.tsx')).UserPopover)

/** The signed-in user's button; what it opens is fetched when it is asked for. */
export function UserMenu() {
  const [wanted, setWanted] = useState(false)
  if (!wanted) return <UserButton onClick={() => setWanted(true)} />
  return (
    <Suspense fallback={<UserButton loading />}>
      <UserPopover />
    </Suspense>
  )
}
