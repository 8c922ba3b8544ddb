import * as z from 'zod/mini'
import type { Permission } from './access.ts'
import type { ProblemCode } from './problem.ts'

/** Access to an endpoint: `anyone` needs no session, `signed-in` needs a session, a permission needs a role that holds it. */
type Access = 'anyone' | 'signed-in' | Permission

/** Whether an endpoint needs a fresh sign-in, and with `once`, uses it up. */
type FreshSignIn = boolean | 'once'

type Schema = z.ZodMiniType
export const nothing = z.object({})

/** A typed call between browser and BFF: the browser passes it to `call`, the BFF to `mount`. */
export interface Endpoint<
  Params extends Schema = Schema,
  Query extends Schema = Schema,
  Body extends Schema = Schema,
  Answer extends Schema = Schema,
  Fresh extends FreshSignIn = FreshSignIn,
  Keyed extends boolean = boolean,
> {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Absolute path; `:name` segments are filled from `params`. */
  readonly path: string
  readonly access: Access
  /**
   * Refused as `step-up-needed` or `sign-in-again` unless the user has proved their identity within the last five minutes. A call
   * with `once` uses the proof up, for all endpoints.
   */
  readonly freshSignIn: Fresh
  /** The endpoint needs the header `Idempotency-Key`. */
  readonly idempotencyKey: Keyed
  /** The codes with which the handler refuses, where tokens can call it. Other codes follow from the declaration. */
  readonly problems?: readonly ProblemCode[]
  readonly params: Params
  readonly query: Query
  readonly body: Body
  readonly answer: Answer
  /** Most bytes of a request body; 256 KB by default. */
  readonly largestBody?: number
}

interface Declaration<
  Params extends Schema,
  Query extends Schema,
  Body extends Schema,
  Answer extends Schema,
  Fresh extends FreshSignIn,
  Keyed extends boolean,
> {
  method: Endpoint['method']
  path: string
  access: Access
  freshSignIn?: Fresh
  idempotencyKey?: Keyed
  problems?: readonly ProblemCode[]
  params?: Params
  query?: Query
  body?: Body
  answer: Answer
  largestBody?: number
}

/** Declares an endpoint; omitted parts accept nothing. */
export function endpoint<
  Answer extends Schema,
  Params extends Schema = typeof nothing,
  Query extends Schema = typeof nothing,
  Body extends Schema = typeof nothing,
  Fresh extends FreshSignIn = false,
  Keyed extends boolean = false,
>(
  declaration: Declaration<Params, Query, Body, Answer, Fresh, Keyed>,
): Endpoint<Params, Query, Body, Answer, Fresh, Keyed>
export function endpoint(
  declaration: Declaration<Schema, Schema, Schema, Schema, FreshSignIn, boolean>,
): Endpoint {
  const none = { params: nothing, query: nothing, body: nothing }
  return { freshSignIn: false, idempotencyKey: false, ...none, ...declaration }
}
