import { Alert, Badge, Button, Group, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { useParams } from 'react-router-dom'
import { agentUuid as agentUuidSchema } from '#contract/text.ts'
import type { Visit } from '../../api/first-reads.ts'
import { Message } from '../../i18n/Message.tsx'
import { useT } from '../../i18n/Language.tsx'
import { paths } from '../../lib/paths.ts'
import { noAccountText, personTitle } from '../../entities/person/person-text.ts'
import { personRef } from '../../entities/person/find-people.ts'
import { personQuery } from '../../entities/person/queries.ts'
import { History } from '../../entities/history/History.tsx'
import { PlainNumber } from '../../entities/extension/NumberLink.tsx'
import { RequestButton } from '../../entities/request/RequestButton.tsx'
import { ReserveButton } from '../../entities/reservation/ReserveButton.tsx'
import { LabelsPanel } from '../../entities/label/LabelsPanel.tsx'
import { CopyButton } from '../../ui/text/CopyButton.tsx'
import { InvalidUrl } from '../../ui/feedback/InvalidUrl.tsx'
import { PageHeader } from '../../ui/layout/PageHeader.tsx'
import { colorOf, neutralColor } from '../../ui/text/meaning.ts'
import { openDialog } from '../../ui/form/dialogs.tsx'
import { EditColleagueDialog, RemoveColleagueDialog } from './ColleagueDialogs.tsx'
import { PersonFacts } from './PersonFacts.tsx'
import { PersonProfile } from './PersonProfile.tsx'
import { ReservedNumbers } from './ReservedNumbers.tsx'
import { PageButton } from '../../ui/layout/PageLink.tsx'
import { ActingOn, usePermission } from '../../entities/session/SessionContext.tsx'
import { useLimit } from '../../entities/session/limit.tsx'

const refreshMs = 15_000

const isUuid = (id: string) => z.safeParse(agentUuidSchema, id).success
const knownPersonQuery = (id: string) => ({ ...personQuery(id), enabled: isUuid(id) })

/** The person's number, facts and history, with what can be done next. */
export function PersonPage() {
  const t = useT()
  const { agentUuid = '' } = useParams()
  const read = useQuery({
    ...knownPersonQuery(agentUuid),
    // The directory may learn of the person while the page is open.
    refetchInterval: ({ state }) => (state.status === 'error' ? refreshMs : false),
  })
  const { data } = read
  const { includesPerson } = useLimit()
  const canReserve = usePermission('extension.reserve')
  if (!isUuid(agentUuid))
    return (
      <InvalidUrl title={t('person.title')} text={t('people.uuid.hint')}>
        <PageButton to={paths.people()}>{t('nav.people')}</PageButton>
      </InvalidUrl>
    )
  if (data?.agentUuid !== null)
    return <PersonProfile key={agentUuid} agentUuid={agentUuid} directory={read} />
  const isWithin = includesPerson({ department: data.facts.department?.value ?? null, isNewColleague: true })
  return (
    <>
      <PageHeader
        title={personTitle(data)}
        titleSuffix={
          <>
            {data.workNumber !== null && (
              <CopyButton value={data.workNumber} label={t('copy.value', { value: data.workNumber })} />
            )}
            <Badge size="md">{noAccountText(t, data.kind)}</Badge>
          </>
        }
        actions={
          <ActingOn isWithin={isWithin}>
            <ReserveButton start={{ person: personRef(data) }}>{t('person.reserve')}</ReserveButton>
            {data.kind === 'resource' && data.reserved.length > 0 && (
              <RequestButton
                numbers={() => data.reserved.map(({ ext }) => ext)}
                kinds={['rebind']}
                reason={t('reservations.mark', { agent: personTitle(data) })}
                label={t('detail.askBinding')}
              />
            )}
            {canReserve && (
              <>
                <Button
                  onClick={() =>
                    openDialog((close) => <EditColleagueDialog colleague={data} onClose={close} />)
                  }
                >
                  {t('person.colleague.edit')}
                </Button>
                <Button
                  onClick={() =>
                    openDialog((close) => <RemoveColleagueDialog colleague={data} onClose={close} />)
                  }
                >
                  {t('action.remove')}
                </Button>
              </>
            )}
          </ActingOn>
        }
      />
      <Stack gap="md">
        <Alert color={neutralColor}>
          {data.kind === 'resource'
            ? t('person.resource.text')
            : // Only a work number from the roster is enough to recognize the agent.
              t(
                data.facts.workNumber?.source === 'roster'
                  ? 'person.colleague.text'
                  : 'person.colleague.typed',
              )}
        </Alert>
        {data.exts.length > 0 && (
          <Alert color={colorOf('bound')}>
            <Message
              id="person.resource.bound"
              values={{
                numbers: (
                  <Group component="span" display="inline-flex" gap="xs">
                    {data.exts.map((ext) => (
                      <PlainNumber key={ext} ext={ext} />
                    ))}
                  </Group>
                ),
              }}
            />
          </Alert>
        )}
        <ReservedNumbers person={data} />
        <PersonFacts person={data} />
        <ActingOn isWithin={isWithin}>
          <LabelsPanel subject={{ kind: 'agent', id: data.id }} to={(label) => paths.people({ label })} />
        </ActingOn>
        <History subject={{ agentUuid: data.id }} hasSpans={false} />
      </Stack>
    </>
  )
}

PersonPage.firstReads = ({ params: { agentUuid = '' } }: Visit) => [knownPersonQuery(agentUuid)]
