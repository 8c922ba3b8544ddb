import { Button, Skeleton, Text, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { useT } from '../../i18n/Language.tsx'
import { lazyFeature } from '../../lib/lazy.ts'
import { Warnings } from '../../ui/feedback/Warnings.tsx'
import { NumberLink } from '../../shared/NumberLink.tsx'
import classes from './FirstIdle.module.css'
import { firstIdleFor } from '../../shared/idle-queries.ts'

const AgentPicker = lazyFeature(
  async () => (await import('../../shared/agent-directory/AgentPicker.tsx')).AgentPicker,
)
const AgentRecord = lazyFeature(async () => (await import('../AgentRecord.tsx')).AgentRecord)
const FirstIdleError = lazyFeature(async () => (await import('./FirstIdleError.tsx')).FirstIdleError)

interface FirstIdleProps {
  agentId: string | undefined
  setAgentId: (agentId: string | undefined) => void
  open: boolean
  setOpen: (open: boolean) => void
}

/** Operation 6: the number that the service would give out first, which comes inside an agent record. */
export function FirstIdle({ agentId, setAgentId, open, setOpen }: FirstIdleProps) {
  const t = useT()
  const { data, error, refetch, isPlaceholderData } = useQuery(firstIdleFor(agentId))
  const agent = data?.agent ?? null
  const [isChoosing, setChoosing] = useState(false)
  const forAgent = t('firstIdle.forAgent')
  return (
    <section className={classes.root} aria-label={t('firstIdle.title')}>
      <div className={classes.row}>
        <Text size="sm" c="dimmed">
          {t('firstIdle.title')}
        </Text>
        <div className={classes.number} data-stale={isPlaceholderData || undefined} aria-live="polite">
          {data === undefined && error === null && <Skeleton h={16} w={96} />}
          {data === undefined && error !== null && (
            <Suspense fallback={<Skeleton h={16} w={96} />}>
              <FirstIdleError error={error} retry={() => void refetch()} />
            </Suspense>
          )}
          {data !== undefined &&
            (agent?.ext ? <NumberLink ext={agent.ext} /> : <Text size="sm">{t('firstIdle.none')}</Text>)}
        </div>
        {(agent !== null || (data === undefined && error === null)) && (
          <Button
            size="compact-sm"
            variant="subtle"
            // Its place is kept while it is awaited, or what is below would move on a phone.
            disabled={agent === null}
            aria-expanded={open}
            onClick={() => setOpen(!open)}
          >
            {t(open ? 'firstIdle.hide' : 'firstIdle.show')}
          </Button>
        )}
        {isChoosing ? (
          <Suspense fallback={null}>
            <AgentPicker
              className={classes.agent}
              size="xs"
              placeholder={forAgent}
              label={forAgent}
              isLabelHidden
              value={agentId}
              onChange={setAgentId}
              workNumbers
              takesFocus
            />
          </Suspense>
        ) : (
          // What finds agents is fetched when it is asked for.
          <TextInput
            className={classes.agent}
            size="xs"
            placeholder={forAgent}
            aria-label={forAgent}
            value={agentId ?? ''}
            onFocus={() => setChoosing(true)}
            readOnly
          />
        )}
      </div>
      {open && agent !== null && (
        <Suspense fallback={<Skeleton h={120} mt="sm" />}>
          <AgentRecord agent={agent} />
        </Suspense>
      )}
      {data !== undefined && <Warnings warnings={data.warnings} />}
    </section>
  )
}
