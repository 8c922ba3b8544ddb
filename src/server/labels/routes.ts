import {
  changeLabels,
  knownLabels,
  labelNumbers,
  readLabels,
  type Subject,
  type SubjectKind,
} from '#contract/labels.ts'
import type { Values } from '#contract/audit.ts'
import { audited, auditedChange } from '../audit/audited.ts'
import { changesOf } from '../audit/changes.ts'
import type { Console } from '../features.ts'
import { actorOf, type SignedIn } from '../platform/http/caller.ts'
import { refuseSecrets } from '../platform/http/free-text.ts'
import type { Mount } from '../platform/http/mount.ts'
import { fieldRefused, ProblemError } from '../platform/problems.ts'
import type { ChangedLabels, LabelChange } from './store.ts'

const actions = { extension: 'extension.label', agent: 'agent.label' } as const satisfies Record<
  SubjectKind,
  string
>

const changeOf = ({ before, after }: ChangedLabels): Values =>
  changesOf({ labels: before }, { labels: after }, ['labels'])

/** What is requested, for the audit's intent. */
const requestedIn = ({ add, remove }: LabelChange, note?: { text: string }): Values => ({
  ...(add.length === 0 ? {} : { add }),
  ...(remove.length === 0 ? {} : { remove }),
  ...(note === undefined ? {} : { note: note.text }),
})

export function mountLabels({ mount }: Mount, { labels, audit, now, limits, people }: Console): void {
  /** Throws `limited` unless the subject is within the caller's limit. */
  async function requireWithin(caller: SignedIn, { kind, id }: Subject): Promise<void> {
    if (kind === 'extension') return limits.requireNumbers(caller, [id])
    if (caller.limit === undefined) return
    const uuid = (await people.reads.uuidsById([id])).get(id)
    await limits.requirePeople(caller, [uuid ?? id])
  }

  /** The subject's audit object. Throws `not-found` for an agent that is not in the directory. */
  async function objectOf({ kind, id }: Subject): Promise<string> {
    if (kind === 'extension') return id
    // The UUID, or null when the service has not shown one.
    const uuid = (await people.reads.uuidsById([id])).get(id)
    if (uuid === undefined) throw new ProblemError('not-found')
    return uuid ?? id
  }

  mount(readLabels, ({ params: { kind, subject: id } }) => labels.read({ kind, id }))

  mount(knownLabels, async ({ query }) => ({ items: await labels.known(query.kind) }))

  mount(changeLabels, async (call) => {
    const { kind, subject: id } = call.params
    const { add, remove, note } = call.body
    if (add.length + remove.length === 0 && note === undefined)
      throw fieldRefused('add', 'give labels or a note')
    refuseSecrets({ ...(note === undefined ? {} : { 'note.text': note.text }), add: add.join('\n') })
    const actor = actorOf(call)
    const object = await objectOf({ kind, id })
    const action = actions[kind]
    await auditedChange(
      audit,
      {
        actor,
        action,
        object,
        values: requestedIn({ add, remove }, note),
        check: () => requireWithin(call.caller, { kind, id }),
      },
      async (transaction) => {
        const changed = (await labels.change(transaction, kind, [id], { add, remove })).get(id)
        if (changed == null) throw new ProblemError('too-many-labels')
        if (note === undefined) return changeOf(changed)
        const by = call.caller.user.email
        const before = await labels.changeNote(transaction, { kind, id }, { ...note, by, at: now() })
        return { ...changeOf(changed), ...changesOf({ note: before }, { note: note.text }, ['note']) }
      },
      (values) => values,
    )
    return labels.read({ kind, id })
  })

  mount(labelNumbers, async (call) => {
    const { add, remove } = call.body
    const numbers = [...new Set(call.body.numbers)]
    if (add.length + remove.length === 0) throw fieldRefused('add', 'give a label')
    refuseSecrets({ add: add.join('\n') })
    const event = { actor: actorOf(call), action: actions.extension, values: requestedIn({ add, remove }) }
    const change = () =>
      audit.transaction(async (transaction, write) => {
        const changes = await labels.change(transaction, 'extension', numbers, { add, remove })
        await write(
          [...changes].map(([object, changed]) => ({
            ...event,
            object,
            values: changed === null ? event.values : changeOf(changed),
            result: changed === null ? 'too-many-labels' : 'done',
          })),
        )
        return changes
      })
    const check = () => limits.requireNumbers(call.caller, numbers)
    const results = await audited(audit, { ...event, object: numbers, check }, change, null)
    const isChanged = (changed: ChangedLabels | null) =>
      changed !== null && changed.before.join('\n') !== changed.after.join('\n')
    return {
      changed: [...results.values()].filter(isChanged).length,
      full: [...results].flatMap(([ext, changed]) => (changed === null ? [ext] : [])),
    }
  })
}
