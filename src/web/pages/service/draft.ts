import { readId } from '../../lib/typed.ts'
import * as z from 'zod/mini'
import { serviceDraft, type Service, type ServiceConnection, type ServiceDraft } from '#contract/service.ts'

/** The form's values. Secrets are empty until they are typed; an empty secret means the saved one. */
export interface DraftValues {
  url: string
  extensionsUrl: string
  appId: string
  appKey: string
  companyId: string
  authorization: string
  /** JSON. */
  profile: string
}
export const connectionFields = [
  'url',
  'extensionsUrl',
  'appId',
  'appKey',
  'companyId',
  'authorization',
  'profile',
] as const satisfies readonly (keyof DraftValues)[]
export type ConnectionField = (typeof connectionFields)[number]

type Json = Readonly<Record<string, unknown>>
const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const ownSources: readonly Service['source'][] = ['environment', 'settings']
/** True while the console uses a service of its own, not the sandbox or none. */
export const usesService = ({ source }: Pick<Service, 'source'>): boolean => ownSources.includes(source)

/** The saved connection, in use or waiting; null before the first one. */
export const savedConnection = (service: Service): ServiceConnection | null =>
  service.waiting ?? (usesService(service) ? service.current : null)

const profileText = (profile: Json): string => JSON.stringify(profile, null, 2)

export const connectionValuesOf = (saved: ServiceConnection | null): DraftValues => ({
  url: saved?.url ?? '',
  extensionsUrl: saved === null || saved.extensionsUrl === saved.url ? '' : saved.extensionsUrl,
  appId: saved?.appId ?? '',
  appKey: '',
  companyId: saved?.companyId ?? '',
  authorization: '',
  profile: profileText(saved?.profile ?? {}),
})

/** Returns the typed profile; null when it is no JSON object. */
export function profileOf({ profile }: Pick<DraftValues, 'profile'>): Json | null {
  if (profile.trim() === '') return {}
  try {
    const parsed: unknown = JSON.parse(profile)
    return isObject(parsed) ? parsed : null
  } catch {
    return null
  }
}

/** True when the extension operations use a fixed value instead of a token. */
export const isFixed = (values: Pick<DraftValues, 'profile'>): boolean => {
  const auth = profileOf(values)?.['auth']
  return isObject(auth) && auth['credential'] === 'fixed'
}

/** Returns the draft as the BFF takes it: empty values are omitted. */
export function connectionDraftOf(values: DraftValues): ServiceDraft {
  const { url, extensionsUrl, appId, appKey, companyId, authorization } = values
  const optional = Object.entries({
    extensionsUrl: extensionsUrl.trim(),
    appKey,
    companyId: readId(companyId),
    authorization: isFixed(values) ? authorization : '',
  }).filter(([, value]) => value !== '')
  return {
    url: url.trim(),
    appId: readId(appId),
    profile: profileOf(values) ?? {},
    ...Object.fromEntries(optional),
  }
}

/** As the BFF compares URLs: without a slash at the end. */
const normalUrl = (text: string) =>
  URL.canParse(text.trim()) ? new URL(text.trim()).href.replace(/\/+$/, '') : text.trim()

interface Address {
  url: string
  extensionsUrl?: string | undefined
  appId: string
  companyId?: string | null | undefined
}
const addressOf = ({ url, extensionsUrl = url, appId, companyId }: Address) =>
  [normalUrl(url), normalUrl(extensionsUrl), appId, companyId ?? ''].join(' ')
/** True when the draft's service is not found where the saved one was. */
export const isElsewhere = (draft: ServiceDraft, saved: ServiceConnection): boolean =>
  addressOf(draft) !== addressOf(saved)

const isAddress = (text: string) => /^https?:\/\//i.test(text.trim()) && URL.canParse(text.trim())

/** Returns the fields with errors. A saved secret is not sent to another address, so it is needed again when an address changes. */
export function wrongConnectionFields(
  values: DraftValues,
  saved: ServiceConnection | null,
): ConnectionField[] {
  const before = connectionValuesOf(saved)
  const isSameService =
    normalUrl(values.url) === normalUrl(before.url) &&
    normalUrl(values.extensionsUrl) === normalUrl(before.extensionsUrl)
  const isSaved = { appKey: saved?.hasAppKey, authorization: saved?.hasAuthorization }
  const isMissing = (name: 'appKey' | 'authorization') =>
    values[name] === '' && !(isSameService && isSaved[name] === true)
  const { companyId } = serviceDraft.shape
  const wrong: Record<ConnectionField, boolean> = {
    url: !isAddress(values.url),
    extensionsUrl: values.extensionsUrl.trim() !== '' && !isAddress(values.extensionsUrl),
    appId: !z.safeParse(serviceDraft.shape.appId, readId(values.appId)).success,
    appKey: isMissing('appKey'),
    companyId: readId(values.companyId) !== '' && !z.safeParse(companyId, readId(values.companyId)).success,
    authorization: isFixed(values) && isMissing('authorization'),
    profile: profileOf(values) === null,
  }
  return connectionFields.filter((name) => wrong[name])
}

const merge = (base: Json, changes: Json): Json => ({
  ...base,
  ...Object.fromEntries(
    Object.entries(changes).map(([key, value]) => {
      const before = base[key]
      return [key, isObject(value) ? merge(isObject(before) ? before : {}, value) : value]
    }),
  ),
})

/** Returns the values with a check's proposals. */
export const withProposals = (
  values: DraftValues,
  proposals: readonly Partial<ServiceDraft>[],
): DraftValues =>
  proposals.reduce<DraftValues>(
    (changed, { profile = {}, ...fields }) => ({
      ...changed,
      ...fields,
      profile: profileText(merge(profileOf(changed) ?? {}, profile)),
    }),
    values,
  )

/** Returns the keys of a part of a profile, by path. */
export const leavesOf = (value: unknown, path = ''): { path: string; value: unknown }[] =>
  isObject(value)
    ? Object.entries(value).flatMap(([key, inner]) => leavesOf(inner, path === '' ? key : `${path}.${key}`))
    : [{ path, value }]

export const valueAt = (profile: Json, path: string): unknown =>
  path.split('.').reduce<unknown>((inner, key) => (isObject(inner) ? inner[key] : undefined), profile)
