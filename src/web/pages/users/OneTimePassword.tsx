import { Text } from '@mantine/core'
import { useT } from '../../i18n/Language.tsx'
import { SecretOnce } from '../../ui/text/SecretOnce.tsx'

/** A password for one sign-in. */
export function OneTimePassword({ email, password }: { email: string; password: string }) {
  const t = useT()
  return (
    <>
      <Text>{t('users.once.text', { email })}</Text>
      <SecretOnce
        secret={password}
        title={t('users.once.title')}
        note={t('users.once.next')}
        copy={t('action.copy')}
        copied={t('create.password.copied')}
      />
    </>
  )
}
