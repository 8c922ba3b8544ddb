import { expect, test } from 'vitest'
import { languageList, standingOf } from '#server/languages/language-standing.ts'
import { languages } from '#sandbox/reference.ts'

const list = languageList(
  [...languages('en'), ...languages('zh')].map(({ id, language, language_code, language_value }) => ({
    id,
    language,
    languageCode: language_code,
    languageValue: language_value,
  })),
)
const fields = (langCode: string | null, langCodeTxt: string | null) => ({ langCode, langCodeTxt })

test.each([
  [fields(null, null), null, 'none'],
  [fields('', ' '), null, 'none'],
  [fields('1', 'Opus'), null, 'codec'],
  [fields('2', ' g.711 ALAW '), null, 'codec'],
  [fields('en', 'English'), null, 'language'],
  [fields('en', '英语'), null, 'language'],
  [fields('zh-Hans', null), null, 'language'],
  [fields(null, 'EN'), null, 'language'],
  [fields('9', 'Klingon'), null, 'unknown'],
  [fields('9', null), null, 'unknown'],
  [fields('en', '日语'), null, 'code-differs'],
  [fields('1', 'Opus'), fields('2', 'G.711 alaw'), 'record-differs'],
  [fields('1', 'Opus'), fields('1', 'Opus'), 'codec'],
  [fields('1', 'Opus'), fields(null, null), 'codec'],
  [fields('en', 'English'), fields('en', '英语'), 'record-differs'],
  // The gravest first.
  [fields('9', 'Klingon'), fields('1', 'Opus'), 'unknown'],
  [fields('en', '日语'), fields('ja', '日语'), 'code-differs'],
] as const)('%j beside %j is %s', (answer, record, standing) => {
  expect(standingOf(answer, record, list)).toBe(standing)
})
