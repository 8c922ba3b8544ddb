import * as z from 'zod/mini'
import { apiScopes } from '#contract/api-tokens.ts'
import { nothing, type Endpoint } from '#contract/endpoint.ts'
import { notificationEvent } from '#contract/notifications.ts'
import { problem, problemCodes, problemStatus, type ProblemCode } from '#contract/problem.ts'

/** How an endpoint answers: with JSON or a file download. */
type AnswerKind = 'json' | 'file'
export interface Mounted {
  endpoint: Endpoint
  kind: AnswerKind
}

const schemaOf = (schema: z.ZodMiniType, io: 'input' | 'output'): Record<string, unknown> => {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    // Generators read a part without a type as one that accepts anything.
    override: ({ jsonSchema: { type, allOf } }) => {
      for (const part of allOf ?? []) if (type !== undefined) part.type ??= type
    },
  })
  return rest
}

const objectSchema = z.looseObject({
  properties: z._default(z.record(z.string(), z.looseObject({})), {}),
  required: z._default(z.array(z.string()), []),
})

/** Returns one parameter for each field of a schema. */
function parametersOf(place: 'path' | 'query', schema: z.ZodMiniType): object[] {
  const { properties, required } = objectSchema.parse(schemaOf(schema, 'input'))
  return Object.entries(properties).map(([name, field]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: field,
  }))
}

const problemContent = { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } }

const idempotencyKey = {
  name: 'Idempotency-Key',
  in: 'header',
  required: true,
  description:
    'A new UUID for each thing to do. The same key again returns the same result and does nothing twice.',
  schema: { type: 'string', pattern: '^[\\w-]{16,128}$' },
}

function contentOf({ endpoint: { path, answer }, kind }: Mounted): object {
  if (kind === 'json') return { 'application/json': { schema: schemaOf(answer, 'output') } }
  return path.endsWith('.csv')
    ? { 'text/csv': { schema: { type: 'string' } } }
    : { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } }
}

function securityOf({ access }: Endpoint): object[] {
  if (access === 'anyone') return []
  const allowsToken = apiScopes.some((scope) => scope === access)
  return allowsToken ? [{ apiToken: [] }, { session: [] }] : [{ session: [] }]
}

/** Says who may call an endpoint, in one to three sentences. */
function accessText({ access, freshSignIn, problems }: Endpoint): string {
  if (access === 'anyone') return 'Open to anyone.'
  const within =
    problems?.includes('limited') === true ? ' A limited user may act only within the limit.' : ''
  const needs = (access === 'signed-in' ? 'Needs a session.' : `Needs the permission \`${access}\`.`) + within
  if (freshSignIn === false) return needs
  return `${needs} A session needs a fresh sign-in, a token the scope \`secret.reveal\`.`
}

/** The codes with which a call to an endpoint is refused: by `mount`, and those that the endpoint declares. */
export function refusalsOf({
  method,
  access,
  freshSignIn,
  idempotencyKey,
  problems = [],
  params,
}: Endpoint): ProblemCode[] {
  return [
    'bad-request',
    'cross-site',
    ...(access === 'anyone' ? [] : (['unauthenticated', 'forbidden', 'too-many-requests'] as const)),
    ...(access === 'anyone' || access === 'signed-in'
      ? []
      : (['password-change-required', 'second-factor-required'] as const)),
    ...(freshSignIn === false ? [] : (['step-up-needed', 'sign-in-again'] as const)),
    ...(params === nothing ? [] : (['not-found'] as const)),
    ...(idempotencyKey ? (['key-reused'] as const) : []),
    ...(method === 'GET' ? [] : (['payload-too-large', 'unsupported-media-type'] as const)),
    'misdirected',
    'unavailable',
    'took-too-long',
    'internal',
    ...problems,
  ]
}

/** One answer for each status, which names its codes. */
const refusedWith = (codes: Iterable<ProblemCode>) =>
  Object.fromEntries(
    [...Map.groupBy(new Set(codes), (code) => problemStatus[code])].map(([status, of]) => [
      status,
      { description: of.map((code) => `\`${code}\``).join(', '), content: problemContent },
    ]),
  )

