import { describe, expect, test } from 'vitest'
import { byField, fields, type Field, type Mapping } from '#web/jobs/import/fields.ts'
import { rememberedMapping, rememberMapping } from '#web/jobs/import/remembered-mapping.ts'

const columns = (found: Partial<Record<Field, number>>) => byField((field) => found[field] ?? null)

describe('the mapping of a sheet', () => {
  test('is remembered for the same set of headers in any order, and for no other', () => {
    const chosen: Mapping = { columns: columns({ ext: 2, password: 0 }), agentType: '0' }
    rememberMapping(['geheim', 'Name', 'Durchwahl'], chosen)
    expect(rememberedMapping(['geheim', 'Name', 'Durchwahl'])).toEqual(chosen)
    expect(rememberedMapping(['Durchwahl', 'geheim', 'name '])).toEqual({
      columns: columns({ ext: 0, password: 1 }),
      agentType: '0',
    })
    expect(rememberedMapping(['geheim', 'Name'])).toBeUndefined()
    expect(rememberedMapping(['geheim', 'Name', 'Nummer'])).toBeUndefined()
  })

  test('leaves nothing of the sheet in the browser, and is kept for the last twenty sheets', () => {
    const mapping: Mapping = { columns: byField((field) => fields.indexOf(field)), agentType: '1' }
    for (let index = 0; index < 30; index++) rememberMapping([`Sup3r-secret-${index}`, 'x'], mapping)
    const stored = JSON.stringify(Object.entries(localStorage))
    expect(stored).toContain('import.mappings')
    expect(stored).not.toMatch(/sup3r|secret/i)
    expect(rememberedMapping(['Sup3r-secret-29', 'x'])).toBeDefined()
    expect(rememberedMapping(['Sup3r-secret-9', 'x'])).toBeUndefined()
  })
})
