import { Group, NumberInput, Radio, Stack, Text } from '@mantine/core'
import { maxFilledLength, passwordFills, minFilledLength, type NewJob } from '#contract/jobs.ts'
import { useT } from '../../../i18n/Language.tsx'

interface PasswordChoiceProps {
  value: NewJob['passwords']
  onChange: (value: NewJob['passwords']) => void
  /** Number of rows with their own password, and number of all rows. */
  given: number
  total: number
}

/** Chooses the source of passwords for rows without one. */
export function PasswordChoice({ value, onChange, given, total }: PasswordChoiceProps) {
  const t = useT()
  return (
    <Stack gap="sm">
      <Radio.Group
        label={t('plan.passwords')}
        description={given === 0 ? undefined : t('plan.passwords.given', { count: given, total })}
        value={value.fill}
        onChange={(chosen) => {
          const fill = passwordFills.find((each) => each === chosen)
          if (fill !== undefined) onChange({ ...value, fill })
        }}
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
          <NumberInput
            label={t('plan.passwords.length')}
            value={value.length}
            min={minFilledLength}
            max={maxFilledLength}
            clampBehavior="strict"
            allowDecimal={false}
            w={140}
            onChange={(length) => {
              if (typeof length === 'number' && length >= minFilledLength && length <= maxFilledLength)
                onChange({ ...value, length })
            }}
          />
          <Text size="sm" c="dimmed">
            {t('plan.passwords.alphabet')}
          </Text>
        </Group>
      )}
    </Stack>
  )
}
