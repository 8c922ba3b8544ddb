import { Anchor, Button, Code, Group, Paper, SimpleGrid, Stack, Text } from '@mantine/core'
import type { ServiceCheckStep } from '#contract/service.ts'
import type { Translate } from '../../i18n/catalogue.ts'
import { useT } from '../../i18n/Language.tsx'
import { Message } from '../../i18n/Message.tsx'
import { connectionFields, leavesOf, profileOf, valueAt, type DraftValues } from './draft.ts'

/** Returns a setting's name on this page; for a key of the profile, its path. */
function settingName(t: Translate, key: string): string {
  const field = connectionFields.find((each) => each === key)
  return field === undefined ? key : t(`service.${field}`)
}

/** True for a setting on this page; some are only on the server, such as a proxy. */
const isField = (key: string): boolean =>
  connectionFields.some((each) => each === key || key.startsWith(`${each}.`))

/** Quotes a text that would be invisible, in whole or at its ends. */
const quote = (value: unknown) =>
  typeof value === 'string' && value !== '' && value === value.trim() ? value : JSON.stringify(value)

/** What was sent, or what came back. */
function Excerpt({ label, text }: { label: string; text: string }) {
  return (
    <div>
      <Text size="xs" c="dimmed">
        {label}
      </Text>
      <Code
        block
        tabIndex={0}
        aria-label={label}
        style={{
          whiteSpace: 'pre-wrap',
          overflowWrap: 'anywhere',
          border: '1px solid var(--console-line)',
        }}
      >
        {text}
      </Code>
    </div>
  )
}

interface StepDetailsProps {
  step: ServiceCheckStep
  /** Every key of a profile with its default. */
  profile: Readonly<Record<string, unknown>>
  values: DraftValues
  onShow: (key: string) => void
  onApply: (() => void) | undefined
}

/** One step: the request and the answer that decided, the setting at fault, and the change that helps. */
export function StepDetails(props: StepDetailsProps) {
  const { step, profile, values, onShow, onApply } = props
  const t = useT()
  const { sent, status, serviceCode, excerpt, key, proposal } = step
  const { profile: proposed = {}, ...fields } = proposal ?? {}
  const present = profileOf(values) ?? {}
  const changes = [
    ...Object.entries(fields).map(([name, value]) => ({ name, value, from: undefined })),
    ...leavesOf(proposed).map(({ path, value }) => ({
      name: `profile.${path}`,
      value,
      from: valueAt(present, path) ?? valueAt(profile, path),
    })),
  ]
  const answered = [
    ...(status === null ? [] : [t('service.answer.status', { status: String(status) })]),
    ...(serviceCode === null ? [] : [t('service.answer.code', { code: serviceCode })]),
  ].join(t('list.separator'))
  return (
    <Stack gap="sm">
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="sm">
        {sent !== null && <Excerpt label={t('service.sent')} text={sent} />}
        {excerpt === null ? (
          answered !== '' && <Text>{answered}</Text>
        ) : (
          <Excerpt label={answered === '' ? t('service.answer') : answered} text={excerpt} />
        )}
      </SimpleGrid>
      {key !== null && (
        <Text>
          <Message
            id="service.fault"
            values={{
              setting: isField(key) ? (
                <Anchor component="button" type="button" inherit onClick={() => onShow(key)}>
                  {settingName(t, key)}
                </Anchor>
              ) : (
                <Code>{key}</Code>
              ),
            }}
          />
        </Text>
      )}
      {proposal !== null && changes.length > 0 && (
        <Paper withBorder p="sm">
          <Stack gap="xs">
            <Text fw={700}>{t('service.proposal')}</Text>
            {changes.map(({ name, value, from }) => (
              <Text key={name} style={{ overflowWrap: 'anywhere' }}>
                <Message
                  id={from === undefined ? 'service.proposal.set' : 'service.proposal.change'}
                  values={{
                    key: <Code>{settingName(t, name)}</Code>,
                    from: <Code>{quote(from)}</Code>,
                    to: <Code>{quote(value)}</Code>,
                  }}
                />
              </Text>
            ))}
            <Group gap="sm">
              {onApply !== undefined && (
                <Button variant="filled" onClick={onApply}>
                  {t('service.apply')}
                </Button>
              )}
            </Group>
          </Stack>
        </Paper>
      )}
    </Stack>
  )
}
