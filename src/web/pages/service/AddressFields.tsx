import { PasswordInput, SimpleGrid, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import type { ServiceConnection } from '#contract/service.ts'
import { useT } from '../../i18n/Language.tsx'
import { isFixed, type DraftValues, type FieldName } from './draft.ts'

const variables = {
  url: 'UPSTREAM_URL',
  extensionsUrl: 'UPSTREAM_EXTENSIONS_URL',
  appId: 'UPSTREAM_APP_ID',
  appKey: 'UPSTREAM_APP_KEY',
  companyId: 'UPSTREAM_COMPANY_ID',
  authorization: 'UPSTREAM_AUTHORIZATION',
} as const satisfies Partial<Record<FieldName, string>>

interface AddressFieldsProps {
  form: UseFormReturnType<DraftValues>
  saved: ServiceConnection | null
  /** The server's environment has the connection: the fields name its variables. */
  readOnly: boolean
}

/** Where the service is, and the console's account there. Secrets can be written only. */
export function AddressFields({ form, saved, readOnly }: AddressFieldsProps) {
  const t = useT()
  const field = (name: keyof typeof variables) => ({
    ...form.getInputProps(name),
    label: t(`service.${name}`),
    description: readOnly
      ? t('service.fromEnvironment', { name: variables[name] })
      : t(`service.${name}.hint`),
    error: form.errors[name] === undefined ? undefined : t(`service.${name}.wrong`),
    readOnly,
    ...(readOnly ? { variant: 'filled' } : {}),
    autoComplete: 'off',
    spellCheck: false,
  })
  const secret = (name: 'appKey' | 'authorization', isSaved: boolean | undefined) => ({
    ...field(name),
    placeholder: isSaved !== true ? undefined : readOnly ? '••••••••' : t('service.secret.saved'),
    maxLength: 4096,
    visibilityToggleButtonProps: { 'aria-label': t(`service.${name}.show`) },
  })
  return (
    <>
      <TextInput {...field('url')} type="url" required={!readOnly} />
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md">
        <TextInput {...field('appId')} maxLength={128} required={!readOnly} />
        <PasswordInput {...secret('appKey', saved?.hasAppKey)} />
        <TextInput {...field('companyId')} maxLength={64} />
        <TextInput {...field('extensionsUrl')} type="url" />
        {isFixed(form.values) && <PasswordInput {...secret('authorization', saved?.hasAuthorization)} />}
      </SimpleGrid>
    </>
  )
}
