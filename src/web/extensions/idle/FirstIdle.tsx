import { Button, Skeleton, Text, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Suspense, useRef, useState } from 'react'
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

/** The next number that the service would assign (operation 6). The service returns the number inside an agent record. */
export function FirstIdle({ agentId, setAgentId, open, setOpen }: FirstIdleProps) {
  const t = useT()
  const { data, error, refetch, isPlaceholderData } = useQuery(firstIdleFor(agentId))
  const agent = data?.agent ?? null
  const isAwaited = data === undefined && error === null
  const place = useRef<HTMLInputElement>(null)
  const [picker, setPicker] = useState<{ takesFocus: boolean } | null>(null)
  const forAgent = t('firstIdle.forAgent')
  const field = {
    className: classes.agent,
    size: 'xs',
    placeholder: forAgent,
    'aria-label': forAgent,
  } as const
  // The agent picker loads on first focus. If the user has moved on by then, the focus stays there.
  const fetchPicker = () => {
    const show = () => setPicker({ takesFocus: document.activeElement === place.current })
    AgentPicker.load().then(show, show)
  }
  return (
    <section className={classes.root} aria-label={t('firstIdle.title')}>
      <div className={classes.row}>
        <Text size="sm" c="dimmed">
          {t('firstIdle.title')}
        </Text>
        <div className={classes.number} data-stale={isPlaceholderData || undefined} aria-live="polite">
          {isAwaited && <Skeleton h={16} w={96} />}
          {data === undefined && error !== null && (
            <Suspense fallback={null}>
              <FirstIdleError error={error} retry={() => void refetch()} />
            </Suspense>
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
        {picker === null ? (
          <TextInput {...field} ref={place} value={agentId ?? ''} onFocus={fetchPicker} readOnly />
        ) : (
          <Suspense fallback={null}>
            <AgentPicker {...field} {...picker} value={agentId} onChange={setAgentId} workNumbers />
          </Suspense>
        )}
      </div>
      {open && agent !== null && (
        <Suspense fallback={<Skeleton h={120} mt="sm" />}>
          <AgentRecord agent={agent} />
        </Suspense>
      )}
      {agent?.ext && agent.ext !== data?.free && (
        <Text size="xs" c="dimmed">
          {t('firstIdle.reserved', { ext: agent.ext })}
        </Text>
      )}
      {data !== undefined && <Warnings warnings={data.warnings} />}
    </section>
  )
}
