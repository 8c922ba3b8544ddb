import { Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { agentId } from '#contract/text.ts'
import { useReservations } from '../reservation/open-reservations.ts'
import { reservedFor } from '../reservation/reserved-for.ts'
import { hasCode } from '../../api/api-error.ts'
import { useT } from '../../i18n/Language.tsx'
import { Message } from '../../i18n/Message.tsx'
import { paths } from '../../lib/paths.ts'
import { isNumber, readId, readNumber } from '../../lib/typed.ts'
import { firstIdleFor, extensionQuery } from '../extension/queries.ts'
import { wrongNumberText } from '../extension/wrong-number.ts'
import { textColorOf } from '../../ui/text/meaning.ts'
import { PageLink } from '../../ui/layout/PageLink.tsx'

const restMs = 400

/** Shows whether the number is valid and free, once the user pauses typing. Only a hint: the service decides. */
export function NumberHint({ ext }: { ext: string }) {
  const t = useT()
  const [debounced] = useDebouncedValue(readNumber(ext), restMs)
  const fits = isNumber(debounced)
  const reservation = useReservations().get(debounced)
  const { data, error } = useQuery({
    ...extensionQuery(debounced),
    enabled: fits,
    meta: { quiet: true },
  })
  if (debounced !== readNumber(ext) || debounced === '') return null
  if (!fits)
    return (
      <Text size="xs" c={textColorOf('failed')} component="output">
        {wrongNumberText(t, debounced, t('detail.wrongNumber'))}
      </Text>
    )
  if (data !== undefined)
    return (
      <Text size="xs" c={textColorOf('failed')} component="output">
        {reservation === undefined
          ? t('create.ext.exists')
          : t('create.ext.reserved', { agent: reservedFor(t, reservation) })}
        <Message
          of="sentence.following"
          values={{
            text: (
              <PageLink to={paths.extension(debounced)} size="xs">
                {t('create.open', { ext: debounced })}
              </PageLink>
            ),
          }}
        />
      </Text>
    )
  if (error === null) return null
  const isFree = hasCode(error, 'extension-not-found')
  return (
    <Text size="xs" c={isFree ? textColorOf('done') : 'dimmed'} component="output">
      {t(isFree ? 'create.ext.free' : 'create.ext.unverified')}
    </Text>
  )
}

/** Shows the agent's name, from operation 6. A text that `mayBeName` of an agent is not refused. */
export function AgentHint({ id, mayBeName }: { id: string; mayBeName: boolean }) {
  const t = useT()
  const [debounced] = useDebouncedValue(readId(id), restMs)
  const fits = debounced !== '' && z.safeParse(agentId, debounced).success
  const { data, error } = useQuery({
    ...firstIdleFor(debounced),
    enabled: fits,
    placeholderData: undefined,
    meta: { quiet: true },
  })
  if (!fits || debounced !== readId(id)) return null
  if (hasCode(error, 'agent-not-found') && !mayBeName)
    return (
      <Text size="xs" c={textColorOf('failed')} component="output">
        {t('create.agentID.unknown')}
      </Text>
    )
  const name = data?.agent?.agentName
  return name ? (
    <Text size="xs" c="dimmed" component="output">
      {name}
      {data?.agent?.depart ? ` · ${data.agent.depart}` : ''}
    </Text>
  ) : null
}
