import type { ServiceCheckStep } from '#contract/service.ts'
import type { Translate } from '../../i18n/catalogue.ts'
import type { Meaning } from '../../ui/text/meaning.ts'
import { fieldNames } from './draft.ts'

export const stepMeanings = {
  pass: 'done',
  warn: 'attention',
  fail: 'failed',
  skipped: 'ended',
} as const satisfies Record<ServiceCheckStep['state'], Meaning>

export const stepStates = ['pass', 'warn', 'fail', 'skipped'] as const

/** The steps and findings of a check (`src/upstream/check`). A newer server's are shown as they are. */
export const stepIds = [
  'address',
  'extensions-address',
  'clock',
  'token',
  'time-zones',
  'refused-token',
  'authentication',
  'company',
  'idle-page',
  'first-page',
  'page-size',
  'search',
  'detail',
  'absent-number',
  'bound-number',
  'search-idle',
  'unbound-page',
  'language',
  'suggestions',
  'creates',
] as const
export const findings = [
  'answers',
  'answers-tls',
  'app-id-refused',
  'binding-unknown',
  'busy',
  'certificate',
  'clock',
  'clock-apart',
  'clock-same',
  'clock-unknown',
  'company-elsewhere',
  'company-needed',
  'company-refused',
  'credentials',
  'empty-means-not-found',
  'extensions-auth',
  'failing',
  'first-page',
  'invalid',
  'key-refused',
  'needs',
  'no-absent-number',
  'no-agent',
  'no-bound-number',
  'no-connection',
  'no-rows',
  'not-checked',
  'not-found-code',
  'not-json',
  'not-offered',
  'ok',
  'other-authentication',
  'other-names',
  'other-shape',
  'page-ignored',
  'page-size',
  'pages-differ',
  'paging',
  'paused',
  'proxy-refused',
  'refused',
  'restricted',
  'rows',
  'search-ignored',
  'search-matches',
  'signed-otherwise',
  'size-ignored',
  'smaller-pages',
  'success-code',
  'timeout',
  'token',
  'token-in-use',
  'token-issued',
  'token-not-checked',
  'token-refusal-known',
  'token-refusal-unknown',
  'too-few-rows',
  'too-many-requests',
  'total-missing',
  'unreachable',
  'unresolved',
] as const

/** What a key of the profile must be (`src/upstream/profile.ts`). */
export const profileRules = [
  'json-type',
  'known-key',
  'name',
  'not-empty',
  'number',
  'one-of',
  'pattern',
  'positive',
  'short-ascii',
  'short-text',
  'token-refusal',
  'whole-number',
] as const

/** Returns what a key of the profile must be; null for a rule of a newer server. */
export function ruleText(t: Translate, rule: string | undefined, values: readonly string[] = []) {
  const known = profileRules.find((each) => each === rule)
  if (known === undefined) return null
  const [least = '', most = least] = values
  return t(`service.profile.rule.${known}`, { least, most, values: values.join(t('list.separator')) })
}

export function stepName(t: Translate, id: string): string {
  const known = stepIds.find((each) => each === id)
  return known === undefined ? id : t(`service.step.${known}`)
}

/** Returns what a step found, in plain words. */
export function findingText(t: Translate, { code, parameters }: ServiceCheckStep): string {
  const known = findings.find((each) => each === code)
  const texts = Object.entries(parameters).map(([name, value]): [string, string | number] => {
    const step = stepIds.find((each) => each === value)
    return [name, step === undefined ? value : t(`service.step.${step}`)]
  })
  return known === undefined ? code : t(`service.code.${known}`, Object.fromEntries(texts))
}

/** Returns a setting's name on this page; for a key of the profile, its path. */
export function settingName(t: Translate, key: string): string {
  const field = fieldNames.find((each) => each === key)
  return field === undefined ? key : t(`service.${field}`)
}

/** True for a setting on this page; some are only on the server, such as a proxy. */
export const isField = (key: string): boolean =>
  fieldNames.some((each) => each === key || key.startsWith(`${each}.`))
