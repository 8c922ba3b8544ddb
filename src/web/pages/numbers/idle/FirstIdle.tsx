import { Button, Skeleton, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useT } from '../../../i18n/Language.tsx'
import { Warnings } from '../../../ui/feedback/Warnings.tsx'
import { NumberLink } from '../../../entities/extension/NumberLink.tsx'
import classes from './FirstIdle.module.css'
import { firstIdleFor } from '../../../entities/extension/idle-queries.ts'
import { AgentPicker } from '../../../entities/agent/AgentPicker.tsx'
import { AgentRecord } from './AgentRecord.tsx'
import { FirstIdleError } from './FirstIdleError.tsx'

interface FirstIdleProps {
  agentId: string | undefined
  setAgentId: (agentId: string | undefined) => void
  open: boolean
  setOpen: (open: boolean) => void
}

/** The next number that the service would assign (operation 6). The service returns the number inside an agent record. */
export function FirstIdle({ agentId, setAgentId, open, setOpen }: FirstIdleProps) {
  const t = useT()
  const { data, error, refetch, isPlaceholderData } = useQuery(firstIdleFor(agentId))
  const agent = data?.agent ?? null
  const isAwaited = data === undefined && error === null
  const forAgent = t('firstIdle.forAgent')
  return (
    <section className={classes.root} aria-label={t('firstIdle.title')}>
      <div className={classes.row}>
        <Text size="sm" c="dimmed">
          {t('firstIdle.title')}
        </Text>
        <div className={classes.number} data-stale={isPlaceholderData || undefined} aria-live="polite">
          {isAwaited && <Skeleton h={16} w={96} />}
          {data === undefined && error !== null && (
            <FirstIdleError error={error} retry={() => void refetch()} />
          )}
          {data !== undefined &&
            (data.free === null ? (
              <Text size="sm">{t('firstIdle.none')}</Text>
            ) : (
              <NumberLink ext={data.free} />
            ))}
        </div>
        {(agent !== null || isAwaited) && (
          <Button
            size="compact-sm"
            variant="subtle"
            // Keep the button's place while the number loads, so that the content below does not move on a phone.
            disabled={agent === null}
            aria-expanded={open}
            onClick={() => setOpen(!open)}
          >
            {t(open ? 'firstIdle.hide' : 'firstIdle.show')}
          </Button>
        )}
        <AgentPicker
          className={classes.agent}
          size="xs"
          placeholder={forAgent}
          aria-label={forAgent}
          value={agentId}
          onChange={setAgentId}
          workNumbers
        />
      </div>
      {open && agent !== null && <AgentRecord agent={agent} />}
      {agent?.ext && agent.ext !== data?.free && (
        <Text size="xs" c="dimmed">
          {t('firstIdle.reserved', { ext: agent.ext })}
        </Text>
      )}
      {data !== undefined && <Warnings warnings={data.warnings} />}
    </section>
  )
}
