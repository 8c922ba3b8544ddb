import { changeCodeNames, readCodeNames, readObservedValues } from '#contract/codes.ts'
import type { Audit } from '../audit/audit-store.ts'
import { audited } from '../audit/audited.ts'
import type { ObservedValues } from './observed-values.ts'
import type { Mount } from '../platform/http/mount.ts'
import { actorOf } from '../platform/http/caller.ts'
import { isPublished } from './published-codes.ts'
import type { CodeNames } from './code-names.ts'
import type { ObservedValueStore } from './observed-value-store.ts'

export interface CodeDeps {
  names: CodeNames
  observedValues: ObservedValueStore
  watch: Pick<ObservedValues, 'flush' | 'full'>
}

/** Objects of the audit are short: what was changed, or how much. */
const objectOf = (changes: readonly { field: string; value: string }[]): string =>
  changes.length <= 3
    ? changes.map(({ field, value }) => `${field} ${value}`).join(', ')
    : `${changes.length} codes`

export function mountCodes(
  { mount }: Mount,
  { codes, audit, now }: { codes: CodeDeps; audit: Audit; now: () => number },
): void {
  const { names, observedValues, watch } = codes

  mount(readCodeNames, async () => ({ items: await names.read() }))
  mount(changeCodeNames, (call) => {
    const { changes } = call.body
    return audited(
      audit,
      { actor: actorOf(call), action: 'code.name', object: objectOf(changes) },
      async () => {
        await names.change(changes, call.caller.user.email, now())
        return { items: await names.read() }
      },
    )
  })
  mount(readObservedValues, async () => {
    await watch.flush()
    const items = await observedValues.read()
    return {
      items: items.map((each) => ({ ...each, published: isPublished(each.field, each.value) })),
      full: watch.full(),
    }
  })
}
