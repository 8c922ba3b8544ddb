import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { IconSparkles } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { isCodedField, type Sighting } from '#contract/codes.ts'
import { useT } from '../i18n/Language.tsx'
import { announce } from '../ui/announce.ts'
import { Failure } from '../ui/Failure.tsx'
import { Time } from '../ui/Time.tsx'
import { markReadMutation } from './queries.ts'

/** More would push the dictionary itself out of sight. */
const shown = 8
const nameOf = ({ field, value }: Sighting) => `${field} ${value}`

/** What the service has sent for the first time, until an admin has taken note of it. */
export function Notices({ items }: { items: readonly Sighting[] }) {
  const t = useT()
  const { mutate, isPending, error, variables } = useMutation(markReadMutation())
  const fresh = items.filter(({ unread }) => unread).toSorted((a, b) => b.firstSeenAt - a.firstSeenAt)
  if (fresh.length === 0) return null
  const read = (which: readonly Sighting[]) =>
    mutate([...which], {
      onSuccess: () => announce(t('codes.notice.read', { count: which.length })),
    })
  return (
    <Alert
      variant="outline"
      color="var(--console-warning)"
      mb="md"
      icon={<IconSparkles size={18} aria-hidden />}
      title={t('codes.notice', { count: fresh.length })}
    >
      <Stack gap="xs">
        <Text size="sm">{t('codes.notice.text')}</Text>
        {error !== null && <Failure error={error} />}
        {fresh.slice(0, shown).map((item) => (
          <Group key={nameOf(item)} gap="sm">
            <Text size="sm" component="div">
              {t(isCodedField(item.field) ? 'codes.notice.value' : 'codes.notice.field')}{' '}
              <b>
                <code>{nameOf(item)}</code>
              </b>{' '}
              · <Time value={item.firstSeenAt} />
            </Text>
            <Button
              size="compact-xs"
              variant="default"
              aria-label={t('codes.notice.mark.of', { code: nameOf(item) })}
              loading={isPending && variables.length === 1 && variables[0]?.value === item.value}
              onClick={() => read([item])}
            >
              {t('codes.notice.mark')}
            </Button>
          </Group>
        ))}
        {fresh.length > shown && (
          <Text size="sm" c="dimmed">
            {t('codes.notice.more', { count: fresh.length - shown })}
          </Text>
        )}
        {fresh.length > 1 && (
          <div>
            <Button size="compact-sm" variant="default" loading={isPending} onClick={() => read(fresh)}>
              {t('codes.notice.markAll')}
            </Button>
          </div>
        )}
      </Stack>
    </Alert>
  )
}
