import { joinAgent, agentExtensions, importRoster, lookUpAgents } from '#contract/agents.ts'
import { readCapacity, readTrend } from '#contract/capacity.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import {
  createExtension,
  createExtensionLegacy,
  exportIdle,
  extensionDetail,
  extensionLanguage,
  firstIdle,
  idleExtensions,
  readCreation,
} from '#contract/extensions.ts'
import {
  exportChosen,
  exportInventory,
  inventoryNumbers,
  listInventory,
  listRuns,
} from '#contract/inventory.ts'
import { confirmCredentials, jobCredentials, printCredentials } from '#contract/job-credentials.ts'
import {
  cancelJob,
  createJob,
  dismissJob,
  lookUpNumbers,
  pauseJob,
  recheckJob,
  resumeJob,
  retryJob,
} from '#contract/jobs.ts'
import { changeLabels, labelNumbers } from '#contract/labels.ts'
import { addPool, changePool } from '#contract/pools.ts'
import { problemCodes, type ProblemCode } from '#contract/problem.ts'
import { countries, languages, timeZones } from '#contract/reference.ts'
import { changeReservation, releaseReservation } from '#contract/reservations.ts'
import { revealSecret } from '#contract/secret.ts'
import {
  changeServiceRequests,
  assignServiceRequests,
  checkServiceRequests,
  createServiceRequests,
} from '#contract/service-requests.ts'
import { suggestions } from '#contract/suggestions.ts'
import { saveTeam } from '#contract/team.ts'
import { changeView, saveView } from '#contract/views.ts'
import { refusedByService } from './platform/problems.ts'

/** An operation that fails at the service, or that the service refuses: any operation may be refused with any code that it knows. */
const service = [...problemCodes.filter((code) => code.startsWith('upstream-')), ...refusedByService]
const creation = [...service, 'creation-in-progress', 'job-ending', 'job-secrets-gone'] as const
const job = ['job-ending', 'job-open', 'job-secrets-gone', 'creation-in-progress'] as const
const search = ['not-found', 'search-too-wide'] as const

const declared: readonly (readonly [Endpoint, readonly ProblemCode[]])[] = [
  [agentExtensions, service],
  [joinAgent, ['agent-not-found']],
  [importRoster, ['names-secret']],
  [lookUpAgents, service],
  [readCapacity, ['not-found']],
  [readTrend, ['not-found']],
  [idleExtensions, service],
  [exportIdle, service],
  [firstIdle, service],
  [extensionDetail, service],
  [extensionLanguage, service],
  [createExtension, creation],
  [createExtensionLegacy, [...creation, 'feature-off']],
  [readCreation, creation],
  [listInventory, search],
  [listRuns, search],
  [inventoryNumbers, search],
  [exportInventory, search],
  [exportChosen, search],
  [lookUpNumbers, service],
  [createJob, ['creation-in-progress']],
  [pauseJob, job],
  [resumeJob, job],
  [cancelJob, job],
  [retryJob, job],
  [recheckJob, job],
  [dismissJob, job],
  [jobCredentials, ['nothing-to-fetch']],
  [printCredentials, ['nothing-to-fetch']],
  [confirmCredentials, ['job-open', 'nothing-to-fetch']],
  [changeLabels, ['edit-conflict', 'names-secret', 'too-many-labels']],
  [labelNumbers, ['names-secret', 'too-many-labels']],
  [addPool, ['names-secret', 'pool-exists', 'too-many-pools']],
  [changePool, ['edit-conflict', 'names-secret', 'pool-exists']],
  [timeZones, service],
  [languages, service],
  [countries, service],
  [changeReservation, ['agent-not-found', 'reservation-ended', 'reservation-of-another']],
  [releaseReservation, ['names-secret', 'reservation-ended', 'reservation-of-another']],
  [revealSecret, [...service, 'names-secret', 'password-not-held']],
  [createServiceRequests, ['names-secret', 'request-exists', 'request-fulfilled', 'request-too-many']],
  [changeServiceRequests, ['names-secret', 'not-found', 'request-ended']],
  [assignServiceRequests, ['not-found', 'request-ended']],
  [checkServiceRequests, service],
  [saveTeam, ['agent-not-found']],
  [suggestions, service],
  [saveView, ['too-many-views', 'view-exists']],
  [changeView, ['view-exists']],
]
const byEndpoint = new Map(declared)

/** The codes with which an endpoint that tokens can call refuses, besides those of `mount`. */
export const problemsOf = (endpoint: Endpoint): readonly ProblemCode[] => byEndpoint.get(endpoint) ?? []
