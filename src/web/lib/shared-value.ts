import { useSyncExternalStore } from 'react'

/** One value outside React that components may watch: for what calls and components both have to know. */
export function sharedValue<Value>(initial: Value) {
  let value = initial
  const listeners = new Set<() => void>()
  const subscribe = (listener: () => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }
  return {
    get: () => value,
    set: (next: Value) => {
      if (Object.is(next, value)) return
      value = next
      for (const listener of listeners) listener()
    },
    use: () => useSyncExternalStore(subscribe, () => value),
    /** A part of the value, equal by `Object.is` as long as it is the same. */
    useOf: <Part>(read: (value: Value) => Part) => useSyncExternalStore(subscribe, () => read(value)),
  }
}
