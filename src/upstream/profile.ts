import { readFileSync } from 'node:fs'
import * as z from 'zod'

type Sentence = (...values: string[]) => string
const choices = new Intl.ListFormat('en-GB', { type: 'disjunction' })
/** What a value must be, as an English sentence without its subject. */
export const profileRules = {
  integer: () => 'must be a whole number',
  'json-type': (type) => `must be of the JSON type ${type}`,
  'known-key': () => 'is not a key of the profile',
  name: () => 'must be a name of letters, digits, _, . or -',
  'not-empty': () => 'must not be empty',
  number: (least, most) => `must be a number from ${least} to ${most}`,
  'one-of': (...values) => `must be ${choices.format(values)}`,
  path: () => 'must be a path in the answer, such as data.list',
  pattern: () => 'must be a regular expression',
  positive: () => 'must be more than 0',
  'short-ascii': (most) => `must be at most ${most} printable ASCII characters`,
  'short-text': (most) => `must be at most ${most} characters`,
  'token-refusal': () => 'must be {"http": 401} or {"code": "900002"}',
  'whole-number': (least, most) => `must be a whole number from ${least} to ${most}`,
} satisfies Record<string, Sentence>
type ProfileRule = keyof typeof profileRules
const sentences: Readonly<Record<string, Sentence>> = profileRules

/** Returns a rule with its values as the message of the schema, which `profileErrors` reads. */
const must = (rule: ProfileRule, ...values: (string | number)[]) => [rule, ...values].join('\n')

const texts = (...values: string[]) => z.array(z.string().min(1, must('not-empty'))).default(values)
const name = z.string().regex(/^[\w.-]{1,64}$/, must('name'))
const whole = (least: number, most: number) =>
  z
    .int(must('whole-number', least, most))
    .min(least)
    .max(most)
const oneOf = <const Values extends readonly string[]>(...values: Values) =>
  z.enum(values, must('one-of', ...values))
const yesOrNo = z.boolean(must('one-of', 'true', 'false'))
const bodyOrQuery = oneOf('body', 'query')

const path = z.string().regex(/^data(\.[\w-]{1,64}){0,4}$/, must('path'))
const paging = {
  list: path.default('data.list'),
  firstPage: whole(0, 1).default(1),
  maxSize: whole(1, 1000).default(1000),
}
const pageNames = z
  .strictObject({
    page: name.default('currPage'),
    size: name.default('pageSize'),
    search: name.default('ext'),
  })
  .prefault({})
const valueNames = z
  .record(
    z.string().regex(/^-?\d{1,15}$/),
    z.string().trim().min(1, must('not-empty')).max(60, must('short-text', 60)),
    // Zod reports a key by an error of the record.
    { error: ({ code }) => (code === 'invalid_key' ? must('integer') : undefined) },
  )
  .default({})
const create = z
  .strictObject({
    in: bodyOrQuery.default('query'),
    service: oneOf('extensions', 'v5').default('extensions'),
  })
  .prefault({})

/**
 * What differs from service to service, as JSON. Every part is optional; the default of each key is the reading of the
 * specification that docs/upstream-api.md#profile gives, with its reason.
 */
