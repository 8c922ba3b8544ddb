import { Alert, Button, Code, Group, JsonInput, Stack, Text } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { IconDownload } from '@tabler/icons-react'
import { useMemo } from 'react'
import { ApiError } from '../../api/api-error.ts'
import { hasMessage, type Translate } from '../../i18n/catalogue.ts'
import { useT } from '../../i18n/Language.tsx'
import { colorOf } from '../../ui/text/meaning.ts'
import { Panel } from '../../ui/layout/Panel.tsx'
import { saveFile } from '../../lib/save-file.ts'
import { DataTable, type Column } from '../../ui/table/DataTable.tsx'
import { leavesOf, profileOf, valueAt, type DraftValues } from './draft.ts'

/** Returns what a key of the profile must be; null for a rule of a newer server. */
function ruleText(t: Translate, rule: string | undefined, values: readonly string[] = []) {
  const key = `service.profile.rule.${rule ?? ''}`
  const [least = '', most = least] = values
  return hasMessage(key) ? t(key, { least, most, values: values.join(t('list.separator')) }) : null
}

interface Difference {
  path: string
  value: unknown
  default: unknown
}

const json = (value: unknown) => <Code>{value === undefined ? '' : JSON.stringify(value)}</Code>

const differenceColumns = (t: Translate): Column<Difference>[] => [
  {
    id: 'path',
    header: t('service.profile.path'),
    width: 260,
    wrap: true,
    cell: ({ path }) => <Code>{path}</Code>,
  },
  {
    id: 'value',
    header: t('service.profile.value'),
    width: 160,
    wrap: true,
    labeled: true,
    cell: ({ value }) => json(value),
  },
  {
    id: 'default',
    header: t('service.profile.default'),
    width: 160,
    wrap: true,
    labeled: true,
    cell: (row) => json(row.default),
  },
]

interface ProfilePanelProps {
  form: UseFormReturnType<DraftValues>
  /** Every key of a profile with its default. */
  defaults: Readonly<Record<string, unknown>>
  readOnly: boolean
  /** The last check's refusal, which names errors by path. */
  refusal: unknown
}

/** What is special about this service: the list of differences from the default profile, and the profile as JSON. */
export function ProfilePanel({ form, defaults, readOnly, refusal }: ProfilePanelProps) {
  const t = useT()
  const { profile } = form.values
  const columns = useMemo(() => differenceColumns(t), [t])
  const differences = useMemo(
    () =>
      leavesOf(profileOf({ profile }) ?? {}).flatMap(({ path, value }): Difference[] => {
        const usual = path === '' ? value : valueAt(defaults, path)
        return JSON.stringify(usual) === JSON.stringify(value) ? [] : [{ path, value, default: usual }]
      }),
    [profile, defaults],
  )
  const errors =
    refusal instanceof ApiError ? refusal.errors.filter(({ path }) => path.startsWith('profile')) : []
  return (
    <Panel
      title={t('service.profile')}
      description={t('service.profile.text')}
      actions={
        <Button
          leftSection={<IconDownload size={16} aria-hidden />}
          onClick={() => saveFile('profile.json', new Blob([profile], { type: 'application/json' }))}
        >
          {t('service.profile.export')}
        </Button>
      }
    >
      <Stack gap="md">
        {differences.length === 0 ? (
          <Text>{t('service.profile.same')}</Text>
        ) : (
          <DataTable
            label={t('service.profile.differences')}
            columns={columns}
            rows={differences}
            rowKey="path"
          />
        )}
        <JsonInput
          {...form.getInputProps('profile')}
          label={t('service.profile.json')}
          description={t(readOnly ? 'service.fromEnvironment' : 'service.profile.json.text', {
            name: 'UPSTREAM_PROFILE',
          })}
          error={
            form.errors['profile'] === undefined || errors.length > 0 ? undefined : t('service.profile.wrong')
          }
          validationError={t('service.profile.wrong')}
          readOnly={readOnly}
          autosize
          minRows={4}
          maxRows={24}
          spellCheck={false}
          styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
        />
        {errors.length > 0 && (
          <Alert color={colorOf('failed')} role="alert" title={t('service.profile.refused')}>
            <ul>
              {errors.map(({ path, message, rule, values }) => (
                <li key={path + message}>
                  <Code>{path}</Code> {ruleText(t, rule, values) ?? <span lang="en">{message}</span>}
                </li>
              ))}
            </ul>
          </Alert>
        )}
        <Group>
          <Button type="submit">{t('service.test')}</Button>
        </Group>
      </Stack>
    </Panel>
  )
}
