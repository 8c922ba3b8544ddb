import * as z from 'zod/mini'
import { permissionNames, type Permission } from '#contract/access.ts'

/** A JSON Schema, as far as the reference shows it. */
export interface Schema {
  type?: string | readonly string[] | undefined
  const?: unknown
  enum?: readonly unknown[] | undefined
  anyOf?: readonly Schema[] | undefined
  oneOf?: readonly Schema[] | undefined
  items?: Schema | undefined
  properties?: Readonly<Record<string, Schema>> | undefined
  required?: readonly string[] | undefined
  minimum?: number | undefined
}
const schema: z.ZodMiniType<Schema> = z.lazy(() =>
  z.looseObject({
    type: z.optional(z.union([z.string(), z.array(z.string())])),
    const: z.optional(z.unknown()),
    enum: z.optional(z.array(z.unknown())),
    anyOf: z.optional(z.array(schema)),
    oneOf: z.optional(z.array(schema)),
    items: z.optional(schema),
    properties: z.optional(z.record(z.string(), schema)),
    required: z.optional(z.array(z.string())),
    minimum: z.optional(z.number()),
  }),
)
const content = z.record(z.string(), z.object({ schema }))
const operation = z.object({
  'x-permission': z.enum(['anyone', 'signed-in', ...permissionNames]),
  'x-fresh-sign-in': z.boolean(),
  security: z.array(z.record(z.string(), z.array(z.string()))),
  parameters: z.array(
    z.object({
      name: z.string(),
      in: z.string(),
      required: z.boolean(),
      schema,
      description: z.optional(z.string()),
    }),
  ),
  requestBody: z.optional(z.object({ content })),
  responses: z.record(
    z.string(),
    z.looseObject({ description: z.optional(z.string()), content: z.optional(content) }),
  ),
})
const description = z.object({ paths: z.record(z.string(), z.record(z.string(), operation)) })

export interface Described {
  /** The method and the path. */
  id: string
  method: string
  path: string
  /** The first part of the path. */
  group: string
  access: 'anyone' | 'signed-in' | Permission
  freshSignIn: boolean
  byToken: boolean
  parameters: z.infer<typeof operation>['parameters']
  body: Schema | null
  answer: { type: string; schema: Schema }
  /** The codes by status. */
  errors: readonly { status: string; codes: string }[]
}

/** Reads the served description; one entry for each endpoint, sorted by path. */
export function describedApi(served: unknown): Described[] {
  const { paths } = description.parse(served)
  return Object.entries(paths)
    .flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, each]): Described => {
        const [type = '', answer = { schema: {} }] =
          Object.entries(each.responses['200']?.content ?? {})[0] ?? []
        return {
          id: `${method.toUpperCase()} ${path}`,
          method: method.toUpperCase(),
          path,
          group: path.split('/')[2] ?? '',
          access: each['x-permission'],
          freshSignIn: each['x-fresh-sign-in'],
          byToken: each.security.some((way) => 'apiToken' in way),
          parameters: each.parameters,
          body: each.requestBody?.content['application/json']?.schema ?? null,
          answer: { type, schema: answer.schema },
          errors: Object.entries(each.responses)
            .filter(([status]) => /^[45]/.test(status))
            .map(([status, { description: codes = '' }]) => ({ status, codes: codes.replaceAll('`', '') })),
        }
      }),
    )
    .toSorted((one, other) => one.path.localeCompare(other.path) || one.method.localeCompare(other.method))
}

/** More values than these are counted, not listed. */
const mostValues = 12

/** Returns the schemas of a union; `undefined` for a single schema. */
function choicesOf(of: Schema): readonly Schema[] | undefined {
  const { type } = of
  return typeof type === 'object' ? type.map((each) => ({ ...of, type: each })) : (of.anyOf ?? of.oneOf)
}

/** Returns a schema in the notation of TypeScript. */
export function schemaText(of: Schema, indent = ''): string {
  if (of.const !== undefined) return JSON.stringify(of.const)
  if (of.enum !== undefined) {
    const shown = of.enum.slice(0, mostValues).map((value) => JSON.stringify(value))
    return [...shown, ...(of.enum.length > mostValues ? [`… (${of.enum.length})`] : [])].join(' | ')
  }
  const choices = choicesOf(of)
  if (choices !== undefined) return choices.map((each) => schemaText(each, indent)).join(' | ')
  if (of.type === 'array') {
    const item = schemaText(of.items ?? {}, indent)
    return item.includes(' | ') && !item.startsWith('{') ? `(${item})[]` : `${item}[]`
  }
  if (of.type === 'object') {
    const fields = Object.entries(of.properties ?? {})
    if (fields.length === 0) return '{}'
    const lines = fields.map(([name, field]) => {
      const isRequired = of.required?.includes(name) === true
      return `${indent}  ${name}${isRequired ? '' : '?'}: ${schemaText(field, `${indent}  `)}`
    })
    return `{\n${lines.join('\n')}\n${indent}}`
  }
  return typeof of.type === 'string' ? of.type : 'unknown'
}

const samples = new Map<unknown, unknown>([
  ['string', '…'],
  ['boolean', true],
])

/** Returns a value of the schema's form, with its required fields alone. */
function sampleOf(of: Schema): unknown {
  if (of.const !== undefined) return of.const
  if (of.enum !== undefined) return of.enum[0]
  const [choice] = choicesOf(of) ?? []
  if (choice !== undefined) return sampleOf(choice)
  if (of.type === 'array') return [sampleOf(of.items ?? {})]
  if (of.type === 'object')
    return Object.fromEntries(
      Object.entries(of.properties ?? {})
        .filter(([name]) => of.required?.includes(name) === true)
        .map(([name, field]) => [name, sampleOf(field)]),
    )
  return samples.get(of.type) ?? of.minimum ?? null
}

/** Returns a call by curl, as in docs/api.md. */
export function exampleOf({ method, path, byToken, parameters, body }: Described): string {
  const query = parameters
    .filter((each) => each.in === 'query' && each.required)
    .map(({ name }) => `${name}=…`)
  const url = `"$CONSOLE${path}${query.length === 0 ? '' : `?${query.join('&')}`}"`
  const hasKey = parameters.some((each) => each.in === 'header' && each.required)
  return [
    `curl ${method === 'GET' || (method === 'POST' && body !== null) ? '' : `-X ${method} `}${url}`,
    ...(byToken ? ['-H "Authorization: Bearer $TOKEN"'] : []),
    ...(hasKey ? ['-H "Idempotency-Key: $(uuidgen)"'] : []),
    ...(body === null
      ? []
      : ["-H 'Content-Type: application/json'", `-d '${JSON.stringify(sampleOf(body))}'`]),
  ].join(' \\\n  ')
}
