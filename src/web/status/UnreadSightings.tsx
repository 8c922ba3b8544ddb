import { Anchor, Text } from '@mantine/core'
import { Link } from '../ui/Link.tsx'
import { useT } from '../i18n/Language.tsx'
import { paths } from '../paths.ts'
import { usePermission } from '../session/SessionContext.tsx'

/** How much the service has sent for the first time that no admin has taken note of; nothing where there is nothing. */
export function UnreadSightings({ count }: { count: number }) {
  const t = useT()
  const mayRead = usePermission('settings.manage')
  if (count === 0) return null
  const text = t('codes.notice', { count })
  return (
    <Text size="sm">
      {mayRead ? (
        <Anchor component={Link} to={paths.codes()} inherit>
          {text}
        </Anchor>
      ) : (
        text
      )}
    </Text>
  )
}
