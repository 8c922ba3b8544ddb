import { join } from 'node:path'
import { sql } from 'kysely'
import { API, SymbolFlags, TypeFlags, type Type } from 'typescript/unstable/sync'
import { expect, test } from 'vitest'
import type { Database } from '#server/platform/database/database.ts'
import { eachStore } from '../../stores/each-store.ts'

const root = join(import.meta.dirname, '../../..')
const schema = join(root, 'src/server/platform/database/schema.ts')

interface Column {
  name: string
  type: string
  isNullable: boolean
  hasDefault: boolean
}

/** By `table.column`: the type, and whether it may be null, or else whether an insert may leave it out. */
const described = (columns: readonly Column[]): Record<string, string> =>
  Object.fromEntries(
    columns.map(({ name, type, isNullable, hasDefault }) => [
      name,
      isNullable ? `${type} or null` : hasDefault ? `${type} with a default` : type,
    ]),
  )

const partsOf = (type: Type) => (type.isUnionType() ? type.getTypes() : [type])
const has = (type: Type, flag: TypeFlags) => partsOf(type).some(({ flags }) => (flags & flag) !== 0)

/** The columns of `Tables`, to which the features add, as TypeScript understands them. */
function declaredColumns(): Column[] {
  const api = new API()
  try {
    const [project] = api.updateSnapshot({ openProjects: [join(root, 'tsconfig.json')] }).getProjects()
    if (project === undefined) throw new Error('TypeScript opens no project')
    const { checker } = project
    const propertiesOf = (type: Type) =>
      checker.getPropertiesOfType(type).map((property) => {
        const value = checker.getTypeOfSymbol(property)
        if (value === undefined) throw new Error(`${property.name} has no type`)
        return { name: property.name, type: value }
      })
    const tables = checker.resolveName('Tables', SymbolFlags.Interface, { document: schema, position: 0 })
    if (tables === undefined) throw new Error(`${schema} declares no Tables`)
    return propertiesOf(checker.getDeclaredTypeOfSymbol(tables)).flatMap((table) =>
      propertiesOf(table.type).map((column) => {
        // `Generated` has a type for reading and one for inserting.
        const { __select__: type = column.type, __insert__: inserted = column.type } = Object.fromEntries(
          propertiesOf(column.type).map((use) => [use.name, use.type]),
        )
        return {
          name: `${table.name}.${column.name}`,
          type: [
            ...(has(type, TypeFlags.StringLike) ? ['text'] : []),
            ...(has(type, TypeFlags.NumberLike) ? ['number'] : []),
          ].join(' or '),
          isNullable: has(type, TypeFlags.Null),
          hasDefault: has(inserted, TypeFlags.Undefined),
        }
      }),
    )
  } finally {
    api.close()
  }
}

/** The kinds of value that the stores have; any other is named as it is. */
const kinds: Record<string, string> = { text: 'text', integer: 'number', bigint: 'number' }

// SQLite does not say that a primary key is not null.
const queries = {
  sqlite: `SELECT list.name || '.' || info.name AS name, lower(info.type) AS kind,
      info."notnull" = 0 AND info.pk = 0 AS nullable, info.dflt_value AS initial
    FROM sqlite_schema list, pragma_table_info(list.name) info
    WHERE list.type = 'table' AND list.name NOT LIKE 'sqlite%' AND list.name NOT LIKE 'kysely%'`,
  postgres: `SELECT table_name || '.' || column_name AS name, data_type AS kind,
      (is_nullable = 'YES')::integer AS nullable, column_default AS initial
    FROM information_schema.columns
    WHERE table_schema = current_schema() AND table_name NOT LIKE 'kysely%'`,
}

/** The columns of a migrated store. */
async function storedColumns({ db, engine }: Database): Promise<Column[]> {
  const { rows } = await sql
    .raw<{ name: string; kind: string; nullable: number; initial: string | null }>(queries[engine])
    .execute(db)
  return rows.map(({ name, kind, nullable, initial }) => ({
    name,
    type: kinds[kind] ?? kind,
    isNullable: nullable === 1,
    hasDefault: initial !== null,
  }))
}

const declared = declaredColumns()

eachStore(({ open }) => {
  test('has the columns that the code declares, and no others', async () => {
    expect(described(await storedColumns(await open()))).toEqual(described(declared))
  })
})
