import * as z from 'zod/mini'
import { isSent } from '#upstream/fields.ts'

type Schema = z.ZodMiniType
type Fits = (value: unknown) => boolean

const isPlain = ({ checks }: { checks?: readonly unknown[] | undefined }) => (checks ?? []).length === 0

function fitsObject(shape: Readonly<Record<string, z.core.$ZodType>>): Fits {
  const fields = Object.entries(shape).map(([name, field]) => ({ name, fits: compile(field) }))
  const known = new Set(Object.keys(shape))
  return (value) => {
    if (!isSent(value)) return false
    for (const { name, fits } of fields) if (!fits(value[name])) return false
    for (const name of Object.keys(value)) if (!known.has(name)) return false
    return true
  }
}

/** Whether a value is already all that the schema lets out and nothing else. Never true of what only zod can tell. */
function compile(schema: z.core.$ZodType): Fits {
  if (schema instanceof z.ZodMiniNullable) {
    const inner = compile(schema.def.innerType)
    return (value) => value === null || inner(value)
  }
  if (schema instanceof z.ZodMiniOptional) {
    const inner = compile(schema.def.innerType)
    return (value) => value === undefined || inner(value)
  }
  if (schema instanceof z.ZodMiniArray && isPlain(schema.def)) {
    const inner = compile(schema.def.element)
    return (value) => Array.isArray(value) && value.every(inner)
  }
  if (schema instanceof z.ZodMiniObject && isPlain(schema.def) && schema.def.catchall === undefined)
    return fitsObject(schema.def.shape)
  if (schema instanceof z.ZodMiniEnum) {
    const values = new Set<unknown>(Object.values(schema.def.entries))
    return (value) => values.has(value)
  }
  if (schema instanceof z.ZodMiniBoolean) return (value) => typeof value === 'boolean'
  if (schema instanceof z.ZodMiniString && isPlain(schema.def)) return (value) => typeof value === 'string'
  if (schema instanceof z.ZodMiniNumber && isPlain(schema.def)) return Number.isFinite
  return () => false
}

/**
 * Writes answers of the schema, and nothing that it does not name. Almost every answer is already just that: to see so
 * costs a fifth of having zod copy it, which is left for those that are not.
 */
export function answerWriter(schema: Schema): (value: unknown) => string {
  const fits = compile(schema)
  return (value) => JSON.stringify(fits(value) ? value : z.parse(schema, value))
}
