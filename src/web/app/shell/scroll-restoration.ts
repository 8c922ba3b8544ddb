import { useEffect, useLayoutEffect, useRef } from 'react'
import { NavigationType, useLocation, useNavigationType } from 'react-router-dom'

/** The user's place on a page that the router does not know: the scroll positions of its tables, and the focused link. */
interface Place {
  tables: ReadonlyMap<string, readonly [top: number, left: number]>
  /** The link's address, and the number of links to the same address before it. */
  link: readonly [address: string, before: number] | null
}

const nowhere: Place = { tables: new Map(), link: null }
/** Longest attempt to restore a place, ms: rows may have to load again first. */
const longestWaitMs = 5_000

const findTable = (name: string) =>
  [...document.querySelectorAll<HTMLElement>('[data-place]')].find(({ dataset }) => dataset['place'] === name)

const findLinks = (address: string) =>
  [...document.querySelectorAll<HTMLElement>('main a')].filter(
    (link) => link.getAttribute('href') === address,
  )

/** Scrolls the tables back as far as their content allows. Returns true once the whole place is restored. */
function goBackTo({ tables, link }: Place): boolean {
  let done = true
  for (const [name, [top, left]] of tables) {
    const table = findTable(name)
    table?.scrollTo(left, top)
    done &&= table !== undefined && Math.abs(table.scrollTop - top) < 2
  }
  if (link === null) return done
  const target = findLinks(link[0])[link[1]]
  target?.focus({ preventScroll: true })
  return done && target !== undefined
}

/** Retries until the place is restored, the user interacts, or the time is up. Returns a function that stops the retries. */
function restore(place: Place): () => void {
  const until = performance.now() + longestWaitMs
  const signals = ['wheel', 'pointerdown', 'keydown', 'touchmove'] as const
  let frame = 0
  const stop = () => {
    cancelAnimationFrame(frame)
    for (const signal of signals) window.removeEventListener(signal, stop, true)
  }
  const step = () => {
    if (goBackTo(place) || performance.now() > until) stop()
    else frame = requestAnimationFrame(step)
  }
  for (const signal of signals) window.addEventListener(signal, stop, true)
  frame = requestAnimationFrame(step)
  return stop
}

/** Restores what `ScrollRestoration` does not after back or forward: the tables, and the focus on the link that the user followed. */
export function useScrollRestoration(): void {
  const { key, pathname } = useLocation()
  const moved = useNavigationType()
  const places = useRef(new Map<string, Place>())
  const rendered = useRef({ key, pathname })

  useLayoutEffect(() => {
    const before = rendered.current
    rendered.current = { key, pathname }
    if (before.key === key) return undefined
    const place = places.current.get(key)
    // A change within the page, for example of a filter, adds a history entry with the same place.
    if (before.pathname === pathname)
      places.current.set(key, place ?? places.current.get(before.key) ?? nowhere)
    else if (moved === NavigationType.Pop && place !== undefined) return restore(place)
    return undefined
  }, [key, pathname, moved])

  useEffect(() => {
    const note = (change: (place: Place) => Partial<Place>) => {
      const place = places.current.get(rendered.current.key) ?? nowhere
      places.current.set(rendered.current.key, { ...place, ...change(place) })
    }
    const onScroll = ({ target }: Event) => {
      const name = target instanceof HTMLElement ? target.dataset['place'] : undefined
      if (target instanceof HTMLElement && name !== undefined)
        note(({ tables }) => ({ tables: new Map(tables).set(name, [target.scrollTop, target.scrollLeft]) }))
    }
    // Clicks count too: Safari does not focus a clicked link.
    const onLink = ({ target }: Event) => {
      if (!(target instanceof Element) || target.closest('main') === null) return
      const link = target.closest('a')
      const address = link?.getAttribute('href') ?? null
      note(() => ({ link: link && address ? [address, findLinks(address).indexOf(link)] : null }))
    }
    document.addEventListener('scroll', onScroll, { capture: true, passive: true })
    document.addEventListener('focusin', onLink)
    document.addEventListener('click', onLink, { capture: true })
    return () => {
      document.removeEventListener('scroll', onScroll, { capture: true })
      document.removeEventListener('focusin', onLink)
      document.removeEventListener('click', onLink, { capture: true })
    }
  }, [])
}
