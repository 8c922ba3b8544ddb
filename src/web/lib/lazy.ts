import { createElement, lazy, useCallback, useEffect, useRef, useState, type ComponentType } from 'react'
import { sharedValue } from './shared-value.ts'

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

/** What the user asked for and could not be loaded, for example because a deploy removed its script. */
export interface FailedLoad {
  what: 'part' | 'language'
  retry: () => void
  /** Called when the user gives up. */
  onClose?: (() => void) | undefined
}
const failedLoad = sharedValue<FailedLoad | null>(null)
/** Shows a failed load beside the page (`ui/feedback/FailedLoadNotice.tsx`). The page stays as it is, with everything typed in it. */
export const reportFailedLoad = failedLoad.set
export const useFailedLoad = failedLoad.use

/** Loads a part when the user asks for it with `request`. A failure is reported, with a retry. */
export function useRequestedPart({ load }: Pick<LazyComponent<object>, 'load'>, onClose?: () => void) {
  const [state, setState] = useState<'idle' | 'loading' | 'loaded'>('idle')
  const reported = useRef<FailedLoad>(null)
  const giveUp = useRef(onClose)
  const isLeft = useRef(false)
  useEffect(() => {
    giveUp.current = onClose
  })
  const withdraw = useCallback(() => {
    if (reported.current !== null && failedLoad.get() === reported.current) failedLoad.set(null)
  }, [])
  const request = useCallback(
    function begin() {
      withdraw()
      setState('loading')
      load().then(
        () => setState('loaded'),
        () => {
          if (isLeft.current) return
          setState('idle')
          reported.current = { what: 'part', retry: begin, onClose: () => giveUp.current?.() }
          failedLoad.set(reported.current)
        },
      )
    },
    [load, withdraw],
  )
  useEffect(() => {
    isLeft.current = false
    return () => {
      isLeft.current = true
      withdraw()
    }
  }, [withdraw])
  return { state, request }
}

/**
 * A dialog in its own chunk: dialogs and forms are 30 kB that a page does not need until a dialog opens. The dialog renders only
 * after its chunk has loaded: with Suspense, it would open 0.3 s late.
 */
export function lazyDialog<Props extends { onClose: () => void }>(
  importPart: () => Promise<ComponentType<Props>>,
): ComponentType<Props> {
  const Part = lazyFeature(importPart)
  return function LazyDialog(props: Props) {
    const { state, request } = useRequestedPart(Part, props.onClose)
    useEffect(request, [request])
    return state === 'loaded' ? createElement(Part, props) : null
  }
}
