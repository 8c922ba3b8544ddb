import { createElement, lazy, Suspense, type ComponentType } from 'react'
import { preferredLanguage } from '../i18n/Language.tsx'
import { loadMessages } from '../i18n/catalogue.ts'

/**
 * Fetches a part that is not in the entry, and with it what all such parts need: the messages and the style sheets that the
 * first page does without. A language that is chosen later brings all its messages along itself.
 */
export async function loadFeature<Part>(importPart: () => Promise<Part>): Promise<Part> {
  const [part] = await Promise.all([
    importPart(),
    loadMessages(preferredLanguage()),
    import('./feature-styles.ts'),
  ])
  return part
}

/** For each part that could not be fetched, what lets it be fetched again. */
const failed = new Set<() => void>()

/** React keeps a failure for good: after this, each part that could not be fetched is fetched again when it is rendered. */
export function retryFailedChunks(): void {
  for (const forget of failed) forget()
  failed.clear()
}

/**
 * A component in a chunk of its own, fetched when it is first drawn, for what comes of itself right after the first view:
 * small, and in words that the first messages hold.
 */
export function lazyShell<Props extends object>(
  importPart: () => Promise<ComponentType<Props>>,
): ComponentType<Props> {
  const begin = () =>
    lazy(async () => {
      try {
        return { default: await importPart() }
      } catch (fault) {
        failed.add(() => {
          Part = begin()
        })
        throw fault
      }
    })
  let Part = begin()
  return (props) => createElement(Part, props)
}

/** As `lazyShell`, for all other parts: with the messages and style sheets that the first page does without. */
export const lazyFeature = <Props extends object>(importPart: () => Promise<ComponentType<Props>>) =>
  lazyShell(() => loadFeature(importPart))

/** A dialog in a chunk of its own: dialogs and forms are 30 kB that a page does without until one is opened. */
export function lazyDialog<Props extends object>(
  importPart: () => Promise<ComponentType<Props>>,
): ComponentType<Props> {
  const Part = lazyFeature(importPart)
  return (props) => createElement(Suspense, { fallback: null }, createElement(Part, props))
}