export const profileSchema = z.strictObject({
  name: z.string().max(100, must('short-text', 100)).default('default'),
  token: z
    .strictObject({
      /** The unit of `create_time` in seconds or milliseconds, as sent and signed. */
      createTime: oneOf('s', 'ms').default('s'),
      signCase: oneOf('lower', 'upper').default('lower'),
      minLength: whole(1, 4096).default(1),
      /** The answers that mean "get a new token". */
      invalid: z
        .array(
          z.union(
            [z.strictObject({ http: whole(300, 499) }), z.strictObject({ code: z.string().min(1) })],
            must('token-refusal'),
          ),
        )
        .default([{ http: 401 }, { code: '900001' }, { code: '900002' }, { code: '900007' }]),
    })
    .prefault({}),
  /** How the extension operations authenticate. */
  auth: z
    .strictObject({
      credential: oneOf('v5', 'company', 'fixed', 'none').default('v5'),
      header: name.default('authorization'),
      prefix: z
        .string()
        .regex(/^[\x20-\x7e]{0,32}$/, must('short-ascii', 32))
        .default('Bearer '),
      alsoTokenHeader: yesOrNo.default(false),
      in: oneOf('header', 'query').default('header'),
    })
    .prefault({}),
  companyId: z
    .strictObject({
      in: z.array(oneOf('query', 'header', 'body')).default(['query', 'header']),
      name: name.default('companyId'),
      /** The operations that carry it: those that the specification names, or all extension operations. */
      operations: oneOf('specified', 'all').default('specified'),
    })
    .prefault({}),
  envelopes: z
    .strictObject({
      v5: z.strictObject({ success: texts('000000') }).prefault({}),
      extensions: z
        .strictObject({
          success: texts('000000'),
          /** Without a return code: success is `code` 200, or a `status` of success. */
          withoutCode: oneOf('code', 'status').default('code'),
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
      emptyMeansNotFound: yesOrNo.default(false),
    })
    .prefault({}),
  operations: z
    .strictObject({
      searchIdle: z
        .strictObject({
          names: z.strictObject({ agent: name.default('agentID') }).prefault({}),
          in: bodyOrQuery.default('body'),
          data: oneOf('agent', 'list', 'page', 'extension').default('agent'),
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
          agentRequired: yesOrNo.default(false),
        })
        .prefault({}),
      idlePage: z
        .strictObject({
          names: pageNames,
          in: bodyOrQuery.default('body'),
          ...paging,
          /** Asks for the order of the numbers, at a service whose own order changes. */
          sorted: yesOrNo.default(false),
        })
        .prefault({}),
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
          /** The token as Bearer, or in the header `token` of the other v5 operations. */
          credential: oneOf('bearer', 'token').default('bearer'),
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
        }, must('pattern'))
        .default(String.raw`^\d{2,15}$`),
      /** How the fields of records are written. */
      names: oneOf('camelCase', 'snake_case').default('camelCase'),
      timeUnit: oneOf('auto', 'ms', 's').default('auto'),
      /** The values of `bindStatus`, compared as text. */
      bindStatus: z.strictObject({ free: texts('0'), bound: texts('1') }).prefault({}),
    })
    .prefault({}),
  limits: z
    .strictObject({
      timeoutSeconds: z
        .number(must('number', 1, 60))
        .min(1)
        .max(60)
        .default(10),
      requestsPerSecond: z.number().positive(must('positive')).nullable().default(null),
    })
    .prefault({}),
  /** What the integers of an extension's record mean at this service: a name by value. */
  values: z
    .strictObject({ bindStatus: valueNames, enabled: valueNames, extType: valueNames, status: valueNames })
    .prefault({}),
})
export type Profile = z.output<typeof profileSchema>

/** The profile of the specification as docs/upstream-api.md reads it. */
export const defaultProfile: Profile = profileSchema.parse({})

export interface ProfileError {
  /** The path of the key, empty for the profile itself: `operations.idlePage.firstPage`. */
  path: string
  /** One of `profileRules`, and the values of its sentence. */
  rule: string
  values: string[]
  /** The English sentence. */
  message: string
}

/** Returns every error of a profile. */
export function profileErrors(value: unknown): ProfileError[] {
  const { error } = profileSchema.safeParse(value, {
    // For the values whose schema has no rule of its own.
    error: (issue) => (issue.code === 'invalid_type' ? must('json-type', issue.expected) : undefined),
  })
  function errorAt(path: PropertyKey[], text: string): ProfileError {
    const [rule = '', ...values] = text.split('\n')
    return { path: path.join('.'), rule, values, message: sentences[rule]?.(...values) ?? text }
  }
  return (error?.issues ?? []).flatMap((issue) =>
    issue.code === 'unrecognized_keys'
      ? issue.keys.map((key) => errorAt([...issue.path, key], must('known-key')))
      : [errorAt(issue.path, issue.message)],
  )
}

/** Returns the profile in a JSON file, or every error in it. */
export function readProfileFile(file: string): { profile: Profile } | { errors: string[] } {
  try {
    const value: unknown = JSON.parse(readFileSync(file, 'utf8'))
    const read = profileSchema.safeParse(value)
    return read.success
      ? { profile: read.data }
      : { errors: profileErrors(value).map(({ path, message }) => `${path || 'the profile'}: ${message}`) }
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
export function isOneOf(codes: readonly string[], code: string | null): boolean {
  for (const each of codes) if (code !== null && comparable(each) === comparable(code)) return true
  return false
}

/** True for a return code to which the profile gives a meaning other than success. */
export const hasMeaning = ({ codes }: Profile, code: string | null): boolean =>
  Object.values(codes).some((each) => Array.isArray(each) && isOneOf(each, code))
