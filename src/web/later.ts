import { lazy, type ComponentType, type LazyExoticComponent } from 'react'
import { preferredLanguage } from './i18n/Language.tsx'
import { loadMessages } from './i18n/catalogue.ts'

/**
 * Fetches a part that is not in the entry, and with it what all such parts need: the messages and the style sheets that the
 * first page does without. A language that is chosen later brings all its messages along itself.
 */
export async function fetchPart<Part>(importPart: () => Promise<Part>): Promise<Part> {
  const [part] = await Promise.all([
    importPart(),
    loadMessages(preferredLanguage()),
    import('./styles-more.ts'),
  ])
  return part
}

/** A component in a chunk of its own, fetched when it is first drawn. */
export const later = <Props>(
  importPart: () => Promise<ComponentType<Props>>,
): LazyExoticComponent<ComponentType<Props>> => lazy(async () => ({ default: await fetchPart(importPart) }))

/** As `later`, for what comes of itself right after the first view: small, and in words that the first messages hold. */
export const soon = <Props>(
  importPart: () => Promise<ComponentType<Props>>,
): LazyExoticComponent<ComponentType<Props>> => lazy(async () => ({ default: await importPart() }))
