import { Button, Group, Text, type ButtonProps } from '@mantine/core'
import type { ReactNode } from 'react'
import type { Person } from '#contract/people.ts'
import { useIdempotentMutation } from '../../api/idempotent-mutation.ts'
import { messageFor } from '../../api/message-for.ts'
import { personTitle } from '../../entities/person/person-text.ts'
import { personRef } from '../../entities/person/find-people.ts'
import { outcomeText } from '../../entities/reservation/outcome-text.ts'
import { pairOf, reserveMutation } from '../../entities/reservation/queries.ts'
import { useNumberLike } from '../../entities/reservation/suggested-numbers.ts'
import { usualEnd } from '../../entities/reservation/until.ts'
import { usePermission, useSession } from '../../entities/session/SessionContext.tsx'
import { useLanguage } from '../../i18n/Language.tsx'
import { announce } from '../../ui/feedback/announce.ts'
import { useNow } from '../../ui/text/clock.ts'

interface NextLikeButtonProps extends Pick<ButtonProps, 'size' | 'variant'> {
  person: Person
  /** The number that was lost. */
  lost: string
  /** Without a free number of the same kind. */
  children: ReactNode
}

/** Reserves the next free number of the lost one's kind in one click: the button's words say which, and for whom. */
export function NextLikeButton({ person, lost, children, ...props }: NextLikeButtonProps) {
  const { t, language } = useLanguage()
  const now = useNow()
  const { user, limit } = useSession()
  const canReserve = usePermission('extension.reserve')
  const ext = useNumberLike(lost)
  const { submit, data, error, isPending, forgetKey, sent } = useIdempotentMutation(reserveMutation())
  const [outcome] = data?.items ?? []
  const refusal =
    outcome !== undefined && outcome.code !== null
      ? outcomeText(outcome, { t, language, now: data?.now ?? now, userId: user.id, limit })
      : error === null
        ? null
        : messageFor(error).sentence
  if (!canReserve) return null
  // While it is sent, the number is reserved already, by this request.
  const number = isPending ? sent?.items[0]?.ext : ext
  return (
    <Group gap="xs">
      {number === undefined ? (
        children
      ) : (
        <Button
          {...props}
          loading={isPending}
          aria-label={t('team.reserve.instead.for', { ext: number, agent: personTitle(person) })}
          onClick={() =>
            submit(
              { items: [pairOf(number, personRef(person))], until: usualEnd(now, person.startsOn) },
              {
                onSuccess: ({ items: [made], now: at }) => {
                  forgetKey()
                  if (made !== undefined)
                    announce(outcomeText(made, { t, language, now: at, userId: user.id, limit }))
                },
              },
            )
          }
        >
          {t('team.reserve.instead', { ext: number })}
        </Button>
      )}
      {refusal !== null && (
        <Text span size="xs" role="alert">
          {refusal}
        </Text>
      )}
    </Group>
  )
}
