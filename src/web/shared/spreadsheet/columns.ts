import { columnCalled, plainHeader } from './headers.ts'

/** What an import can use the columns of a sheet as. */
export interface ImportKind<Field extends string> {
  fields: readonly Field[]
  /** The column names of each field in `plainHeader` form, separated by spaces, likeliest first. */
  names: Readonly<Record<Field, string>>
}

/** The column of each field that the sheet has, from 0. */
export type Columns<Field extends string> = ReadonlyMap<Field, number>

/** Returns all column names of an import. */
export const knownNames = <Field extends string>({ fields, names }: ImportKind<Field>): ReadonlySet<string> =>
  new Set(fields.flatMap((field) => names[field].split(' ')))

/** Returns the columns that the header names. */
export function namedColumns<Field extends string>(
  { fields, names }: ImportKind<Field>,
  header: readonly string[] | null,
): Columns<Field> {
  const headers = (header ?? []).map(plainHeader)
  return new Map(
    fields.flatMap((field) => {
      const column = columnCalled(headers, names[field])
      return column === null ? [] : [[field, column] as const]
    }),
  )
}
