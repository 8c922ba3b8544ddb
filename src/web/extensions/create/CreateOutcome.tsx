import { Button } from '@mantine/core'
import { IconAlertTriangle, IconCircleCheck, IconHourglass } from '@tabler/icons-react'
import { Link } from 'react-router-dom'
import type { Creation } from '#contract/extensions.ts'
import { useT } from '../../i18n/Language.tsx'
import { paths } from '../../paths.ts'
import { StateMessage } from '../../ui/StateMessage.tsx'

interface CreateOutcomeProps {
  creation: Creation
  agentID: string | undefined
  checking: boolean
  checkAgain: () => void
  another: () => void
}

const looks = {
  created: { icon: IconCircleCheck, tone: 'quiet' },
  accepted: { icon: IconHourglass, tone: 'warning' },
  'in-doubt': { icon: IconAlertTriangle, tone: 'failure' },
} as const

/** How a creation ended, told as it is: read back, accepted but not seen yet, or in doubt. */
export function CreateOutcome({ creation, agentID, checking, checkAgain, another }: CreateOutcomeProps) {
  const t = useT()
  const { state, ext, boundAsAsked, extension } = creation
  const agent = extension?.agentName ?? agentID ?? ''
  return (
    <StateMessage
      {...looks[state]}
      title={t(`create.state.${state}`, { ext })}
      text={
        <>
          {t(`create.state.${state}.text`)}
          {boundAsAsked !== null && (
            <div>{t(boundAsAsked ? 'create.bound' : 'create.notBound', { agent })}</div>
          )}
        </>
      }
      announce
    >
      {state === 'created' ? (
        <Button component={Link} to={paths.extension(ext)}>
          {t('create.open', { ext })}
        </Button>
      ) : (
        <Button loading={checking} onClick={checkAgain}>
          {t('create.checkAgain')}
        </Button>
      )}
      {extension?.agentUuid ? (
        <Button component={Link} to={paths.agent(extension.agentUuid)} variant="default">
          {t('search.agent', { text: agent })}
        </Button>
      ) : null}
      <Button variant="default" onClick={another}>
        {t('create.another')}
      </Button>
    </StateMessage>
  )
}
