import { agentExtensions } from '#contract/people.ts'
import { extensionDetail, extensionLanguage, firstIdle, idleExtensions } from '#contract/extensions.ts'
import type { NumberState } from '#contract/number-states.ts'
import type { Extension } from '#contract/records.ts'
import { countries, languages, timeZones } from '#contract/reference.ts'
import { revealSecret } from '#contract/secret.ts'
import { suggestions } from '#contract/suggestions.ts'
import type { Profile } from '#upstream/profile.ts'
import { bindStatus, isMask, isSameId, type Answer, type NumberedExtension } from '#upstream/records.ts'
import { audited } from '../audit/audited.ts'
import { actorOf } from '../platform/http/caller.ts'
import { refuseSecrets } from '../platform/http/free-text.ts'
import type { Mount } from '../platform/http/mount.ts'
import { ProblemError } from '../platform/problems.ts'
import type { Console } from '../features.ts'
import { openReservations } from '../follow/rows.ts'
import { namesIn, readPeople } from '../people/named.ts'
import { toAgent, toExtension } from '../platform/upstream/records.ts'
import { mountIdleExport } from './export-idle.ts'
import { createReferenceData } from './reference.ts'

/** As many suggestions as the list under a search box can show. */
const suggestionsPerPage = 10

/** The password in the record, as sent. Throws a `ProblemError` when the service holds none, or none that is a text. */
function passwordIn({ data: { password }, warnings }: Answer<NumberedExtension>): string {
  const isUnreadable = warnings.some(
    ({ code, detail }) => code === 'field-unreadable' && detail === 'password',
  )
  if (isUnreadable) throw new ProblemError('upstream-invalid')
  if (password !== null && isMask(password)) throw new ProblemError('password-masked')
  if (password === null || password === '') throw new ProblemError('password-not-held')
  return password
}

/** The state of a record's number. A number that the console could not record has only its record. */
const stateIn = (
  states: ReadonlyMap<string, NumberState>,
  { ext, bindStatus: code }: Extension,
): NumberState => states.get(ext) ?? (code === bindStatus.bound ? 'bound' : 'unknown')

/** The names of the record's integers, by field. */
const namesOfValues = (names: Profile['values'], record: Extension): Record<string, string> =>
  Object.fromEntries(
    (['bindStatus', 'enabled', 'extType', 'status'] as const).flatMap((field) => {
      const name = names[field][String(record[field])]
      return name === undefined ? [] : [[field, name]]
    }),
  )

/** The user who created the number, and the job; null for a number that was not created here. */
async function creatorOf({ auth, jobs }: Console, ext: string) {
  const job = await jobs.ledger.creation(ext)
  if (job === undefined) return null
  const { id, name, user_id: userId, user_name: nameThen } = job
  const userName = (await auth.users.namesOf([userId])).get(userId) ?? nameThen
  return { user: { id: userId, name: userName }, job: { id, name } }
}

/** Returns who is behind a record: the agents that its service IDs name, and the user who created the number. */
async function peopleBehind(
  console: Console,
  { ext, agentUuid, agentName, creatorId, updateUserId, currentUsingAgentUuid }: Extension,
) {
  const ids = [creatorId, updateUserId, currentUsingAgentUuid].filter((id) => id !== null)
  const [people, creator] = await Promise.all([
    readPeople(console.database.db, console.account, agentUuid === null ? ids : [...ids, agentUuid]),
    creatorOf(console, ext),
  ])
  const { workNumber = null, department = null } = people.get(agentUuid ?? '') ?? {}
  // The directory learns the record's own agent only from this answer.
  const ownName = agentUuid === null || agentName === null ? {} : { [agentUuid]: agentName }
  const holder = agentUuid === null ? null : { agentUuid, agentName, workNumber, department }
  return { agentNames: { ...ownName, ...namesIn(people) }, holder, creator }
}

