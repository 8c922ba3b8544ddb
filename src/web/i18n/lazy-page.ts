import type { ComponentType } from 'react'
import { lazyPart, type LazyComponent } from '../lib/lazy.ts'
import { loadPageMessages } from './catalogue.ts'

/** A lazy component that loads with the shared messages and those of the folder `pages/<page>`; `null` for a part of no page. */
export const lazyPage = <Props extends object>(
  page: string | null,
  importPart: () => Promise<ComponentType<Props>>,
): LazyComponent<Props> =>
  lazyPart(async () => {
    const [Part] = await Promise.all([importPart(), loadPageMessages(page)])
    return Part
  })
