import { Group, Loader, Radio, Stack, Text, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { IconSearch } from '@tabler/icons-react'
import { useT } from '../../i18n/Language.tsx'
import { ErrorAlert } from '../../ui/feedback/ErrorAlert.tsx'
import { FirstScanNote } from '../extension/FirstScanNote.tsx'
import { PoolPicker } from '../pool/PoolPicker.tsx'
import classes from './NumberChoice.module.css'
import type { ReserveValues } from './reserve-values.ts'
import type { SuggestedNumbers } from './suggested-numbers.ts'

interface NumberChoiceProps {
  form: UseFormReturnType<ReserveValues>
  suggested: SuggestedNumbers
  ext: string | undefined
  onPick: (ext: string) => void
  pool: string | undefined
}

/** Offers free numbers with the reason for each, and a search for others. */
export function NumberChoice({ form, suggested, ext: picked, onPick, pool }: NumberChoiceProps) {
  const t = useT()
  const { numbers, isPending, error, firstScan } = suggested
  return (
    <Stack gap="xs">
      <FirstScanNote firstScan={firstScan} />
      <ErrorAlert error={error} />
      <Radio.Group
        label={t('reserve.number')}
        value={picked ?? ''}
        onChange={onPick}
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
          {...form.getInputProps('search')}
          size="xs"
          flex={1}
          maxLength={60}
          aria-label={t('reserve.number.search')}
          placeholder={t('reserve.number.search')}
          leftSection={<IconSearch size={14} aria-hidden />}
          rightSection={isPending && form.values.search !== '' ? <Loader size={12} /> : undefined}
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
          miw={0}
          value={pool}
          onChange={(next) => form.setFieldValue('pool', next ?? null)}
          hideWithoutPools
          ofLimit
        />
      </Group>
    </Stack>
  )
}
