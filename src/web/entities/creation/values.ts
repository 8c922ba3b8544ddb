import * as z from 'zod/mini'
import { newExtension, type NewExtension } from '#contract/extensions.ts'
import { passwordFills } from '#contract/jobs.ts'
import { readId, readNumber } from '../../lib/typed.ts'

/** The form's fields as text; empty when not filled in. The names are operation 5's parameter names. */
const formValues = z.object({
  ext: z.string(),
  password: z.string(),
  /** What the user typed, or the UUID of the chosen agent. */
  agentID: z.string(),
  agentType: z.enum(['0', '1']),
  /** The source of an empty password. */
  passwordFill: z._default(z.enum(passwordFills), 'random'),
  langCodeTxt: z.string(),
  companyId: z.string(),
})
export type FormValues = z.infer<typeof formValues>
export type FieldName = Exclude<keyof FormValues, 'agentType' | 'passwordFill'>
export const fieldNames = [
  'ext',
  'password',
  'agentID',
  'langCodeTxt',
  'companyId',
] as const satisfies readonly FieldName[]

export const emptyValues: FormValues = {
  ext: '',
  password: '',
  agentID: '',
  agentType: '1',
  passwordFill: 'random',
  langCodeTxt: '',
  companyId: '',
}

const undefinedIfEmpty = (text: string) => (text === '' ? undefined : text)

/** Builds the request from the form; may be invalid. Omits empty parameters, and `agentType` without an agent. */
export function requestOf(values: FormValues): NewExtension {
  const agentID = undefinedIfEmpty(readId(values.agentID))
  return {
    ext: readNumber(values.ext),
    password: undefinedIfEmpty(values.password),
    agentID,
    agentType: agentID === undefined ? undefined : values.agentType,
    langCodeTxt: undefinedIfEmpty(values.langCodeTxt.trim()),
    companyId: undefinedIfEmpty(readId(values.companyId)),
  }
}

/** Returns the names of the fields that the contract rejects. */
export function wrongFields(values: FormValues): FieldName[] {
  const read = z.safeParse(newExtension, requestOf(values))
  if (read.success) return []
  return fieldNames.filter((name) => read.error.issues.some(({ path }) => path[0] === name))
}

/** Returns the form's fields for a request. */
export const formValuesOf = (request: NewExtension): FormValues => ({
  ext: request.ext,
  password: request.password ?? '',
  agentID: request.agentID ?? '',
  agentType: request.agentType ?? '1',
  // A request without a password leaves the choice to the service.
  passwordFill: request.password === undefined ? 'none' : 'random',
  langCodeTxt: request.langCodeTxt ?? '',
  companyId: request.companyId ?? '',
})

const { password: _password, ...drafted } = formValues.shape
const draft = z.object(drafted)
/** The draft that the browser may store: every field except the password. */
export const draftSchema = z.nullable(draft)
/** Returns the draft to store; `null` when no field except the password differs from the start. */
export function draftOf(values: FormValues, start: FormValues): z.infer<typeof draftSchema> {
  const { password: _password, ...rest } = values
  const isChanged =
    values.passwordFill !== start.passwordFill ||
    fieldNames.some((name) => name !== 'password' && values[name] !== start[name])
  return isChanged ? rest : null
}
