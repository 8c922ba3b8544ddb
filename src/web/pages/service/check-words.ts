import type { ServiceCheckStep } from '#contract/service.ts'
import { hasMessage, type Translate } from '../../i18n/catalogue.ts'
import type { Meaning } from '../../ui/text/meaning.ts'
import { fieldNames } from './draft.ts'

export const stepMeanings = {
  pass: 'done',
  warn: 'attention',
  fail: 'failed',
  skipped: 'ended',
} as const satisfies Record<ServiceCheckStep['state'], Meaning>

export const stepStates = ['pass', 'warn', 'fail', 'skipped'] as const

/** Returns what a key of the profile must be; null for a rule of a newer server. */
export function ruleText(t: Translate, rule: string | undefined, values: readonly string[] = []) {
  const key = `service.profile.rule.${rule ?? ''}`
  const [least = '', most = least] = values
  return hasMessage(key) ? t(key, { least, most, values: values.join(t('list.separator')) }) : null
}

/** Returns the name of a step; the ID of a newer server's step. */
export function stepName(t: Translate, id: string): string {
  const key = `service.step.${id}`
  return hasMessage(key) ? t(key) : id
}

/** Returns what a step found, in plain words; the code of a newer server's finding. */
export function findingText(t: Translate, { code, parameters }: ServiceCheckStep): string {
  const key = `service.code.${code}`
  const texts = Object.entries(parameters).map(([name, value]): [string, string | number] => [
    name,
    typeof value === 'string' ? stepName(t, value) : value,
  ])
  return hasMessage(key) ? t(key, Object.fromEntries(texts)) : code
}

/** Returns a setting's name on this page; for a key of the profile, its path. */
export function settingName(t: Translate, key: string): string {
  const field = fieldNames.find((each) => each === key)
  return field === undefined ? key : t(`service.${field}`)
}

/** True for a setting on this page; some are only on the server, such as a proxy. */
export const isField = (key: string): boolean =>
  fieldNames.some((each) => each === key || key.startsWith(`${each}.`))
