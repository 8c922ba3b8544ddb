import { useSyncExternalStore } from 'react'

/** One value outside React that components can subscribe to: for state that API calls and components share. */
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
    /** Returns a part of the value; `read` must return the same reference (`Object.is`) while the part is unchanged. */
    useOf: <Part>(read: (value: Value) => Part) => useSyncExternalStore(subscribe, () => read(value)),
  }
}
