import { partOf, type Change } from '#upstream/check/step.ts'
import { defaultProfile, profileErrors, profileSchema, type Profile } from '#upstream/profile.ts'
import { isSent } from '#upstream/records.ts'
import type { Values } from '#contract/audit.ts'
import type { Problem } from '#contract/problem.ts'
import type { ServiceConnection, ServiceDraft } from '#contract/service.ts'
import { changesOf } from '../audit/changes.ts'
import { isBaseUrl, mustBeBaseUrl } from '../platform/config/config.ts'
import { ProblemError } from '../platform/problems.ts'

/** Where a service is, and as which application the console calls it. */
export interface ServiceAddress {
  sandbox: boolean
  url: string
  extensionsUrl: string
  appId: string
  companyId: string | null
}

/** Returns scheme, host, port and path of a URL, without a trailing slash. */
function normalUrl(text: string): string {
  const { protocol, host, pathname } = new URL(text)
  return `${protocol}//${host}${pathname.replace(/\/+$/, '')}`
}

export const sandboxIdentity = 'sandbox'

/** Names a service by its address. The sandbox's name is the same on every port. */
export function serviceIdentity({ sandbox, url, extensionsUrl, appId, companyId }: ServiceAddress): string {
  if (sandbox) return sandboxIdentity
  const parts = [normalUrl(url), normalUrl(extensionsUrl), encodeURIComponent(appId)]
  return [...parts, ...(companyId === null ? [] : [companyId])].join(' ')
}

/** A connection with its secrets. Leaves the process only in requests to the service. */
export interface Connection extends ServiceAddress {
  appKey: string
  /** The value of the profile's credential `fixed`. */
  authorization: string | null
  profile: Profile
}

/** Stands for the service until one is connected, where no sandbox is installed. No host has this name (RFC 2606). */
export const notConnected: Connection = {
  sandbox: false,
  url: 'https://none.example',
  extensionsUrl: 'https://none.example',
  appId: '',
  appKey: '',
  companyId: null,
  authorization: null,
  profile: defaultProfile,
}

/** Where connections come from besides the store. */
export interface Connections {
  /** Wins over the saved connection; null without `UPSTREAM_URL`. */
  environment: Connection | null
  /** Starts the sandbox once; null where it is not installed. */
  sandbox: (() => Promise<Connection>) | null
}

/** Returns every key with another value than in `base`. */
function differencesOf(value: unknown, base: unknown, path: readonly string[] = []): Change[] {
  if (isSent(value) && isSent(base))
    return [...new Set([...Object.keys(base), ...Object.keys(value)])].flatMap((key) =>
      differencesOf(value[key], base[key], [...path, key]),
    )
  return JSON.stringify(value) === JSON.stringify(base)
    ? []
    : [{ key: path.join('.'), from: base, to: value }]
}

/** Returns the parts of a profile that differ from the default one. */
export const changedParts = (profile: Profile): Record<string, unknown> =>
  partOf(differencesOf(profile, defaultProfile))

/** Returns what may be shown of a connection. */
export const toServiceConnection = ({
  appKey,
  authorization,
  profile,
  ...address
}: Connection): ServiceConnection => ({
  ...address,
  hasAppKey: appKey !== '',
  hasAuthorization: authorization !== null,
  profile: changedParts(profile),
})

/** Returns the changes for the audit. Of a secret, it says only that it changed. */
export function connectionChanges(before: Connection | null, after: Connection): Values {
  const profile = differencesOf(after.profile, before?.profile ?? defaultProfile)
  return {
    ...changesOf(before, after, ['url', 'extensionsUrl', 'appId', 'companyId']),
    ...Object.fromEntries(
      profile.map(({ key, from, to }) => [`profile.${key}`, { before: from ?? null, after: to ?? null }]),
    ),
    ...(before?.appKey === after.appKey ? {} : { appKeyChanged: true }),
    ...((before?.authorization ?? null) === after.authorization ? {} : { authorizationChanged: true }),
  }
}

/**
 * Returns a draft as a connection, with the secrets of `earlier` where the draft omits them. Throws `bad-request` with every
 * error by its field: a secret is not sent to another URL than the one it was given for.
 */
export function connectionOf(draft: ServiceDraft, earlier: Connection | null): Connection {
  const { url, extensionsUrl = url, appId, companyId = null, profile: given = {} } = draft
  const errors: NonNullable<Problem['errors']> = []
  for (const [path, text] of [
    ['url', url],
    ...(draft.extensionsUrl === undefined ? [] : [['extensionsUrl', extensionsUrl] as const]),
  ] as const)
    if (!isBaseUrl(text)) errors.push({ path, message: mustBeBaseUrl })
  const read = profileSchema.safeParse(given)
  for (const { path, ...error } of profileErrors(given))
    errors.push({ path: path === '' ? 'profile' : `profile.${path}`, ...error })
  if (errors.length > 0 || !read.success) throw new ProblemError('bad-request', { errors })
  const hasSameUrls =
    earlier !== null &&
    normalUrl(earlier.url) === normalUrl(url) &&
    normalUrl(earlier.extensionsUrl) === normalUrl(extensionsUrl)
  const saved = hasSameUrls ? earlier : null
  const missing = (path: string) =>
    errors.push({
      path,
      message: earlier === null ? 'required' : 'required again, because a URL changed',
    })
  const appKey = draft.appKey ?? saved?.appKey ?? ''
  if (appKey === '') missing('appKey')
  const isFixed = read.data.auth.credential === 'fixed'
  const authorization = isFixed ? (draft.authorization ?? saved?.authorization ?? null) : null
  if (isFixed && authorization === null) missing('authorization')
  if (!isFixed && draft.authorization !== undefined)
    errors.push({ path: 'authorization', message: 'has no effect unless profile.auth.credential is fixed' })
  if (authorization !== null && !/^[\x20-\x7e]+$/.test(authorization))
    errors.push({ path: 'authorization', message: 'must be printable ASCII' })
  if (errors.length > 0) throw new ProblemError('bad-request', { errors })
  return { sandbox: false, url, extensionsUrl, appId, appKey, companyId, authorization, profile: read.data }
}
