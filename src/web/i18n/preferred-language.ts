import { uiLanguage, type UiLanguage } from '#contract/text.ts'
import { readPreference } from '../lib/preference.ts'

/** Returns the user's own choice, else the first browser language that the console supports, else English. */
export function preferredLanguage(): UiLanguage {
  const guess = navigator.languages.find((tag) => /^(zh|en)\b/i.test(tag))
  return readPreference('language', uiLanguage, guess?.toLowerCase().startsWith('zh') ? 'zh' : 'en')
}
