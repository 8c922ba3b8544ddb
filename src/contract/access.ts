/** The permissions of each role. The BFF's `mount` enforces them; the SPA hides the parts that a role cannot use. */
export const roles = {
  admin: [
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
  ],
  supervisor: ['extension.read', 'extension.reserve', 'request.manage', 'label.write'],
} as const

export type Role = keyof typeof roles
export const roleNames = ['admin', 'supervisor'] as const satisfies readonly Role[]
export type Permission = (typeof roles)[Role][number]
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
] as const satisfies readonly Permission[]

/** What can be done before a service is connected. */
export const permissionsWithoutService: readonly Permission[] = [
  'settings.manage',
  'service.manage',
  'audit.read',
  'user.manage',
]

/** True when the role holds the permission. */
export function allows(role: Role, permission: Permission): boolean {
  const held: readonly Permission[] = roles[role]
  return held.includes(permission)
}
