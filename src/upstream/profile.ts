import { readFileSync } from 'node:fs'
import * as z from 'zod'

const texts = (...values: string[]) => z.array(z.string().min(1, 'must not be empty')).default(values)
const name = z.string().regex(/^[\w.-]{1,64}$/, 'must be a name of letters, digits, _, . or -')
const whole = (least: number, most: number) =>
  z.int(`must be a whole number from ${least} to ${most}`).min(least).max(most)
const bodyOrQuery = z.enum(['body', 'query'], 'must be body or query')

const paging = { firstPage: whole(0, 1).default(1), maxSize: whole(1, 1000).default(1000) }
const pageNames = z
  .strictObject({
    page: name.default('currPage'),
    size: name.default('pageSize'),
    search: name.default('ext'),
  })
  .prefault({})
const create = z
  .strictObject({
    in: bodyOrQuery.default('query'),
    service: z.enum(['extensions', 'v5'], 'must be extensions or v5').default('extensions'),
  })
  .prefault({})

/**
 * What differs from service to service, as JSON. Every part is optional; the default of each key is the reading of the
 * specification that docs/upstream-api.md#profile gives, with its reason.
 */
export const profileSchema = z.strictObject({
  name: z.string().max(100).default('default'),
  token: z
    .strictObject({
      /** The unit of `create_time` in seconds or milliseconds, as sent and signed. */
      createTime: z.enum(['s', 'ms'], 'must be s or ms').default('s'),
      signCase: z.enum(['lower', 'upper'], 'must be lower or upper').default('lower'),
      minLength: whole(1, 4096).default(1),
      /** The answers that mean "get a new token". */
      invalid: z
        .array(
          z.union(
            [z.strictObject({ http: whole(400, 499) }), z.strictObject({ code: z.string().min(1) })],
            'must be {"http": 401} or {"code": "900002"}',
          ),
        )
        .default([{ http: 401 }, { code: '900001' }, { code: '900002' }, { code: '900007' }]),
    })
    .prefault({}),
  /** How the extension operations authenticate. */
  auth: z
    .strictObject({
      credential: z
        .enum(['v5', 'company', 'fixed', 'none'], 'must be v5, company, fixed or none')
        .default('v5'),
      header: name.default('authorization'),
      prefix: z
        .string()
        .regex(/^[\x20-\x7e]{0,32}$/, 'must be at most 32 printable ASCII characters')
        .default('Bearer '),
      alsoTokenHeader: z.boolean('must be true or false').default(false),
      in: z.enum(['header', 'query'], 'must be header or query').default('header'),
    })
    .prefault({}),
  companyId: z
    .strictObject({
      in: z
        .array(z.enum(['query', 'header', 'body'], 'must be query, header or body'))
        .default(['query', 'header']),
      name: name.default('companyId'),
    })
    .prefault({}),
  envelopes: z
    .strictObject({
      v5: z.strictObject({ success: texts('000000') }).prefault({}),
      extensions: z
        .strictObject({
          success: texts('000000'),
          /** Without a return code: success is `code` 200, or a `status` of success. */
          withoutCode: z.enum(['code', 'status'], 'must be code or status').default('code'),
        })
        .prefault({}),
    })
    .prefault({}),
  /** The meanings of refusals. A key that is given replaces the default. */
  codes: z
    .strictObject({
      notFound: texts('310005', '310121', '330088'),
      exists: texts('310004'),
      bound: texts('310122', '330047', '330101'),
      quota: texts('310120'),
      busy: texts('330007', '330067', '350011'),
      agentNotFound: texts('310147', '310223'),
      companyUnknown: texts('310123', '300036', '397007'),
      restricted: texts('700046', '900005', '300056', '330144', '398015', '398016'),
      /** The app id, key or company is wrong, so a new token cannot help. */
      credentials: texts('900003', '900004', '900006'),
      /** The service does not know what it did: "unknown error", "connection timeout". */
      unsure: texts('310000', '310001', '310008', '310012'),
      /** A successful detail without data means that the number does not exist. */
      emptyMeansNotFound: z.boolean('must be true or false').default(false),
    })
    .prefault({}),
  operations: z
    .strictObject({
      searchIdle: z
        .strictObject({
          names: z.strictObject({ agent: name.default('agentID') }).prefault({}),
          in: bodyOrQuery.default('body'),
          data: z
            .enum(['agent', 'list', 'page', 'extension'], 'must be agent, list, page or extension')
            .default('agent'),
        })
        .prefault({}),
      detail: z
        .strictObject({
          names: z
            .strictObject({
              ext: name.default('ext'),
              agent: name.default('agentUuid'),
              /** Null: the company is not sent. */
              company: name.nullable().default(null),
            })
            .prefault({}),
          in: bodyOrQuery.default('body'),
          /** The agent's name is sent empty when no agent is known. */
          agentRequired: z.boolean('must be true or false').default(false),
        })
        .prefault({}),
      idlePage: z.strictObject({ names: pageNames, in: bodyOrQuery.default('body'), ...paging }).prefault({}),
      unboundPage: z.strictObject({ names: pageNames, ...paging }).prefault({}),
      create,
      createLegacy: create,
      suggest: z
        .strictObject({
          names: z
            .strictObject({
              search: name.default('keyword'),
              page: name.default('page_no'),
              size: name.default('page_size'),
            })
            .prefault({}),
        })
        .prefault({}),
    })
    .prefault({}),
  records: z
    .strictObject({
      /** The shape of an extension number; the console itself takes 2 to 15 digits. */
      number: z
        .string()
        .refine((pattern) => {
          try {
            return RegExp(pattern) instanceof RegExp
          } catch {
            return false
          }
        }, 'must be a regular expression')
        .default(String.raw`^\d{2,15}$`),
      timeUnit: z.enum(['auto', 'ms', 's'], 'must be auto, ms or s').default('auto'),
      /** The values of `bindStatus`, compared as text. */
      bindStatus: z.strictObject({ free: texts('0'), bound: texts('1') }).prefault({}),
    })
    .prefault({}),
  limits: z
    .strictObject({
      timeoutSeconds: z
        .number('must be a number of seconds from 1 to 60')
        .min(1, 'must be at least 1')
        .max(60, 'must be at most 60')
        .default(10),
      requestsPerSecond: z.number().positive('must be more than 0').nullable().default(null),
    })
    .prefault({}),
})
export type Profile = z.output<typeof profileSchema>

