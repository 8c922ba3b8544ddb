import { createContext, useCallback, useContext, useEffect, useMemo, useState, type ReactNode } from 'react'
import type { UiLanguage } from '#contract/text.ts'
import { reportFailedLoad } from '../lib/failed-load.ts'
import { writePreference } from '../lib/preference.ts'
import { loadMessages, translator, type Messages, type Translate } from './catalogue.ts'

interface LanguageState {
  language: UiLanguage
  t: Translate
  /** Loads the language's messages, then switches without reloading the page; the user's input stays. Reports a failure. */
  setLanguage: (language: UiLanguage) => Promise<void>
}

const LanguageContext = createContext<LanguageState | null>(null)

export interface Catalogue {
  language: UiLanguage
  messages: Messages
}

export const loadCatalogue = async (language: UiLanguage): Promise<Catalogue> => ({
  language,
  messages: await loadMessages(language),
})

export function LanguageProvider({ initial, children }: { initial: Catalogue; children: ReactNode }) {
  const [catalogue, setCatalogue] = useState(initial)
  const { language, messages } = catalogue
  const setLanguage = useCallback(async function choose(next: UiLanguage): Promise<void> {
    try {
      setCatalogue(await loadCatalogue(next))
      writePreference('language', next)
    } catch {
      reportFailedLoad({ kind: 'language', retry: () => void choose(next) })
    }
  }, [])
  useEffect(() => {
    document.documentElement.lang = language === 'zh' ? 'zh-CN' : 'en'
  }, [language])
  const value = useMemo(
    () => ({ language, t: translator(language, messages), setLanguage }),
    [language, messages, setLanguage],
  )
  return <LanguageContext value={value}>{children}</LanguageContext>
}

export function useLanguage(): LanguageState {
  const state = useContext(LanguageContext)
  if (state === null) throw new Error('useLanguage needs <LanguageProvider> above it')
  return state
}

export const useT = (): Translate => useLanguage().t
