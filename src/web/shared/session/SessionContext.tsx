import { createContext, useContext, type ReactNode } from 'react'
import type { Permission } from '#contract/access.ts'
import type { Session } from '#contract/session.ts'

const SessionContext = createContext<Session | null>(null)

export function SessionProvider({ session, children }: { session: Session; children: ReactNode }) {
  return <SessionContext value={session}>{children}</SessionContext>
}

/** The signed-in user's session; every page inside the shell has one. */
export function useSession(): Session {
  const session = useContext(SessionContext)
  if (session === null) throw new Error('useSession needs a signed-in user above it')
  return session
}

/** Whether the signed-in user's role holds the permission. What a role lacks is left out or explained, never shown dead. */
export const usePermission = (permission: Permission): boolean =>
  useSession().permissions.includes(permission)

/** For those who ask about several permissions. */
export function usePermissions(): (permission: Permission) => boolean {
  const { permissions } = useSession()
  return (permission) => permissions.includes(permission)
}