/** The profile of the specification as docs/upstream-api.md reads it. */
export const defaultProfile: Profile = profileSchema.parse({})

/** Returns every error of a profile, each with the path of its key: `operations.idlePage.firstPage: must be …`. */
export function profileErrors(value: unknown): string[] {
  const { error } = profileSchema.safeParse(value)
  return (error?.issues ?? []).flatMap((issue) => {
    const at = (key?: string) => [...issue.path, ...(key === undefined ? [] : [key])].join('.')
    return issue.code === 'unrecognized_keys'
      ? issue.keys.map((key) => `${at(key)}: is not a key of the profile`)
      : [`${at() === '' ? 'the profile' : at()}: ${issue.message}`]
  })
}

/** Returns the profile in a JSON file, or every error in it. */
export function readProfileFile(file: string): { profile: Profile } | { errors: string[] } {
  try {
    const value: unknown = JSON.parse(readFileSync(file, 'utf8'))
    const read = profileSchema.safeParse(value)
    return read.success ? { profile: read.data } : { errors: profileErrors(value) }
  } catch (error) {
    const isSyntax = error instanceof SyntaxError
    return {
      errors: [isSyntax ? 'the file is not JSON' : 'the file cannot be read; check the path and its owner'],
    }
  }
}

/** Returns a code in the form in which codes are compared: text, trimmed, without leading zeros (`000000` may arrive as 0). */
const comparable = (code: string): string => code.trim().replace(/^0+(?=\d)/, '')

/** True when a service's code is one of the profile's. */
export const isOneOf = (codes: readonly string[], code: string | null): boolean =>
  code !== null && codes.some((each) => comparable(each) === comparable(code))

/** True for a return code to which the profile gives a meaning other than success. */
export const hasMeaning = ({ codes }: Profile, code: string | null): boolean =>
  Object.values(codes).some((each) => Array.isArray(each) && isOneOf(each, code))
