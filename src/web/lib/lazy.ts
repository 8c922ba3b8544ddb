import { createElement, lazy, Suspense, useEffect, useState, type ComponentType } from 'react'

/**
 * Fetches a part that is not in the entry, and with it the style sheets that the first page does without. Its messages come
 * with its import (src/messages-by-part.ts).
 */
export async function loadFeature<Part>(importPart: () => Promise<Part>): Promise<Part> {
  const [part] = await Promise.all([importPart(), import('./feature-styles.ts')])
  return part
}

/** For each part that could not be fetched, what lets it be fetched again. */
const failed = new Set<() => void>()

/** React keeps a failure for good: after this, each part that could not be fetched is fetched again when it is rendered. */
export function retryFailedChunks(): void {
  for (const forget of failed) forget()
  failed.clear()
}

/** A component that can be fetched before it is drawn. */
export type LazyComponent<Props extends object> = ComponentType<Props> & { load: () => Promise<unknown> }

/** A component in a chunk of its own, fetched when it is first drawn, which needs no style sheet but those of the first page. */
export function lazyShell<Props extends object>(
  importPart: () => Promise<ComponentType<Props>>,
): LazyComponent<Props> {
  let Loaded: ComponentType<Props> | undefined
  const load = async () => (Loaded ??= await importPart())
  const begin = () =>
    lazy(async () => {
      try {
        return { default: await load() }
      } catch (error) {
        failed.add(() => {
          Part = begin()
        })
        throw error
      }
    })
  let Part = begin()
  function Lazy(props: Props) {
    // What has come is drawn at once: React would first draw what stands for it, and keep that for 0.3 s.
    const [Drawn] = useState<ComponentType<Props>>(() => Loaded ?? Part)
    return createElement(Drawn, props)
  }
  return Object.assign(Lazy, { load })
}

/** As `lazyShell`, for all other parts: with the style sheets that the first page does without. */
export const lazyFeature = <Props extends object>(importPart: () => Promise<ComponentType<Props>>) =>
  lazyShell(() => loadFeature(importPart))

/** What is to be fetched once the first page is seen; null from then on. */
let nextParts: Pick<LazyComponent<object>, 'load'>[] | null = []
/** One that cannot be fetched is fetched again when it is drawn. */
const fetchAhead = ({ load }: Pick<LazyComponent<object>, 'load'>) => void load().catch(() => undefined)

/** A part that is fetched before it is asked for: what users need next, and what reports that the server is gone. */
export function lazyNext<Props extends object>(
  importPart: () => Promise<ComponentType<Props>>,
): LazyComponent<Props> {
  const Part = lazyFeature(importPart)
  if (nextParts === null) fetchAhead(Part)
  else nextParts.push(Part)
  return Part
}

/** Fetches them, and from now on each as soon as it is declared. */
export function fetchNextParts(): void {
  nextParts?.forEach(fetchAhead)
  nextParts = null
}

/**
 * A dialog in a chunk of its own: dialogs and forms are 30 kB that a page does without until one is opened. Drawn once it has come:
 * suspended, it would open 0.3 s late.
 */
export function lazyDialog<Props extends object>(
  importPart: () => Promise<ComponentType<Props>>,
): ComponentType<Props> {
  const Part = lazyFeature(importPart)
  return function LazyDialog(props: Props) {
    const [isReady, setReady] = useState(false)
    useEffect(() => {
      const draw = () => setReady(true)
      // One that cannot be fetched fails again where it is drawn, in the page's error boundary.
      Part.load().then(draw, draw)
    }, [])
    return isReady ? createElement(Suspense, { fallback: null }, createElement(Part, props)) : null
  }
}
