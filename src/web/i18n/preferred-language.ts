import { uiLanguage, type UiLanguage } from '#contract/text.ts'
import { readPreference } from '../lib/preference.ts'

/** The reader's own choice, else the first language of the browser that we speak. */
export function preferredLanguage(): UiLanguage {
  const guess = navigator.languages.find((tag) => /^(zh|en)\b/i.test(tag))
  return readPreference('language', uiLanguage, guess?.toLowerCase().startsWith('zh') ? 'zh' : 'en')
}
