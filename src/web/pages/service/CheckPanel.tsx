import { Accordion, Alert, Button, Code, Group, Loader, Paper, Stack, Text } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import { stepName, stepText } from '#contract/check-words.ts'
import type { ServiceCheckResult, ServiceCheckStep, ServiceDraft } from '#contract/service.ts'
import { useLanguage, useT } from '../../i18n/Language.tsx'
import { Message } from '../../i18n/Message.tsx'
import { type Meaning } from '../../ui/text/meaning.ts'
import { Panel } from '../../ui/layout/Panel.tsx'
import { saveFile } from '../../lib/save-file.ts'
import { StateBadge } from '../../ui/text/StateBadge.tsx'
import { valueAt, type DraftValues } from './draft.ts'
import { StepDetails } from './StepDetails.tsx'
import classes from './CheckPanel.module.css'
import type { ServiceCheck } from './use-service-check.ts'

const stepStates = ['pass', 'warn', 'fail', 'skipped'] as const
const stepMeanings: Readonly<Record<ServiceCheckStep['state'], Meaning>> = {
  pass: 'done',
  warn: 'attention',
  fail: 'failed',
  skipped: 'ended',
}

/** Saves the check as a file, without the secrets of the draft. */
function saveReport({ tested, steps, result }: ServiceCheck): void {
  if (tested === null) return
  const { appKey: _key, authorization: _value, ...draft } = tested.draft
  const withoutSecrets = ({ appKey: _key, authorization: _value, ...rest }: Partial<ServiceDraft>) => rest
  const report = {
    at: new Date(tested.at).toISOString(),
    draft,
    steps: steps.map(({ proposal, ...step }) => ({
      ...step,
      proposal: proposal === null ? null : withoutSecrets(proposal),
    })),
    result,
  }
  saveFile(
    `service-check-${report.at.slice(0, 16).replaceAll(':', '')}.json`,
    new Blob([JSON.stringify(report, null, 2)], { type: 'application/json' }),
  )
}

interface CheckPanelProps {
  check: ServiceCheck
  /** True when the draft has changed since. */
  isOutdated: boolean
  /** Every key of a profile with its default. */
  profile: Readonly<Record<string, unknown>>
  values: DraftValues
  canApply: boolean
  onShow: (key: string) => void
  onApply: (proposals: Partial<ServiceDraft>[]) => void
}

/** The steps of a check, as each ends. The first failure opens. */
export function CheckPanel({
  check,
  isOutdated,
  profile,
  values,
  canApply,
  onShow,
  onApply,
}: CheckPanelProps) {
  const t = useT()
  const { tested, steps, result, isPending, isCancelled } = check
  const [choice, setChoice] = useState<{ at: number; id: string | null } | null>(null)
  const failure = steps.find(({ state }) => state === 'fail')?.id ?? null
  // A choice applies to the check in which it was made.
  const opened = choice !== null && choice.at === tested?.at ? choice.id : failure
  const counts = stepStates.flatMap((state) => {
    const count = steps.filter((step) => step.state === state).length
    return count === 0 ? [] : [t(`service.count.${state}`, { count })]
  })
  const summary = counts.join(t('list.separator'))
  const proposals = steps.flatMap(({ proposal }) => (proposal === null ? [] : [proposal]))
  const apply = (drafts: Partial<ServiceDraft>[]) => (canApply ? () => onApply(drafts) : undefined)
  return (
    <Panel
      title={t('service.check')}
      description={t('service.check.text')}
      actions={
        <Group gap="sm">
          {isPending && <Button onClick={check.cancel}>{t('action.cancel')}</Button>}
          {result !== null && (
            <Button leftSection={<IconDownload size={16} aria-hidden />} onClick={() => saveReport(check)}>
              {t('service.report')}
            </Button>
          )}
        </Group>
      }
    >
      <Stack gap="sm">
        <Group gap="xs">
          {isPending && <Loader size={16} />}
          <Text fw={600} component="output">
            {tested === null
              ? t('service.check.none')
              : isPending
                ? t('service.check.running', { done: steps.length })
                : isCancelled
                  ? t('service.check.cancelled', { done: steps.length })
                  : result === null
                    ? t('service.check.failed')
                    : summary}
          </Text>
        </Group>
        {isOutdated && !isPending && steps.length > 0 && <Alert>{t('service.check.outdated')}</Alert>}
        {steps.length > 0 && (
          <Accordion
            variant="contained"
            chevronPosition="left"
            order={3}
            keepMounted={false}
            styles={{ label: { paddingBlock: 6 } }}
            value={opened}
            onChange={(id) => tested !== null && setChoice({ at: tested.at, id })}
          >
            {steps.map((step) => (
              <Step key={step.id} step={step}>
                <StepDetails
                  step={step}
                  profile={profile}
                  values={values}
                  onShow={onShow}
                  onApply={step.proposal === null ? undefined : apply([step.proposal])}
                />
              </Step>
            ))}
          </Accordion>
        )}
        {result !== null && proposals.length > 1 && (
          <Proposals evidence={result.evidence} proposed={result.profile} onApply={apply(proposals)} />
        )}
      </Stack>
    </Panel>
  )
}

interface ProposalsProps {
  evidence: ServiceCheckResult['evidence']
  proposed: Readonly<Record<string, unknown>>
  onApply: (() => void) | undefined
}

/** All proposals of a check, each with the answer that shows it. */
function Proposals({ evidence, proposed, onApply }: ProposalsProps) {
  const t = useT()
  return (
    <Paper withBorder p="sm">
      <Stack gap="xs">
        <Text fw={700}>{t('service.proposals')}</Text>
        {evidence.map(({ key, operation, field, value }) => (
          <div key={key} style={{ overflowWrap: 'anywhere' }}>
            <Text>
              <Message
                id="service.proposal.set"
                values={{
                  key: <Code>{key}</Code>,
                  to: <Code>{JSON.stringify(valueAt(proposed, key))}</Code>,
                }}
              />
            </Text>
            <Text c="dimmed">{t('service.evidence', { operation, field, value })}</Text>
          </div>
        ))}
        {onApply !== undefined && (
          <Button variant="filled" onClick={onApply} style={{ alignSelf: 'flex-start' }}>
            {t('service.apply.all')}
          </Button>
        )}
      </Stack>
    </Paper>
  )
}

function Step({ step, children }: { step: ServiceCheckStep; children: React.ReactNode }) {
  const { language, t } = useLanguage()
  return (
    <Accordion.Item value={step.id} data-state={step.state}>
      <Accordion.Control>
        <span className={classes['step']}>
          <Text span fw={600}>
            {stepName(language, step.id)}
          </Text>
          <StateBadge meaning={stepMeanings[step.state]}>{t(`service.state.${step.state}`)}</StateBadge>
          <Text span c="dimmed" className={classes['text']}>
            {stepText(language, step)}
          </Text>
        </span>
      </Accordion.Control>
      <Accordion.Panel>{children}</Accordion.Panel>
    </Accordion.Item>
  )
}
