import { createElement, lazy, useState, type ComponentType } from 'react'

/** One reset function for each part that failed to load. */
const failed = new Set<() => void>()

/** A part could not be loaded: the server can't be reached, or an update removed its script. */
export class FailedLoadError extends Error {}

/** React caches a failed load forever. After this call, each failed part loads again when it renders. */
export function retryFailedChunks(): void {
  for (const forget of failed) forget()
  failed.clear()
}

/** A component that can load before it renders. */
export type LazyComponent<Props extends object> = ComponentType<Props> & {
  load: () => Promise<ComponentType<Props>>
}

/** A component in its own chunk, which loads on first render: a page, the chart, the palette. What a page opens belongs to the page. */
export function lazyPart<Props extends object>(
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
        throw new FailedLoadError(String(error))
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
