import { Group, Kbd, Modal, Switch, Table, Text } from '@mantine/core'
import '../../lib/feature-styles.ts'
import '@mantine/core/styles/Kbd.css'
import '@mantine/core/styles/Table.css'
import { Fragment } from 'react'
import { useT } from '../../i18n/Language.tsx'
import { hideOverlay, useOverlay } from '../../ui/focus/overlay.ts'
import {
  idFor,
  keyCaps,
  setSingleKeys,
  shortcuts,
  useOffered,
  useSingleKeys,
  type ShortcutId,
} from '../../ui/focus/shortcuts.ts'

function Keys({ keys }: { keys: string }) {
  return keyCaps(keys).map((cap, index) => (
    <Fragment key={cap}>
      {index > 0 && ' + '}
      <Kbd>{cap}</Kbd>
    </Fragment>
  ))
}

/** The shortcuts of the current page, and the switch for single-key shortcuts. */
export function ShortcutDialog() {
  const t = useT()
  const offered = useOffered()
  const singleKeys = useSingleKeys()
  const opened = useOverlay() === 'shortcuts'
  const ids = Object.keys(shortcuts).filter((id): id is ShortcutId => offered.some((each) => each.id === id))
  const keysOf = (id: ShortcutId) => shortcuts[id].filter((keys) => idFor(offered, keys) === id)
  return (
    <Modal
      opened={opened}
      onClose={hideOverlay}
      title={t('shortcut.title')}
      closeButtonProps={{ 'aria-label': t('action.close') }}
      transitionProps={{ duration: 0 }}
    >
      <Table aria-label={t('shortcut.title')} mb="md">
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">{t('shortcut.keys')}</Table.Th>
            <Table.Th scope="col">{t('shortcut.does')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {ids.map((id) => (
            <Table.Tr key={id}>
              <Table.Td>
                <Group gap="sm" wrap="nowrap">
                  {keysOf(id).map((keys) => (
                    <span key={keys} style={{ whiteSpace: 'nowrap' }}>
                      <Keys keys={keys} />
                    </span>
                  ))}
                </Group>
              </Table.Td>
              <Table.Td>{t(`shortcut.${id}`)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      <Switch
        label={t('shortcut.single')}
        description={t('shortcut.single.text')}
        checked={singleKeys}
        onChange={(event) => setSingleKeys(event.currentTarget.checked)}
      />
      <Text size="sm" c="dimmed" mt="md">
        {t('shortcut.note')}
      </Text>
    </Modal>
  )
}
