import { Alert, Anchor, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import type { Service } from '#contract/service.ts'
import { useT } from '../../i18n/Language.tsx'
import { Message } from '../../i18n/Message.tsx'
import { paths } from '../../lib/paths.ts'
import { usePermission, useSession } from '../../entities/session/SessionContext.tsx'
import { colorOf } from '../../ui/text/meaning.ts'
import { Time } from '../../ui/text/Time.tsx'
import { serviceQuery } from '../../entities/service/queries.ts'

/** The last daily check of the real service, for users who may do something about it. */
export function useDailyCheck() {
  const canManage = usePermission('service.manage')
  const { sandbox } = useSession().features
  const { data, isLoading } = useQuery({ ...serviceQuery(), enabled: canManage && !sandbox })
  return { check: data?.dailyCheck ?? null, isLoading }
}

/** Says that the service answered otherwise than the day before, or failed a step. */
export function DailyCheckAlert({ check }: { check: Service['dailyCheck'] }) {
  const t = useT()
  if (check === null || check.failed.length + check.changed.length === 0) return null
  const isFailing = check.failed.length > 0
  const counts = (['failed', 'changed'] as const).flatMap((kind) =>
    check[kind].length === 0 ? [] : [t(`overview.service.count.${kind}`, { count: check[kind].length })],
  )
  return (
    <Alert
      color={colorOf(isFailing ? 'failed' : 'attention')}
      title={t(isFailing ? 'overview.service.failed' : 'overview.service.changed')}
    >
      <Text size="sm">
        <Message
          of="overview.service.text"
          values={{
            time: <Time value={check.at} words="moment" />,
            counts: counts.join(t('list.separator')),
          }}
        />
      </Text>
      <Anchor component={Link} to={paths.service()} size="sm">
        {t('overview.service.open')}
      </Anchor>
    </Alert>
  )
}
