import type { Values } from '#contract/audit.ts'

/** Returns the changed ones of these fields for the audit, each with its value before and after. Null has none of them. */
export function changesOf<Field extends string>(
  before: { readonly [Name in Field]?: unknown } | null,
  after: { readonly [Name in Field]?: unknown } | null,
  fields: readonly Field[],
): Values {
  const changed = fields.flatMap((name) => {
    const change = { before: before?.[name] ?? null, after: after?.[name] ?? null }
    return JSON.stringify(change.before) === JSON.stringify(change.after) ? [] : [[name, change] as const]
  })
  return Object.fromEntries(changed)
}
