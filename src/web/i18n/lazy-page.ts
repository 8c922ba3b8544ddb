import type { ComponentType } from 'react'
import { lazyPart, type LazyComponent } from '../lib/lazy.ts'
import { loadPageMessages } from './catalogue.ts'

/** A lazy component that loads with the messages of the folder `pages/<page>`. */
export const lazyPage = <Props extends object>(
  page: string,
  importPart: () => Promise<ComponentType<Props>>,
): LazyComponent<Props> =>
  lazyPart(async () => {
    const [Part] = await Promise.all([importPart(), loadPageMessages(page)])
    return Part
  })
