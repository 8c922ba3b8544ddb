import { Button } from '@mantine/core'
import * as z from 'zod/mini'
import { Link, useParams } from 'react-router-dom'
import { agentUuid as agentUuidSchema } from '#contract/text.ts'
import { useT } from '../i18n/Language.tsx'
import { paths } from '../lib/paths.ts'
import { InvalidUrl } from '../ui/feedback/InvalidUrl.tsx'
import { AgentExtensions } from './AgentExtensions.tsx'

/** Operation 9: the agent's own extension and the free ones they could have instead. */
export function AgentPage() {
  const t = useT()
  const { agentUuid = '' } = useParams()
  if (z.safeParse(agentUuidSchema, agentUuid).success)
    return <AgentExtensions key={agentUuid} agentUuid={agentUuid} />
  return (
    <InvalidUrl title={t('agent.title')} text={t('agents.uuid.hint')}>
      <Button component={Link} to={paths.agents()} variant="default">
        {t('nav.agents')}
      </Button>
    </InvalidUrl>
  )
}
