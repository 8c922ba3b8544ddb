import { Group, Kbd, Stack, Switch, Text } from '@mantine/core'
import { Fragment } from 'react'
import { useT } from '../../i18n/Language.tsx'
import {
  idFor,
  keyCaps,
  setSingleKeys,
  shortcuts,
  useOffered,
  useSingleKeys,
  type ShortcutId,
} from '../../ui/focus/shortcuts.ts'
import { Dialog } from '../../ui/form/FormDialog.tsx'

function Keys({ keys }: { keys: string }) {
  return keyCaps(keys).map((cap, index) => (
    <Fragment key={cap}>
      {index > 0 && ' + '}
      <Kbd>{cap}</Kbd>
    </Fragment>
  ))
}

/** The shortcuts of the current page, and the switch for single-key shortcuts. */
export function ShortcutDialog({ onClose }: { onClose: () => void }) {
  const t = useT()
  const offered = useOffered()
  const singleKeys = useSingleKeys()
  const ids = Object.keys(shortcuts).filter((id): id is ShortcutId => offered.some((each) => each.id === id))
  const keysOf = (id: ShortcutId) => shortcuts[id].filter((keys) => idFor(offered, keys) === id)
  return (
    <Dialog
      onClose={onClose}
      title={t('shortcut.help')}
      withCloseButton
      closeButtonProps={{ 'aria-label': t('action.close') }}
      transitionProps={{ duration: 0 }}
    >
      <Stack component="dl" gap="sm" mt={0} mb="md">
        {ids.map((id) => (
          <Group key={id} justify="space-between">
            <dt>{t(`shortcut.${id}`)}</dt>
            <Group component="dd" gap="sm" m={0}>
              {keysOf(id).map((keys) => (
                <span key={keys} style={{ whiteSpace: 'nowrap' }}>
                  <Keys keys={keys} />
                </span>
              ))}
            </Group>
          </Group>
        ))}
      </Stack>
      <Switch
        label={t('shortcut.single')}
        description={t('shortcut.single.text')}
        checked={singleKeys}
        onChange={(event) => setSingleKeys(event.currentTarget.checked)}
      />
      <Text c="dimmed" mt="md">
        {t('shortcut.note')}
      </Text>
    </Dialog>
  )
}
