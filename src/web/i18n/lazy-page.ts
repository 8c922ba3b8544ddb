import type { ComponentType } from 'react'
import { lazyPart, type LazyComponent } from '../lib/lazy.ts'
import { loadPageMessages } from './catalogue.ts'

/** A lazy component of the folder `pages/<page>`, which loads with that page's messages. */
export const lazyPage = <Props extends object>(
  page: string,
  importPart: () => Promise<ComponentType<Props>>,
): LazyComponent<Props> =>
  lazyPart(async () => {
    const [Part] = await Promise.all([importPart(), loadPageMessages(page)])
    return Part
  })
