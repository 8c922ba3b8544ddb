import { allows } from '#contract/access.ts'
import {
  checkService,
  readService,
  resumeService,
  serviceCheckLine,
  chooseSandbox,
  chooseService,
  type Service,
} from '#contract/service.ts'
import { defaultProfile } from '#upstream/profile.ts'
import type { AuditAction } from '#contract/audit.ts'
import { audited, auditedChange, auditedFile } from '../audit/audited.ts'
import { changesOf } from '../audit/changes.ts'
import { isDemoEmail } from '../auth/first-users.ts'
import { actorOf, type CallOfCaller } from '../platform/http/caller.ts'
import type { Console } from '../features.ts'
import type { Mount } from '../platform/http/mount.ts'
import { ProblemError } from '../platform/problems.ts'
import {
  connectionChanges,
  connectionOf,
  sandboxIdentity,
  toServiceConnection,
  type Connection,
} from './connection.ts'
import { tokenInUse } from './open.ts'
import type { Saved } from './store.ts'

interface Change {
  action: Extract<AuditAction, 'service.change' | 'service.resume' | 'service.sandbox'>
  before: Saved | null
  /** Null when no connection is saved. */
  after: Omit<Saved, 'version'> | null
  /** The saved service has another address, and keeps its data. */
  sameService: boolean
  disableDemoAccounts: boolean
}

export function mountService({ mount, mountFile }: Mount, { connection: deps }: Console): void {
  const { store, connections, account, switching, audit, auth } = deps
  const { environment } = connections

  async function demoAccounts() {
    const users = (await auth.users.list()).filter(({ disabled }) => !disabled)
    const isDemo = ({ email }: { email: string }) => isDemoEmail(email)
    return {
      enabled: users.filter(isDemo),
      onlyAdministrators: !users.some(
        (user) => user.role !== null && allows(user.role, 'user.manage') && !isDemo(user),
      ),
    }
  }

  /** Returns the connection that the environment or the store decides on. */
  async function decided(saved: Saved | null): Promise<Connection> {
    if (environment !== null) return environment
    if (saved?.active === true) return saved.connection
    // The sandbox may fail to start, for example when its port is in use.
    return (await connections.sandbox?.().catch(() => null)) ?? deps.connection
  }

  async function state(): Promise<Service> {
    const [saved, demo, last, jobRunning, tasks] = await Promise.all([
      savedNow(),
      demoAccounts(),
      store.lastCheck(account),
      deps.isJobRunning(),
      deps.background.states(),
    ])
    const isWaiting = saved?.active === false
    const failed = Object.entries(last?.states ?? {}).filter(([, stepState]) => stepState === 'fail')
    return {
      source:
        environment !== null
          ? 'environment'
          : saved?.active === true
            ? 'settings'
            : connections.sandbox === null
              ? 'none'
              : 'sandbox',
      readOnly: environment !== null,
      current: toServiceConnection(await decided(saved)),
      defaultProfile,
      waiting: isWaiting ? toServiceConnection(saved.connection) : null,
      sandboxAvailable: connections.sandbox !== null,
      jobRunning,
      demoAccounts: { ...demo, enabled: demo.enabled.map(({ email }) => email) },
      dailyCheck:
        last === null ? null : { at: last.at, failed: failed.map(([id]) => id), changed: last.changed },
      tasks,
      notOpenedSince: switching.notOpenedSince(),
    }
  }

  /** Throws the reason why the connection can't be changed now. Disables the demo accounts if the caller wants that. */
  async function prepare(
    call: CallOfCaller,
    { action, before, after, disableDemoAccounts }: Change,
  ): Promise<void> {
    if (environment !== null) throw new ProblemError('service-from-environment')
    if (action === 'service.sandbox' && connections.sandbox === null)
      throw new ProblemError('sandbox-unavailable')
    if (action === 'service.resume' && after === null) throw new ProblemError('not-found')
    if (await deps.isJobRunning()) throw new ProblemError('job-running')
    const leavesSandbox = connections.sandbox !== null && before?.active !== true && after?.active === true
    if (!leavesSandbox) return
    const { enabled, onlyAdministrators } = await demoAccounts()
    if (onlyAdministrators) throw new ProblemError('demo-administrators')
    if (!disableDemoAccounts) return
    if (enabled.some(({ id }) => id === call.caller.user.id)) throw new ProblemError('own-account')
    for (const { id, email } of enabled)
      await auditedChange(
        audit,
        { actor: actorOf(call), action: 'user.disable', object: email },
        (transaction) => auth.users.change(transaction, id, { disabled: true }),
      )
  }

  /** Changes the connection, on record with old and new values. This process uses it when the answer is sent. */
  async function change(
    call: CallOfCaller,
    { action, before, after, sameService, disableDemoAccounts }: Change,
  ): Promise<Service> {
    const [from, to] = [before, after].map((saved) =>
      saved?.active === true ? saved.connection.url : connections.sandbox === null ? null : sandboxIdentity,
    )
    const values = {
      ...changesOf({ service: from }, { service: to }, ['service']),
      ...(after === null ? {} : connectionChanges(before?.connection ?? null, after.connection)),
      ...(sameService ? { sameService } : {}),
    }
    const event = { actor: actorOf(call), action, object: after?.connection.url ?? '-', values }
    await audited(audit, event, async () => {
      await prepare(call, { action, before, after, sameService, disableDemoAccounts })
      if (after !== null && (from !== to || action === 'service.change')) {
        const version = before?.version ?? 0
        const alias = sameService && before !== null ? await store.accountOf(before.connection) : undefined
        await store.save({ ...after, version }, alias)
        await switching.follow()
      }
    })
    return state()
  }

  const savedNow = async (): Promise<Saved | null> => (environment === null ? store.read() : null)

  mount(readService, state)

  mount(chooseService, async (call) => {
    const before = await savedNow()
    const { disableDemoAccounts, sameService, ...draft } = call.body
    const connection = connectionOf(draft, environment ?? before?.connection ?? null)
    const after = { active: true, connection }
    return change(call, {
      action: 'service.change',
      before,
      after,
      sameService,
      disableDemoAccounts,
    })
  })

  mount(chooseSandbox, async (call) => {
    const before = await savedNow()
    const after = before === null ? null : { ...before, active: false }
    return change(call, {
      action: 'service.sandbox',
      before,
      after,
      sameService: false,
      disableDemoAccounts: false,
    })
  })

  mount(resumeService, async (call) => {
    const before = await savedNow()
    const after = before === null ? null : { ...before, active: true }
    const { disableDemoAccounts } = call.body
    return change(call, { action: 'service.resume', before, after, sameService: false, disableDemoAccounts })
  })

  mountFile(checkService, async (call) => {
    const earlier = environment ?? (await savedNow())?.connection ?? null
    const connection = connectionOf(call.body, earlier)
    const token = await tokenInUse(deps, connection)
    let failed = 0
    async function* lines() {
      for await (const line of deps.check(connection, { network: deps.network, signal: call.left, token })) {
        if (line.kind === 'step' && line.state === 'fail') failed++
        yield `${JSON.stringify(serviceCheckLine.parse(line))}\n`
        // The audited file holds each piece until the next one: without this, a step would wait for the one after it.
        yield ''
      }
    }
    const event = { actor: actorOf(call), action: 'service.check', object: connection.url }
    const content = await auditedFile(audit, event, () =>
      Promise.resolve({ pieces: lines(), summary: () => ({ failed }) }),
    )
    return { name: 'service-check.jsonl', type: 'application/x-ndjson', content }
  })
}
