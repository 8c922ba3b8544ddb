import { mutationOptions, type QueryClient } from '@tanstack/react-query'
import {
  checkService,
  chooseSandbox,
  chooseService,
  readService,
  resumeService,
  serviceCheckLine,
  type Service,
  type ServiceCheckLine,
  type ServiceDraft,
} from '#contract/service.ts'
import { ApiError } from '../../api/api-error.ts'
import { call, callForLines } from '../../api/call.ts'
import { read } from '../../api/endpoint-queries.ts'
import { readStatus } from '#contract/status.ts'

const everyMs = 10_000

/** Refetches every ten seconds while the page is open. */
export const statusQuery = () => read(readStatus, {}, { staleTime: everyMs / 2, refetchInterval: everyMs })

interface Check {
  draft: ServiceDraft
  action: string
  signal: AbortSignal
  onLine: (line: ServiceCheckLine) => void
}

/** Rejects when the check ends without its result, because the connection was lost. */
export const checkMutation = () =>
  mutationOptions({
    mutationFn: async ({ draft, action, signal, onLine }: Check) => {
      let isWhole = false
      await callForLines(checkService, serviceCheckLine, { body: draft, action, signal }, (line) => {
        isWhole = line.kind === 'result'
        onLine(line)
      })
      if (!isWhole) throw new ApiError('network', 0)
    },
  })

/** Everything that was read belongs to the service before. */
function forgetService(client: QueryClient, service: Service): Promise<void> {
  client.removeQueries({ type: 'inactive' })
  client.setQueryData(read(readService, {}).queryKey, service)
  return client.invalidateQueries()
}

interface Change {
  /** The words for the step-up dialog. */
  action: string
  disableDemoAccounts: boolean
}

export const chooseServiceMutation = () =>
  mutationOptions({
    mutationFn: ({ draft, action, ...rest }: Change & { draft: ServiceDraft; sameService: boolean }) =>
      call(chooseService, { action, body: { ...draft, ...rest } }),
    onSuccess: (service, _input, _result, context) => forgetService(context.client, service),
  })

export const resumeMutation = () =>
  mutationOptions({
    mutationFn: ({ action, disableDemoAccounts }: Change) =>
      call(resumeService, { action, body: { disableDemoAccounts } }),
    onSuccess: (service, _input, _result, context) => forgetService(context.client, service),
  })

export const sandboxMutation = () =>
  mutationOptions({
    mutationFn: ({ action }: Pick<Change, 'action'>) => call(chooseSandbox, { action }),
    onSuccess: (service, _input, _result, context) => forgetService(context.client, service),
  })
