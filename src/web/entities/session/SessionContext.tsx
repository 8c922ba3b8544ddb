import { createContext, useContext, useMemo, type ReactNode } from 'react'
import type { Permission } from '#contract/access.ts'
import type { Session } from '#contract/session.ts'

const SessionContext = createContext<Session | null>(null)

export function SessionProvider({ session, children }: { session: Session; children: ReactNode }) {
  return <SessionContext value={session}>{children}</SessionContext>
}

/** Returns the signed-in user's session; throws outside `SessionProvider`. */
export function useSession(): Session {
  const session = useContext(SessionContext)
  if (session === null) throw new Error('useSession needs a signed-in user above it')
  return session
}

/** True when the user's role has the permission. Without it, hide the control or explain it; never show a disabled one. */
export const usePermission = (permission: Permission): boolean =>
  useSession().permissions.includes(permission)

/** Offers no action on a number or for a person beyond the user's limit: there, the user only reads. */
export function ActingOn({ isWithin, children }: { isWithin: boolean; children: ReactNode }) {
  const session = useSession()
  const acting = useMemo(
    () =>
      isWithin
        ? session
        : { ...session, permissions: session.permissions.filter((each) => each === 'extension.read') },
    [session, isWithin],
  )
  return <SessionContext value={acting}>{children}</SessionContext>
}
