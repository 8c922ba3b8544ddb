import { numberActions } from '#contract/audit.ts'
import { problemCodes } from '#contract/problem.ts'
import { ssoRefusals } from '#contract/sso.ts'
import type { Translate } from '../../i18n/catalogue.ts'
import { paths } from '../../lib/paths.ts'
import type { Meaning } from '../../ui/text/meaning.ts'

/** Actions that end once their file is on its way: the server can't know what the browser received. */
const sends = /^(\w+\.export|job\.(report|credentials|credentials\.print))$/
const failedResults = ['failed', 'not created'] as const

/** Returns an outcome's result in the reader's language with its meaning. An unknown code is returned unchanged. */
export function resultText(t: Translate, action: string, result: string): { text: string; meaning: Meaning } {
  if (result === 'done')
    return { text: t(sends.test(action) ? 'audit.result.sent' : 'audit.result.done'), meaning: 'done' }
  if (result === 'needsReview') return { text: t('audit.result.needsReview'), meaning: 'attention' }
  if (failedResults.some((each) => each === result))
    return { text: t('audit.result.failed'), meaning: 'failed' }
  if (result === 'cancelled') return { text: t('audit.result.cancelled'), meaning: 'ended' }
  const refusal = ssoRefusals.find((each) => `sso-${each}` === result)
  if (refusal !== undefined) return { text: t(`audit.result.sso-${refusal}`), meaning: 'failed' }
  const code = problemCodes.find((each) => each === result)
  if (code !== undefined) return { text: t(`problem.${code}`), meaning: 'failed' }
  if (result === 'ended' || result === 'deleted')
    return { text: t(`audit.result.${result}`), meaning: 'ended' }
  return { text: result, meaning: 'ended' }
}

const digits = /^\d{2,15}$/
const uuid = /^[0-9a-f-]{36}$/

/** Shortens a uuid to its first 8 characters. Returns other values unchanged. */
export const shorten = (value: string): string => (uuid.test(value) ? value.slice(0, 8) : value)

/** Returns an event's object in the reader's language: `-` says that there is none. */
export const objectText = (t: Translate, action: string, object: string): string =>
  object === '-' && action.startsWith('threshold.') ? t('audit.object.all') : object

/** Returns the path of the page about an event's object; null when there is no page. */
export function objectPath(action: string, object: string): string | null {
  const [area] = action.split('.')
  if (digits.test(object) && (action === 'extension.label' || numberActions.some((each) => each === action)))
    return paths.extension(object)
  if (action === 'agent.label') return paths.person(object)
  if (area === 'job' && uuid.test(object)) return paths.job(object)
  if (area === 'pool') return paths.pools()
  if (area === 'user' || area === 'account') return paths.users()
  if (area === 'settings') return paths.settings()
  if (area === 'service') return paths.service()
  if (area === 'threshold') return paths.overview(digits.test(object) ? { scope: object } : {})
  if (area === 'token') return paths.connection()
  return null
}
