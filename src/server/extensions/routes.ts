import { agentExtensions } from '#contract/agents.ts'
import { extensionDetail, extensionLanguage, firstIdle, idleExtensions } from '#contract/extensions.ts'
import type { NumberState } from '#contract/number-states.ts'
import type { Extension } from '#contract/records.ts'
import { countries, languages, timeZones } from '#contract/reference.ts'
import { revealSecret } from '#contract/secret.ts'
import { suggestions } from '#contract/suggestions.ts'
import type { Upstream } from '#upstream/client.ts'
import type { Profile } from '#upstream/profile.ts'
import { bindStatus, isSameId, type Answer, type NumberedExtension } from '#upstream/records.ts'
import { audited } from '../audit/audited.ts'
import { actorOf, type SignedIn } from '../platform/http/caller.ts'
import { refuseSecrets } from '../platform/http/free-text.ts'
import type { Mount } from '../platform/http/mount.ts'
import { ProblemError } from '../platform/problems.ts'
import { namesIn } from '../numbers/people.ts'
import { toAgent, toExtension } from '../platform/upstream/records.ts'
import { mountIdleExport } from './export-idle.ts'
import type { ExtensionParts } from './open.ts'
import { recordPeople } from './record-people.ts'

/** As many suggestions as the list under a search box can show. */
const suggestionsPerPage = 10

/** The password in the record, as sent. Throws a `ProblemError` when the service holds none, or none that is a text. */
function passwordIn({ data: { password }, warnings }: Answer<NumberedExtension>): string {
  const isUnreadable = warnings.some(
    ({ code, detail }) => code === 'field-unreadable' && detail === 'password',
  )
  if (isUnreadable) throw new ProblemError('upstream-invalid')
  if (password === null || password === '') throw new ProblemError('password-not-held')
  return password
}

/** The state of a record's number. A number that the inventory could not take has only its record. */
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

export function mountExtensions(mounts: Mount, parts: ExtensionParts): void {
  const { upstream, audit, actionLimits, reference, limits, peopleOf, statesOf, flush, offerFor } = parts
  const { mount } = mounts
  mountIdleExport(mounts, parts)

  mount(idleExtensions, async ({ query, signal }) => {
    const { data, warnings } = await upstream.searchIdlePage(query, { signal })
    return { ...data, items: data.items.map(toExtension), warnings }
  })

  mount(firstIdle, async ({ query, caller, signal }) => {
    const scope = await limits.of(caller)
    // Without an agent, the service answers about any of them.
    if (scope !== undefined && query.agentId === undefined) throw new ProblemError('limited')
    const { data, warnings } = await upstream.searchIdle(query, { signal })
    if (data === null) return { agent: null, free: null, warnings }
    await limits.requirePeople(caller, [data.id ?? ''])
    const found = toAgent(data)
    const agent = (await limits.shownRecord(caller, [found]))(found)
    if (!agent?.ext) return { agent, free: null, warnings }
    if (scope !== undefined && !(await limits.numbersIn(scope, [agent.ext])).has(agent.ext))
      return {
        agent: { ...agent, ext: null, extId: null, phone: null },
        free: null,
        warnings: [...warnings, { code: 'limited' as const, detail: '1' }],
      }
    return { agent, free: await offerFor(agent.ext, scope?.numbers), warnings }
  })

  /** Reads a record within the caller's limit; checked again with what the record shows, because its agent may have changed. */
  async function recordFor(caller: SignedIn, ...[query, options]: Parameters<Upstream['getExtension']>) {
    await limits.requireNumbers(caller, [query.ext])
    const answer = await upstream.getExtension(query, options)
    await flush()
    await limits.requireNumbers(caller, [query.ext])
    return answer
  }

  mount(extensionDetail, async ({ params: { ext }, query: { agentId }, caller, signal }) => {
    // A warning says whether the number is bound to this agent.
    if (agentId !== undefined) await limits.requirePeople(caller, [agentId])
    const options = { signal, keepContradicted: true }
    const { data, warnings } = await recordFor(caller, { ext, agentId }, options)
    const record = toExtension(data)
    const { outside, ...extension } = (await limits.shownRecord(caller, [record]))(record)
    return {
      extension,
      state: stateIn(await statesOf([ext]), extension),
      ...(await recordPeople(parts, extension)),
      valueNames: namesOfValues(parts.valueNames, extension),
      ...(outside === undefined ? {} : { outside }),
      warnings,
    }
  })

  mount(extensionLanguage, async ({ params, caller, signal }) => {
    await limits.requireNumbers(caller, [params.ext])
    const { data, warnings } = await upstream.getExtensionLanguage(params, { signal })
    return { langCode: data.langCode, langCodeTxt: data.langCodeTxt, warnings }
  })

  // The only response with a secret of the service.
  mount(revealSecret, async (call) => {
    const { params, body, caller, signal } = call
    refuseSecrets({ reason: body.reason })
    await limits.requireNumbers(caller, [params.ext])
    const reveal = async () => ({ password: passwordIn(await recordFor(caller, params, { signal })) })
    const what = {
      actor: actorOf(call),
      action: 'extension.reveal',
      object: params.ext,
      reason: body.reason,
      signal,
    }
    return actionLimits.countedSecretRead(caller, () => audited(audit, what, reveal))
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
      statesOf(others.map(({ ext }) => ext)),
      peopleOf(others.flatMap(({ currentUsingAgentUuid: uuid }) => uuid ?? [])),
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

  mount(suggestions, async ({ query, caller, signal }) => {
    const { data, warnings } = await upstream.querySuggest(
      { q: query.q, page: 1, pageSize: suggestionsPerPage },
      { signal },
    )
    const scope = await limits.of(caller)
    if (scope === undefined) return { ...data, warnings }
    const keys = data.items.map(({ key }) => key)
    const shown = await limits.numbersIn(scope, keys)
    const items = data.items.filter(({ key }) => shown.has(key))
    const left = keys.length - items.length
    return {
      ...data,
      items,
      total: items.length,
      warnings: [...warnings, ...(left === 0 ? [] : [{ code: 'limited' as const, detail: String(left) }])],
    }
  })

  mount(timeZones, ({ query }) => reference.timeZones(query.language))
  mount(languages, ({ query }) => reference.languages(query.language))
  mount(countries, ({ query }) => reference.countries(query.language))
}