/** Reads that the console passes on to the service: extensions, agents, reference data. */
export function mountExtensions(mounts: Mount, console: Console): void {
  const { upstream, audit, auth, limits, database, account, service, now } = console
  const { recorder, reads } = console.numbers
  const reference = createReferenceData(upstream, now)
  const { mount } = mounts
  mountIdleExport(mounts, console)

  /** The number to offer when the service suggests one that may be reserved here; `null` without one. */
  async function offerFor(suggested: string): Promise<string | null> {
    const open = openReservations(database.db, console).where('ext', '=', suggested).select('ext')
    if ((await open.executeTakeFirst()) === undefined) return suggested
    return (await reads.numbers({ state: 'free' }, 1))[0] ?? null
  }

  mount(idleExtensions, async ({ query, signal }) => {
    const { data, warnings } = await upstream.searchIdlePage(query, { signal })
    return { ...data, items: data.items.map(toExtension), warnings }
  })

  mount(firstIdle, async ({ query, signal }) => {
    const { data, warnings } = await upstream.searchIdle(query, { signal })
    if (data === null) return { agent: null, free: null, warnings }
    const agent = toAgent(data)
    return { agent, free: agent.ext ? await offerFor(agent.ext) : null, warnings }
  })

  mount(extensionDetail, async ({ params: { ext }, query: { agentId }, signal }) => {
    const { data, warnings } = await upstream.getExtension({ ext, agentId }, { signal })
    await recorder.flush()
    const extension = toExtension(data)
    return {
      extension,
      state: stateIn(await recorder.statesOf([ext]), extension),
      ...(await peopleBehind(console, extension)),
      valueNames: namesOfValues(service.profile.values, extension),
      warnings,
    }
  })

  mount(extensionLanguage, async ({ params, signal }) => {
    const { data, warnings } = await upstream.getExtensionLanguage(params, { signal })
    return { langCode: data.langCode, langCodeTxt: data.langCodeTxt, warnings }
  })

  // The only response with a secret of the service.
  mount(revealSecret, async (call) => {
    const { params, body, caller, signal } = call
    refuseSecrets({ reason: body.reason })
    const reveal = async () => {
      const answer = await upstream.getExtension(params, { signal })
      await limits.requireRecord(caller, answer.data)
      return { password: passwordIn(answer) }
    }
    const event = {
      actor: actorOf(call),
      action: 'extension.reveal',
      object: params.ext,
      reason: body.reason,
      signal,
    }
    return auth.attempts.countedSecretRead(caller, () => audited(audit, event, reveal))
  })

  mount(agentExtensions, async ({ params, query, signal }) => {
    const { data, warnings } = await upstream.getUnboundPage(
      { ...query, agentUuid: params.agentUuid },
      { signal },
    )
    const current = data.items.find(
      (row) => isSameId(row.agentUuid, params.agentUuid) && row.bindStatus === bindStatus.bound,
    )
    const others = data.items.filter((row) => row !== current).map(toExtension)
    const [states, users] = await Promise.all([
      recorder.statesOf(others.map(({ ext }) => ext)),
      readPeople(
        database.db,
        account,
        others.flatMap(({ currentUsingAgentUuid: uuid }) => uuid ?? []),
      ),
    ])
    return {
      current: current === undefined ? null : toExtension(current),
      items: others.map((row) => ({ ...row, state: stateIn(states, row) })),
      agentNames: namesIn(users),
      page: data.page,
      pageSize: data.pageSize,
      total: data.total,
      warnings,
    }
  })

  mount(suggestions, async ({ query, signal }) => {
    const { data, warnings } = await upstream.querySuggest(
      { q: query.q, page: 1, pageSize: suggestionsPerPage },
      { signal },
    )
    return { ...data, warnings }
  })

  mount(timeZones, ({ query }) => reference.timeZones(query.language))
  mount(languages, ({ query }) => reference.languages(query.language))
  mount(countries, ({ query }) => reference.countries(query.language))
}
