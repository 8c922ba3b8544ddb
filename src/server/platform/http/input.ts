import type { Context } from 'hono'
import * as z from 'zod/mini'
import { fieldRefused, ProblemError } from '../problems.ts'

type Schema = z.ZodMiniType
type FieldError = { path: string; message: string }

const usualLargestBody = 256 * 1024
/** Limits for errors: a hostile request could have any number of errors, of any length. */
const mostErrors = 50
const maxPathLength = 64

const badRequest = (errors: FieldError[]) =>
  new ProblemError('bad-request', { errors: errors.slice(0, mostErrors) })

/** Returns the fix for an invalid value, for fields whose schema has no message of its own. */
function advice({ code, input, ...issue }: z.core.$ZodRawIssue): string {
  if (input === undefined) return 'is missing; add it'
  const unit = typeof input === 'string' ? ' characters' : ''
  if (code === 'too_small') return `use at least ${String(issue['minimum'])}${unit}`
  if (code === 'too_big') return `use at most ${String(issue['maximum'])}${unit}`
  if (code === 'invalid_value' && Array.isArray(issue['values'])) return `use ${issue['values'].join(' or ')}`
  if (code === 'invalid_type')
    return typeof input === 'number' ? 'use a whole number' : `use a ${String(issue['expected'])}`
  return 'unsupported characters; remove them'
}

/** Parses untrusted input. Throws `bad-request` with each invalid field and its fix. */
export function parse<S extends Schema>(schema: S, value: unknown): z.output<S> {
  const read = z.safeParse(schema, value, { error: advice })
  if (read.success) return read.data
  throw badRequest(
    read.error.issues.map(({ path, message }) => ({ path: path.join('.').slice(0, maxPathLength), message })),
  )
}

const fieldsOf = (value: unknown): [name: string, value: unknown][] =>
  typeof value === 'object' && value !== null ? Object.entries(value) : []

/**
 * Returns an error for each field that its schema dropped, including fields of inner objects: probably a typing mistake, and
 * ignoring it would change the call's effect.
 */
function droppedFields(given: unknown, parsed: unknown, kind: string, path = ''): FieldError[] {
  if (typeof parsed !== 'object' || parsed === null) return []
  const accepted = new Map(fieldsOf(parsed))
  return fieldsOf(given).flatMap(([name, value]) =>
    accepted.has(name)
      ? droppedFields(value, accepted.get(name), kind, `${path}${name}.`)
      : [{ path: `${path}${name}`.slice(0, maxPathLength), message: `unknown ${kind}; remove it` }],
  )
}

/** Neither store preserves NUL and unpaired surrogates. */
const isStorable = (text: string): boolean => !text.includes('\0') && text.isWellFormed()
/** Matches NUL and surrogates in JSON, where they can only be escaped. */
const maybeUnstorable = /\\u(?:0000|d[89a-f])/i
const unstorable = 'unsupported characters; remove them'

/** Parses the JSON of a body. Throws `bad-request` for text that no store can hold, in any field. */
function jsonOf(text: string): unknown {
  if (!maybeUnstorable.test(text)) return JSON.parse(text)
  return JSON.parse(text, (key, value: unknown) => {
    if (!isStorable(key) || (typeof value === 'string' && !isStorable(value)))
      throw fieldRefused(key.toWellFormed().slice(0, maxPathLength), unstorable)
    return value
  })
}

/** Parses what a call gives. Throws `bad-request` for an invalid value, and for a field that the schema does not have. */
function parseWhole<S extends Schema>(schema: S, given: unknown, kind: string): z.output<S> {
  const parsed = parse(schema, given)
  const errors = droppedFields(given, parsed, kind)
  if (errors.length > 0) throw badRequest(errors)
  return parsed
}

/** Returns the parsed query of the call. Throws `bad-request` when a key is unknown or given twice. */
export function queryOf<S extends Schema>(c: Context, schema: S): z.output<S> {
  const query = new URL(c.req.url).searchParams
  const given = new Map<string, string>()
  const errors: FieldError[] = []
  for (const [key, value] of query) {
    const path = key.slice(0, maxPathLength)
    if (given.has(key)) errors.push({ path, message: 'appears twice; keep one' })
    if (!isStorable(value)) errors.push({ path, message: unstorable })
    given.set(key, value)
  }
  if (errors.length > 0) throw badRequest(errors)
  return parseWhole(schema, Object.fromEntries(given), 'parameter')
}

/** Counts the received bytes, because a length in the headers is only a claim. */
async function textOf(c: Context, largestBody: number): Promise<string> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of c.req.raw.body ?? []) {
    bytes += chunk.length
    if (bytes > largestBody) throw new ProblemError('payload-too-large')
    chunks.push(chunk)
  }
  return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks))
}

/** Returns the parsed JSON body of a mutating call, of at most `largestBody` bytes. A DELETE may come without one. */
export async function bodyOf<S extends Schema>(
  c: Context,
  schema: S,
  largestBody = usualLargestBody,
): Promise<z.output<S>> {
  if (c.req.method === 'GET' || c.req.method === 'HEAD') return parse(schema, {})
  const isJson = c.req.header('content-type') === 'application/json'
  const mayBeEmpty = c.req.method === 'DELETE'
  if (!isJson && !mayBeEmpty) throw new ProblemError('unsupported-media-type')
  let value: unknown
  try {
    const text = await textOf(c, largestBody)
    if (mayBeEmpty && text === '') return parse(schema, {})
    if (!isJson) throw new ProblemError('unsupported-media-type')
    value = jsonOf(text)
  } catch (error) {
    if (error instanceof ProblemError) throw error
    // The body is not UTF-8, not JSON, or cut off.
    throw fieldRefused('', 'the body must be JSON')
  }
  return parseWhole(schema, value, 'field')
}

const keyPattern = /^[A-Za-z0-9_-]{16,128}$/

/** Returns the value of an `Idempotency-Key` header. Throws `bad-request` when it is missing or malformed. */
export function idempotencyKeyOf(key: string | undefined): string {
  if (key !== undefined && keyPattern.test(key)) return key
  throw fieldRefused('Idempotency-Key', 'send this header with 16 to 128 letters, digits, - or _')
}
