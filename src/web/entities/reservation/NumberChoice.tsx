import { Group, Loader, Radio, Stack, Text, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useT } from '../../i18n/Language.tsx'
import { ErrorAlert } from '../../ui/feedback/ErrorAlert.tsx'
import { FirstScanNote } from '../extension/FirstScanNote.tsx'
import { PoolPicker } from '../pool/PoolPicker.tsx'
import type { SuggestedNumbers } from './suggested-numbers.ts'
import classes from './NumberChoice.module.css'

interface NumberChoiceProps {
  offered: SuggestedNumbers
  value: string | undefined
  onChange: (ext: string) => void
  search: string
  onSearch: (typed: string) => void
  pool: string | undefined
  onPool: (pool: string | undefined) => void
}

/** Offers free numbers with the reason for each, and a search for others. */
export function NumberChoice(props: NumberChoiceProps) {
  const { offered, value, onChange, search, onSearch, pool, onPool } = props
  const t = useT()
  const { numbers, isPending, error, firstScan } = offered
  return (
    <Stack gap="xs">
      <FirstScanNote firstScan={firstScan} />
      <ErrorAlert error={error} />
      <Radio.Group
        label={t('reserve.number')}
        value={value ?? ''}
        onChange={onChange}
        className={classes.numbers}
      >
        {numbers.map(({ ext, why }) => (
          <Radio
            key={ext}
            value={ext}
            size="xs"
            className={classes.row}
            label={
              <>
                <b className={classes.ext}>{ext}</b>{' '}
                <Text span c="dimmed">
                  {why}
                </Text>
              </>
            }
          />
        ))}
        {numbers.length === 0 && (
          <Text c="dimmed" component="output" className={classes.row}>
            {isPending ? t('state.loading') : t('reserve.number.none')}
          </Text>
        )}
      </Radio.Group>
      <Group gap="xs" wrap="nowrap" align="flex-start">
        <TextInput
          size="xs"
          flex={1}
          value={search}
          onChange={(event) => onSearch(event.currentTarget.value.slice(0, 60))}
          aria-label={t('reserve.number.search')}
          placeholder={t('reserve.number.search')}
          leftSection={<IconSearch size={14} aria-hidden />}
          rightSection={isPending && search !== '' ? <Loader size={12} /> : undefined}
          onKeyDown={(event) => {
            // Enter must not reserve a number that the user has not seen yet.
            if (event.key === 'Enter') event.preventDefault()
          }}
        />
        <PoolPicker
          aria-label={t('pools.pool')}
          placeholder={t('pools.any')}
          size="xs"
          w={170}
          value={pool}
          onChange={onPool}
          hideWithoutPools
        />
      </Group>
    </Stack>
  )
}
