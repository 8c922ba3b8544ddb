import {
  checkService,
  readService,
  resumeService,
  serviceCheckLine,
  useSandbox,
  useService,
  type Service,
} from '#contract/service.ts'
import { defaultProfile } from '#upstream/profile.ts'
import type { AuditAction } from '#contract/audit.ts'
import { audited, auditedChange, auditedFile } from '../audit/audited.ts'
import { isDemoEmail } from '../auth/first-users.ts'
import { actorOf, type SignedIn } from '../platform/http/caller.ts'
import type { Mount } from '../platform/http/mount.ts'
import { ProblemError } from '../platform/http/problems.ts'
import { changesOf, connectionOf, withoutSecrets, type Connection } from './connection.ts'
import type { CheckService, ServiceDeps } from './open.ts'
import type { Saved } from './store.ts'

interface Call {
  caller: SignedIn
  requestId: string
  address: string
}

export function mountService({ mount, mountFile }: Mount, deps: ServiceDeps): void {
  const { store, connections, account, switching, audit, auth } = deps
  const { environment } = connections

  async function demoAccounts() {
    const users = (await auth.users()).filter(({ disabled }) => !disabled)
    const isDemo = ({ email }: { email: string }) => isDemoEmail(email)
    return {
      enabled: users.filter(isDemo),
      onlyAdministrators: !users.some((user) => user.role === 'admin' && !isDemo(user)),
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
    const [saved, demo, last, jobRunning] = await Promise.all([
      environment === null ? store.read() : null,
      demoAccounts(),
      store.lastCheck(account),
      deps.isJobRunning(),
    ])
    const waits = saved?.active === false
    const failed = Object.entries(last?.states ?? {}).filter(([, stepState]) => stepState === 'fail')
    return {
      source: environment !== null ? 'environment' : saved?.active === true ? 'settings' : 'sandbox',
      readOnly: environment !== null,
      current: withoutSecrets(await decided(saved)),
      defaultProfile,
      waiting: waits ? withoutSecrets(saved.connection) : null,
      sandboxAvailable: connections.sandbox !== null,
      jobRunning,
      demoAccounts: { ...demo, enabled: demo.enabled.map(({ email }) => email) },
      dailyCheck:
        last === null ? null : { at: last.at, failed: failed.map(([id]) => id), changed: last.changed },
      notOpenedSince: switching.notOpenedSince(),
    }
  }

  /** Throws the reason why the connection can't be changed now. Disables the demo accounts if the caller wants that. */
  async function prepare(call: Call, saved: Saved | null, disableDemoAccounts: boolean): Promise<void> {
    if (await deps.isJobRunning()) throw new ProblemError('job-running')
    if (saved?.active === true) return
    const { enabled, onlyAdministrators } = await demoAccounts()
    if (onlyAdministrators) throw new ProblemError('demo-administrators')
    if (!disableDemoAccounts) return
    if (enabled.some(({ id }) => id === call.caller.user.id)) throw new ProblemError('own-account')
    for (const { id, email } of enabled)
      await audited(audit, { actor: actorOf(call), action: 'user.disable', object: email }, () =>
        auth.changeUser(id, { disabled: true }),
      )
  }

  /** Saves the connection on record, and makes every replica open it. */
  async function change(
    call: Call,
    action: AuditAction,
    before: Saved | null,
    after: Omit<Saved, 'version'>,
  ): Promise<Service> {
    const [from, to] = [before, after].map((saved) =>
      saved?.active === true ? saved.connection.url : 'sandbox',
    )
    const changes = {
      ...(from === to ? {} : { service: [from, to] }),
      ...changesOf(before?.connection ?? null, after.connection),
    }
    const what = { actor: actorOf(call), action, reason: JSON.stringify(changes) }
    const object = after.connection.url
    await auditedChange(
      audit,
      { ...what, objects: [object] },
      async (transaction, write) => {
        if (!(await store.save(transaction, { ...after, version: before?.version ?? 0 })))
          throw new ProblemError('edit-conflict')
        await write([{ ...what, object, phase: 'outcome', result: 'done' }])
      },
      store.serialized,
    )
    await switching.follow()
    return state()
  }

  function requireChangeable(): void {
    if (environment !== null) throw new ProblemError('service-from-environment')
  }

  mount(readService, state)

  mount(useService, async (call) => {
    requireChangeable()
    const saved = await store.read()
    const { disableDemoAccounts, ...draft } = call.body
    const connection = connectionOf(draft, saved?.connection ?? null)
    await prepare(call, saved, disableDemoAccounts)
    return change(call, 'service.change', saved, { active: true, connection })
  })

  mount(useSandbox, async (call) => {
    requireChangeable()
    if (connections.sandbox === null) throw new ProblemError('sandbox-unavailable')
    const saved = await store.read()
    if (saved?.active !== true) return state()
    await prepare(call, saved, false)
    return change(call, 'service.sandbox', saved, { ...saved, active: false })
  })

  mount(resumeService, async (call) => {
    requireChangeable()
    const saved = await store.read()
    if (saved === null) throw new ProblemError('not-found')
    if (saved.active) return state()
    await prepare(call, saved, call.body.disableDemoAccounts)
    return change(call, 'service.resume', saved, { ...saved, active: true })
  })

  mountFile(checkService, async (call) => {
    const { check } = deps
    if (check === null) throw new ProblemError('feature-off')
    const known = environment ?? (await store.read())?.connection ?? null
    const connection = connectionOf(call.body, known)
    let failed = 0
    async function* lines(run: CheckService) {
      for await (const line of run(connection, { network: deps.network, signal: call.left })) {
        if (line.kind === 'step' && line.state === 'fail') failed++
        yield `${JSON.stringify(serviceCheckLine.parse(line))}\n`
        // The audited file holds each piece until the next one: without this, a step would wait for the one after it.
        yield ''
      }
    }
    const what = { actor: actorOf(call), action: 'service.check', object: connection.url }
    const content = await auditedFile(audit, what, () =>
      Promise.resolve({ pieces: lines(check), summary: () => `${failed} failed` }),
    )
    return { name: 'service-check.jsonl', type: 'application/x-ndjson', content }
  })
}
