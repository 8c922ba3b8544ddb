import type { Environment } from './secret-files.ts'

export const loopback = /^(127\.\d+\.\d+\.\d+|localhost|\[?::1\]?)$/

/** Returns an error for each unknown variable with one of our prefixes: probably a misspelling, which would have no effect. */
export function unknownNames(env: Environment, names: readonly string[]): string[] {
  return Object.keys(env)
    .filter((name) => /^(UPSTREAM|OIDC|SANDBOX|AUDIT|SESSION_SECRET)_/.test(name) && !names.includes(name))
    .map((name) => `${name}: is not a variable of the console; check its spelling`)
}

/** Returns an error for each variable that makes the single sign-on configuration incomplete. */
function oidcChecks(has: (name: string) => boolean, env: Environment): string[] {
  const needed = ['OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET', 'OIDC_ROLE_CLAIM'] as const
  const values = [
    'OIDC_ADMIN_VALUE',
    'OIDC_SUPERVISOR_VALUE',
    'OIDC_HELP_DESK_VALUE',
    'OIDC_AUDITOR_VALUE',
  ] as const
  if (!has('OIDC_ISSUER'))
    return [...needed, ...values].filter(has).map((name) => `${name}: has no effect without OIDC_ISSUER`)
  const errors = needed.filter((name) => !has(name)).map((name) => `${name}: required with OIDC_ISSUER`)
  if (!values.some(has))
    errors.push(
      `OIDC_ADMIN_VALUE: give this or ${values.slice(1).join(', ')}; without a role no user can sign in`,
    )
  for (const [place, name] of values.entries()) {
    const same = values.slice(0, place).find((each) => env[each] !== undefined && env[each] === env[name])
    if (same !== undefined) errors.push(`${name}: must differ from ${same}`)
  }
  return errors
}

/** Checks variables against each other. Reads the raw text, so that these errors are listed together with all other errors. */
export function crossChecks(env: Environment): string[] {
  const errors: string[] = []
  const has = (name: string) => env[name] !== undefined || env[`${name}_FILE`] !== undefined
  if (has('UPSTREAM_URL')) {
    for (const name of ['UPSTREAM_APP_ID', 'UPSTREAM_APP_KEY'] as const)
      if (!has(name)) errors.push(`${name}: required with UPSTREAM_URL`)
  } else {
    for (const name of ['UPSTREAM_EXTENSIONS_URL', 'UPSTREAM_APP_ID', 'UPSTREAM_APP_KEY'] as const)
      if (has(name))
        errors.push(`${name}: has no effect without UPSTREAM_URL; set that as well or remove this`)
  }
  if (has('DATABASE_URL') && !has('SESSION_SECRET'))
    errors.push('SESSION_SECRET: required with DATABASE_URL, the same on all replicas')
  errors.push(...oidcChecks(has, env))
  if (has('HOST') && !loopback.test(env['HOST'] ?? '') && !has('PUBLIC_URL'))
    errors.push('PUBLIC_URL: required when HOST is not loopback; give the https origin that browsers see')
  if (has('ADMIN_EMAIL') && !has('ADMIN_PASSWORD')) errors.push('ADMIN_PASSWORD: required with ADMIN_EMAIL')
  if (has('ADMIN_PASSWORD') && !has('ADMIN_EMAIL')) errors.push('ADMIN_EMAIL: required with ADMIN_PASSWORD')
  if (has('METRICS_HOST') && !has('METRICS_PORT'))
    errors.push('METRICS_HOST: has no effect without METRICS_PORT; set that as well or remove this')
  if (env['NODE_TLS_REJECT_UNAUTHORIZED'] === '0')
    errors.push('NODE_TLS_REJECT_UNAUTHORIZED: must not be 0; give the CA by UPSTREAM_CA_FILE instead')
  return errors
}
