/** Every permission. The BFF's `mount` enforces them; the SPA hides what the user has no permission for. */
export const permissionNames = [
  'extension.read',
  'extension.create',
  'extension.reserve',
  'extension.release',
  'request.manage',
  'label.write',
  'secret.reveal',
  'job.run',
  'status.read',
  'token.renew',
  'settings.manage',
  'service.manage',
  'pool.manage',
  'audit.read',
  'user.manage',
] as const
export type Permission = (typeof permissionNames)[number]

/**
 * The permission set of each role; nothing else asks for a role. The role that manages users holds every permission, so that no user grants
 * more than they hold.
 */
export const roles = {
  admin: permissionNames,
  supervisor: ['extension.read', 'extension.reserve', 'request.manage', 'label.write'],
  'help-desk': ['extension.read', 'request.manage', 'secret.reveal'],
  auditor: ['extension.read', 'audit.read'],
} as const satisfies Record<string, readonly Permission[]>
export type Role = keyof typeof roles
/** The permissions of limited users: to read, and to act for the people of their departments and on the numbers of their pools. */
export const limitable: readonly Permission[] = [
  'extension.read',
  'extension.reserve',
  'request.manage',
  'label.write',
  'secret.reveal',
]
/** True when a user with this role can be limited to departments and pools: a role that administers acts on everything. */
export const canBeLimited = (role: Role): boolean =>
  roles[role].every((permission) => limitable.includes(permission))
/** Those of the permissions that a user holds who may be limited. */
export const heldWithin = <Granted extends Permission>(
  isLimited: boolean,
  permissions: readonly Granted[],
): readonly Granted[] =>
  isLimited ? permissions.filter((permission) => limitable.includes(permission)) : permissions

/** In this order, the first that matches decides when single sign-on sends the values of several roles. */
export const roleNames = ['admin', 'supervisor', 'help-desk', 'auditor'] as const satisfies readonly Role[]

/** What can be done before a service is connected. */
export const permissionsWithoutService: readonly Permission[] = [
  'settings.manage',
  'service.manage',
  'audit.read',
  'user.manage',
]

/** True when the role holds the permission. */
export function allows(role: Role, permission: Permission): boolean {
  const permissions: readonly Permission[] = roles[role]
  return permissions.includes(permission)
}
