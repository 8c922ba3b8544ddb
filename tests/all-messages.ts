import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { UiLanguage } from '#contract/text.ts'

const root = join(import.meta.dirname, '../src/web')

/** The files of a language, by path below `src/web`: the shared ones and each page's own. */
export const messageFiles = (language: UiLanguage): Record<string, Record<string, string>> =>
  Object.fromEntries(
    globSync(`{messages,pages/*/messages}/${language}.json`, { cwd: root })
      .toSorted()
      .map((name) => [name, JSON.parse(readFileSync(join(root, name), 'utf8'))]),
  )

const merged = (language: UiLanguage): Record<string, string> =>
  Object.fromEntries(Object.values(messageFiles(language)).flatMap((texts) => Object.entries(texts)))

/** All messages in English and in Chinese. */
export const en = merged('en')
export const zh = merged('zh')
