import { sql, type Migration } from 'kysely'

/** The dictionary of codes, what was seen of codes and fields, and the main languages of extensions. */
export const codesAndLanguages = (engine: 'sqlite' | 'postgres'): Migration => ({
  async up(db) {
    await db.schema
      .createTable('code_name')
      .addColumn('account', 'text', (column) => column.notNull())
      .addColumn('field', 'text', (column) => column.notNull())
      .addColumn('value', 'text', (column) => column.notNull())
      .addColumn('en', 'text', (column) => column.notNull())
      .addColumn('zh', 'text', (column) => column.notNull())
      .addColumn('note', 'text', (column) => column.notNull())
      .addColumn('version', 'bigint', (column) => column.notNull())
      .addColumn('changed_by', 'text', (column) => column.notNull())
      .addColumn('changed_at', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('code_name_key', ['account', 'field', 'value'])
      .execute()
    await db.schema
      .createTable('code_sighting')
      .addColumn('account', 'text', (column) => column.notNull())
      .addColumn('field', 'text', (column) => column.notNull())
      .addColumn('value', 'text', (column) => column.notNull())
      .addColumn('count', 'bigint', (column) => column.notNull())
      .addColumn('first_seen_at', 'bigint', (column) => column.notNull())
      .addColumn('last_seen_at', 'bigint', (column) => column.notNull())
      .addColumn('unread', 'integer', (column) => column.notNull())
      .addPrimaryKeyConstraint('code_sighting_key', ['account', 'field', 'value'])
      .execute()
    await db.schema
      .createTable('extension_language')
      .addColumn('account', 'text', (column) => column.notNull())
      .addColumn('ext', 'text', (column) => column.notNull())
      .addColumn('language', 'text', (column) => column.notNull())
      .addColumn('lang_code', 'text')
      .addColumn('lang_code_txt', 'text')
      .addColumn('record_lang_code', 'text')
      .addColumn('record_lang_code_txt', 'text')
      .addColumn('standing', 'text', (column) => column.notNull())
      .addColumn('read_at', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('extension_language_key', ['account', 'ext'])
      .execute()
    if (engine === 'postgres')
      // By bytes, as SQLite compares: a beginning of a number is a range of numbers.
      await sql`ALTER TABLE extension_language ALTER COLUMN ext TYPE text COLLATE "C"`.execute(db)
    // Each ends in the order of the list, so that a page costs the same at any size.
    for (const [name, columns] of [
      ['language', ['account', 'language', 'standing', 'ext']],
      ['standing', ['account', 'standing', 'ext']],
      ['age', ['account', 'read_at']],
    ] as const)
      await db.schema
        .createIndex(`extension_language_${name}`)
        .on('extension_language')
        .columns([...columns])
        .execute()
    await db.schema
      .createTable('language_count')
      .addColumn('account', 'text', (column) => column.notNull())
      .addColumn('language', 'text', (column) => column.notNull())
      .addColumn('standing', 'text', (column) => column.notNull())
      .addColumn('count', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('language_count_key', ['account', 'language', 'standing'])
      .execute()
    await db.schema
      .createTable('language_range')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('account', 'text', (column) => column.notNull())
      .addColumn('from_ext', 'text', (column) => column.notNull())
      .addColumn('to_ext', 'text', (column) => column.notNull())
      .addColumn('read_count', 'bigint', (column) => column.notNull())
      .addColumn('missing', 'bigint', (column) => column.notNull())
      .addColumn('failed', 'bigint', (column) => column.notNull())
      .addColumn('asked_by', 'text', (column) => column.notNull())
      .addColumn('asked_at', 'bigint', (column) => column.notNull())
      .addColumn('ended_at', 'bigint')
      .addColumn('cancelled', 'integer', (column) => column.notNull())
      .execute()
    await db.schema
      .createIndex('language_range_asked')
      .on('language_range')
      .columns(['account', 'asked_at'])
      .execute()
  },
})
