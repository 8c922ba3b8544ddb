import type { ReactNode } from 'react'
import { useT } from '../../i18n/Language.tsx'
import { Field } from '../../ui/text/Field.tsx'

/** Fields of an extension record that have a plain label; the service's own name is shown in small text beside it. */
type NamedField =
  | 'agentName'
  | 'agentUuid'
  | 'bindStatus'
  | 'bindTime'
  | 'companyId'
  | 'creationTime'
  | 'creatorId'
  | 'currentUsingAgentUuid'
  | 'domain'
  | 'enabled'
  | 'ext'
  | 'extType'
  | 'ha1'
  | 'ha1b'
  | 'id'
  | 'langCode'
  | 'langCodeTxt'
  | 'password'
  | 'status'
  | 'updateUserId'
  | 'updatedTime'

/** One field of an extension record: label, service's name, and value. */
export function RecordField({ name, children }: { name: NamedField; children: ReactNode }) {
  const t = useT()
  return (
    <Field name={name} label={t(`field.${name}`)}>
      {children}
    </Field>
  )
}
