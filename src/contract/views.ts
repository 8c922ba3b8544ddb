import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { typedLine } from './text.ts'

/** The lists with filters that can be saved under a name. */
const viewPages = ['people', 'numbers'] as const
export type ViewPage = (typeof viewPages)[number]

export const viewName = typedLine(60).check(z.minLength(1, 'give a name'))
/** The search parameters of the page's URL, without the position in the list. */
const viewQuery = z.string().check(z.maxLength(2000), z.regex(/^[\w.~%+*=&:-]*$/))
const viewId = z.object({ id: z.uuid() })

const view = z.object({
  id: z.string(),
  name: z.string(),
  query: z.string(),
  shared: z.boolean(),
  /** The owner's name. */
  owner: z.string(),
  mine: z.boolean(),
  /** True when the caller may remove the view: the owner, and administrators when it is shared. */
  removable: z.boolean(),
  /** Epoch milliseconds. */
  changedAt: z.number(),
  version: z.number(),
})
export type View = z.infer<typeof view>

/** Returns the caller's own views, sorted by name, then the views shared by other users. */
export const listViews = endpoint({
  method: 'GET',
  path: '/api/views',
  access: 'extension.read',
  query: z.object({ page: z.enum(viewPages) }),
  answer: z.object({ items: z.array(view) }),
})

/** Saves a view. Refused as `view-exists` when the owner has a view of the same name. Audited. */
export const saveView = endpoint({
  method: 'POST',
  path: '/api/views',
  access: 'extension.read',
  problems: ['too-many-views', 'view-exists'],
  body: z.object({ page: z.enum(viewPages), name: viewName, query: viewQuery, shared: z.boolean() }),
  answer: view,
})

/**
 * Changes the name, the filters or the sharing; only the owner may. Refused as `edit-conflict` when the view has changed since
 * `version`. Audited.
 */
export const changeView = endpoint({
  method: 'PATCH',
  path: '/api/views/:id',
  access: 'extension.read',
  problems: ['edit-conflict', 'view-exists'],
  params: viewId,
  body: z.object({
    name: z.optional(viewName),
    query: z.optional(viewQuery),
    shared: z.optional(z.boolean()),
    version: z.optional(z.number()),
  }),
  answer: view,
})

export const removeView = endpoint({
  method: 'DELETE',
  path: '/api/views/:id',
  access: 'extension.read',
  params: viewId,
  answer: z.object({}),
})
