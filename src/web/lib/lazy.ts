import { createElement, lazy, Suspense, useEffect, useState, type ComponentType } from 'react'

/**
 * Loads a part that is not in the entry, together with the style sheets that the first page does not need. The import also loads
 * the part's messages (src/messages-by-part.ts).
 */
export async function loadFeature<Part>(importPart: () => Promise<Part>): Promise<Part> {
  const [part] = await Promise.all([importPart(), import('./feature-styles.ts')])
  return part
}

/** One reset function for each part that failed to load. */
const failed = new Set<() => void>()

/** React caches a failed load forever. After this call, each failed part loads again when it renders. */
export function retryFailedChunks(): void {
  for (const forget of failed) forget()
  failed.clear()
}

/** A component that can load before it renders. */
export type LazyComponent<Props extends object> = ComponentType<Props> & { load: () => Promise<unknown> }

/** A component in its own chunk that loads on first render and needs only the first page's style sheets. */
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
    // Render a loaded part directly: through Suspense, React would show the fallback for at least 0.3 s.
    const [Drawn] = useState<ComponentType<Props>>(() => Loaded ?? Part)
    return createElement(Drawn, props)
  }
  return Object.assign(Lazy, { load })
}

/** Like `lazyShell`, for all other parts: also loads the style sheets that the first page does not need. */
export const lazyFeature = <Props extends object>(importPart: () => Promise<ComponentType<Props>>) =>
  lazyShell(() => loadFeature(importPart))

/** The parts to load once the first page is shown; `null` from then on. */
let nextParts: Pick<LazyComponent<object>, 'load'>[] | null = []
/** Ignores a failure: the part loads again when it renders. */
const fetchAhead = ({ load }: Pick<LazyComponent<object>, 'load'>) => void load().catch(() => undefined)

/** A part that loads before it is needed: parts that users need next, and parts that report an unreachable server. */
export function lazyNext<Props extends object>(
  importPart: () => Promise<ComponentType<Props>>,
): LazyComponent<Props> {
  const Part = lazyFeature(importPart)
  if (nextParts === null) fetchAhead(Part)
  else nextParts.push(Part)
  return Part
}

/** Loads the waiting `lazyNext` parts; from now on, each part loads as soon as it is declared. */
export function fetchNextParts(): void {
  nextParts?.forEach(fetchAhead)
  nextParts = null
}

/**
 * A dialog in its own chunk: dialogs and forms are 30 kB that a page does not need until a dialog opens. The dialog renders only
 * after its chunk has loaded: with Suspense, it would open 0.3 s late.
 */
export function lazyDialog<Props extends object>(
  importPart: () => Promise<ComponentType<Props>>,
): ComponentType<Props> {
  const Part = lazyFeature(importPart)
  return function LazyDialog(props: Props) {
    const [isReady, setReady] = useState(false)
    useEffect(() => {
      const draw = () => setReady(true)
      // A failed load fails again on render, inside the page's error boundary.
      Part.load().then(draw, draw)
    }, [])
    return isReady ? createElement(Suspense, { fallback: null }, createElement(Part, props)) : null
  }
}
