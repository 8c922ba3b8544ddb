import * as z from 'zod/mini'
import { newExtension, type NewExtension } from '#contract/extensions.ts'

/** What the form's fields hold: text, empty where nothing was given. Named as operation 5 names its parameters. */
const formValues = z.object({
  ext: z.string(),
  password: z.string(),
  agentID: z.string(),
  agentType: z.enum(['0', '1']),
  langCodeTxt: z.string(),
  companyId: z.string(),
})
export type FormValues = z.infer<typeof formValues>
export type FieldName = keyof FormValues
export const fieldNames = [
  'ext',
  'password',
  'agentID',
  'agentType',
  'langCodeTxt',
  'companyId',
] as const satisfies readonly FieldName[]

export const emptyValues: FormValues = {
  ext: '',
  password: '',
  agentID: '',
  agentType: '1',
  langCodeTxt: '',
  companyId: '',
}

const given = (text: string) => (text.trim() === '' ? undefined : text.trim())

/** The request as the form is now; may still be invalid. Parameters left empty are not sent, nor `agentType` without an agent. */
export function requestOf(values: FormValues): NewExtension {
  const agentID = given(values.agentID)
  return {
    ext: values.ext.trim(),
    password: given(values.password),
    agentID,
    agentType: agentID === undefined ? undefined : values.agentType,
    langCodeTxt: given(values.langCodeTxt),
    companyId: given(values.companyId),
  }
}

/** Names of the fields that the contract refuses. */
export function wrongFields(values: FormValues): FieldName[] {
  const read = z.safeParse(newExtension, requestOf(values))
  if (read.success) return []
  return fieldNames.filter((name) => read.error.issues.some(({ path }) => path[0] === name))
}

/** The form's fields as a request filled them. */
export const valuesOf = (request: NewExtension): FormValues => ({
  ext: request.ext,
  password: request.password ?? '',
  agentID: request.agentID ?? '',
  agentType: request.agentType ?? '1',
  langCodeTxt: request.langCodeTxt ?? '',
  companyId: request.companyId ?? '',
})

const { password: _password, ...drafted } = formValues.shape
const draft = z.object(drafted)
/** What may be kept in the browser: everything but the password. */
export const draftSchema = z.nullable(draft)
/** Null when, the password aside, nothing was added to what the form began with. */
export function draftOf(values: FormValues, start: FormValues): z.infer<typeof draftSchema> {
  const { password: _password, ...rest } = values
  return fieldNames.some((name) => name !== 'password' && values[name] !== start[name]) ? rest : null
}
