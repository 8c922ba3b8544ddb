import { Group, NativeSelect, Radio, Stack, Text } from '@mantine/core'
import { maxFilledLength, minFilledLength, passwordFills, type NewJob } from '#contract/jobs.ts'
import { useT } from '../../../i18n/Language.tsx'

const filledLengths = Array.from({ length: maxFilledLength - minFilledLength + 1 }, (_, index) =>
  String(minFilledLength + index),
)

interface PasswordChoiceProps {
  value: NewJob['passwords']
  onChange: (value: NewJob['passwords']) => void
  /** Number of rows with their own password, and number of all rows. */
  withPassword: number
  total: number
}

/** Chooses the source of passwords for rows without one. */
export function PasswordChoice({ value, onChange, withPassword, total }: PasswordChoiceProps) {
  const t = useT()
  return (
    <Stack gap="sm">
      <Radio.Group
        label={t('plan.passwords')}
        description={
          withPassword === 0 ? undefined : t('plan.passwords.given', { count: withPassword, total })
        }
        value={value.fill}
        onChange={(fill) => onChange({ ...value, fill })}
      >
        <Stack gap="sm" mt="sm">
          {passwordFills.map((fill) => (
            <Radio
              key={fill}
              value={fill}
              label={t(`plan.passwords.${fill}`)}
              description={t(`plan.passwords.${fill}.text`)}
            />
          ))}
        </Stack>
      </Radio.Group>
      {value.fill !== 'none' && (
        <Group gap="sm" align="flex-end">
          <NativeSelect
            label={t('plan.passwords.length')}
            value={String(value.length)}
            data={filledLengths}
            w={140}
            onChange={(event) => onChange({ ...value, length: Number(event.currentTarget.value) })}
          />
          <Text c="dimmed">{t('plan.passwords.alphabet')}</Text>
        </Group>
      )}
    </Stack>
  )
}
