import { Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { hasCode } from '../../api/api-error.ts'
import { extensionQuery } from '../../entities/extension/queries.ts'
import { wrongNumberText } from '../../entities/extension/wrong-number.ts'
import { useReservation } from '../../entities/reservation/open-reservations.ts'
import { reservedFor } from '../../entities/reservation/reserved-for.ts'
import { useT } from '../../i18n/Language.tsx'
import { Message } from '../../i18n/Message.tsx'
import { paths } from '../../lib/paths.ts'
import { isNumber, readNumber, readRange } from '../../lib/typed.ts'
import { PageLink } from '../../ui/layout/PageLink.tsx'
import { textColorOf } from '../../ui/text/meaning.ts'

const restMs = 400

/** Shows whether the number is valid and free, once the user pauses typing. Only a hint: the service decides. */
export function NumberHint({ ext }: { ext: string }) {
  const t = useT()
  const [debounced] = useDebouncedValue(readNumber(ext), restMs)
  const fits = isNumber(debounced)
  const reservation = useReservation(debounced)
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
        {readRange(debounced) !== null && (
          <Message
            id="sentence.following"
            values={{
              text: (
                <PageLink to={paths.newJob({ numbers: debounced })} size="xs">
                  {t('create.ext.range')}
                </PageLink>
              ),
            }}
          />
        )}
      </Text>
    )
  if (data !== undefined)
    return (
      <Text size="xs" c={textColorOf('failed')} component="output">
        {reservation === undefined
          ? t('create.ext.exists')
          : t('create.ext.reserved', { agent: reservedFor(t, reservation) })}
        <Message
          id="sentence.following"
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