/** `GET /api/jobs/:id` is `getJobsId`. */
const nameOf = ({ method, path }: Endpoint): string =>
  method.toLowerCase() +
  path
    .split(/[^a-zA-Z0-9]+/)
    .filter((part) => part !== 'api')
    .map((part) => part.charAt(0).toUpperCase() + part.slice(1))
    .join('')

function operationOf(mounted: Mounted): object {
  const { endpoint } = mounted
  const { method, path, params, query, body } = endpoint
  const hasBody = body !== nothing || !['GET', 'DELETE'].includes(method)
  return {
    operationId: nameOf(endpoint),
    tags: [path.split('/')[2] ?? ''],
    description: accessText(endpoint),
    'x-permission': endpoint.access,
    'x-fresh-sign-in': endpoint.freshSignIn !== false,
    security: securityOf(endpoint),
    parameters: [
      ...parametersOf('path', params),
      ...parametersOf('query', query),
      ...(endpoint.idempotencyKey ? [idempotencyKey] : []),
    ],
    ...(hasBody
      ? {
          requestBody: {
            required: method !== 'DELETE',
            content: { 'application/json': { schema: schemaOf(body, 'input') } },
          },
        }
      : {}),
    responses: {
      200: { description: 'Done.', content: contentOf(mounted) },
      ...refusedWith(refusalsOf(endpoint)),
      default: { $ref: '#/components/responses/Problem' },
    },
  }
}

/** The messages to webhooks by kind: each event with the address of its page. */
function webhooks(): object {
  const { oneOf } = z
    .looseObject({ oneOf: z.array(objectSchema) })
    .parse(schemaOf(notificationEvent, 'output'))
  return Object.fromEntries(
    oneOf.map(({ properties: { kind, ...properties }, required }) => {
      const fields = { ...properties, link: { type: 'string', format: 'uri' } }
      const data = {
        type: 'object',
        properties: fields,
        required: [...required.filter((name) => name !== 'kind'), 'link'],
      }
      const schema = {
        type: 'object',
        properties: { type: kind, timestamp: { type: 'string', format: 'date-time' }, data },
        required: ['type', 'timestamp', 'data'],
      }
      const post = {
        description: 'Sent to the webhooks that get this kind, signed as Standard Webhooks describes.',
        requestBody: { content: { 'application/json': { schema } } },
        responses: { '2XX': { description: 'Received. After any other status the message is sent again.' } },
      }
      return [String(kind?.['const']), { post }]
    }),
  )
}

/** Describes the mounted endpoints as an OpenAPI 3.1 document, from their schemas in the contract. */
export function describeApi(mounted: readonly Mounted[], publicUrl: string): { openapi: string } {
  const paths = Map.groupBy(mounted, ({ endpoint }) => endpoint.path.replaceAll(/:(\w+)/g, '{$1}'))
  return Object.assign(
    { openapi: '3.1.1' },
    {
      info: {
        title: 'Extension Console',
        version: '1',
        description: 'What people may do in the console, scripts may do with an API token (page API).',
      },
      servers: [{ url: publicUrl }],
      paths: Object.fromEntries(
        [...paths].map(([path, all]) => [
          path,
          Object.fromEntries(all.map((each) => [each.endpoint.method.toLowerCase(), operationOf(each)])),
        ]),
      ),
      webhooks: webhooks(),
      components: {
        securitySchemes: {
          apiToken: { type: 'http', scheme: 'bearer', description: 'An API token, `ecx_…`.' },
          session: { type: 'apiKey', in: 'cookie', name: '__Host-console-session' },
        },
        schemas: { Problem: schemaOf(problem, 'output') },
        responses: {
          Problem: {
            description: `Refused or failed (RFC 9457). \`code\` is one of ${problemCodes.length} fixed values.`,
            headers: {
              'x-request-id': {
                description: 'Finds the call in the audit and the log.',
                schema: { type: 'string' },
              },
              'retry-after': { description: 'Seconds to wait.', schema: { type: 'integer' } },
            },
            content: problemContent,
          },
        },
      },
    },
  )
}
