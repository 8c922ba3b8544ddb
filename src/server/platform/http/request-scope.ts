import { AsyncLocalStorage } from 'node:async_hooks'

/** The id of the request that is being worked on, wherever its work has come to; none for jobs. */
export const requestScope = new AsyncLocalStorage<string>()
