import { ActionIcon, Anchor, Button, Group, Paper, Stack, Text, TextInput, Title } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import * as z from 'zod/mini'
import { useState, type FormEvent } from 'react'
import { Link, useNavigate } from 'react-router-dom'
import { agentUuid } from '#contract/text.ts'
import { useT } from '../i18n/Language.tsx'
import { paths } from '../lib/paths.ts'
import { EmptyState } from '../ui/feedback/EmptyState.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'
import { Time } from '../ui/Time.tsx'
import { forgetAgent, useRecentAgents } from '../shared/recent-agents.ts'

/** Opens an agent by uuid; the API has no list of agents, so those opened here before are offered again. */
export function AgentsPage() {
  const t = useT()
  const navigate = useNavigate()
  const recent = useRecentAgents()
  const [text, setText] = useState('')
  const [wrong, setWrong] = useState(false)
  const open = (event: FormEvent) => {
    event.preventDefault()
    const fits = z.safeParse(agentUuid, text.trim()).success
    setWrong(!fits)
    if (fits) void navigate(paths.agent(text.trim()))
  }
  return (
    <>
      <PageHeader title={t('agents.title')} description={t('agents.description')} />
      <Paper withBorder p="md" mb="lg" maw={720} component="form" onSubmit={open} noValidate>
        <Group align="flex-start" gap="sm">
          <TextInput
            label={t('field.agentUuid')}
            value={text}
            onChange={(event) => {
              setText(event.currentTarget.value)
              setWrong(false)
            }}
            error={wrong ? t('agents.uuid.hint') : undefined}
            flex="1 1 14rem"
            autoComplete="off"
            spellCheck={false}
          />
          <Button type="submit" mt={{ base: 0, xs: 25 }}>
            {t('agents.open')}
          </Button>
        </Group>
      </Paper>
      {recent.length === 0 ? (
        <EmptyState title={t('agents.none')} text={t('agents.none.next')}>
          <Button component={Link} to={paths.idle()} variant="default">
            {t('nav.idle')}
          </Button>
        </EmptyState>
      ) : (
        <Stack gap="xs" maw={720}>
          <Title order={2}>{t('agents.recent')}</Title>
          {recent.map(({ uuid, name, at }) => (
            <Paper key={uuid} withBorder px="md" py="xs">
              <Group justify="space-between" wrap="nowrap" gap="sm">
                <Stack gap={0} miw={0}>
                  <Anchor component={Link} to={paths.agent(uuid)} truncate>
                    {name ?? uuid}
                  </Anchor>
                  <Group gap={4} c="dimmed" fz="xs">
                    <Text inherit truncate>
                      <code>{uuid}</code>
                    </Text>
                    <Time value={at} />
                  </Group>
                </Stack>
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  aria-label={t('agents.forget', { agent: name ?? uuid })}
                  onClick={() => forgetAgent(uuid)}
                >
                  <IconX size={16} aria-hidden />
                </ActionIcon>
              </Group>
            </Paper>
          ))}
        </Stack>
      )}
    </>
  )
}
