import { sql, type Kysely, type Migration } from 'kysely'

const tables = [
  `CREATE TABLE "user" (
    id text PRIMARY KEY,
    email text NOT NULL UNIQUE,
    name text NOT NULL,
    role text,
    disabled integer NOT NULL DEFAULT 0,
    password text,
    access_version integer NOT NULL DEFAULT 0,
    one_time_until bigint,
    sso_issuer text,
    sso_subject text,
    sso_shown_as text,
    created_at bigint NOT NULL,
    last_sign_in_at bigint
  )`,
  `CREATE TABLE session (
    hash text PRIMARY KEY,
    id text NOT NULL UNIQUE,
    user_id text NOT NULL REFERENCES "user" (id) ON DELETE CASCADE,
    began_at bigint NOT NULL,
    seen_at bigint NOT NULL,
    proved_at bigint,
    address text NOT NULL,
    agent text NOT NULL
  )`,
  `CREATE INDEX session_of_user ON session (user_id)`,
  `CREATE TABLE authenticator (
    user_id text PRIMARY KEY REFERENCES "user" (id) ON DELETE CASCADE,
    secret text NOT NULL,
    step bigint NOT NULL,
    is_on integer NOT NULL
  )`,
  `CREATE TABLE backup_code (
    hash text PRIMARY KEY,
    user_id text NOT NULL REFERENCES "user" (id) ON DELETE CASCADE
  )`,
  `CREATE INDEX backup_code_of_user ON backup_code (user_id)`,
  `CREATE TABLE passkey (
    id text PRIMARY KEY,
    user_id text NOT NULL REFERENCES "user" (id) ON DELETE CASCADE,
    public_key text NOT NULL,
    counter bigint NOT NULL,
    transports text NOT NULL,
    name text NOT NULL,
    created_at bigint NOT NULL,
    last_used_at bigint
  )`,
  `CREATE INDEX passkey_of_user ON passkey (user_id)`,
  `CREATE TABLE attempt_count (
    key text PRIMARY KEY,
    tries bigint NOT NULL,
    wrong bigint NOT NULL,
    until bigint NOT NULL
  )`,
  `CREATE INDEX attempt_count_until ON attempt_count (until)`,
]

type Value = string | number | boolean | Date | null | undefined
type Row = Record<string, Value>

const timeOf = (value: Value): number | null => {
  if (value === null || value === undefined || typeof value === 'boolean') return null
  return new Date(value).getTime()
}
const isTrue = (value: Value): boolean => value === true || value === 1

/** Returns the users of better-auth's tables, which earlier versions made beside the migrations, and drops those tables. */
async function takeEarlierUsers(db: Kysely<unknown>, engine: 'sqlite' | 'postgres') {
  const { rows: found } = await sql<{ found: string | null }>`SELECT ${
    engine === 'sqlite'
      ? sql`max(name) AS found FROM sqlite_master WHERE name = 'twoFactor'`
      : sql`CAST(to_regclass('"twoFactor"') AS text) AS found`
  }`.execute(db)
  if (typeof found[0]?.found !== 'string') return []
  const { rows: users } = await sql<Row>`SELECT * FROM "user"`.execute(db)
  const { rows: accounts } = await sql<Row>`SELECT "userId", password FROM account
    WHERE "providerId" = 'credential'`.execute(db)
  const { rows: factors } =
    await sql<Row>`SELECT "userId" FROM "twoFactor" WHERE verified IS NOT FALSE`.execute(db)
  const passwords = new Map(accounts.map(({ userId, password }) => [userId, password ?? null]))
  // Their codes can't be verified any more. Without a new password, the old one alone would open the account.
  for (const { userId } of factors) passwords.set(userId, null)
  for (const table of ['session', 'account', 'verification', 'twoFactor', 'user'])
    await sql`DROP TABLE ${sql.table(table)}`.execute(db)
  return users.map((user) => ({
    id: user['id'],
    email: user['email'],
    name: user['name'],
    role: user['role'] === 'none' ? null : (user['role'] ?? null),
    disabled: isTrue(user['banned']) ? 1 : 0,
    password: passwords.get(user['id']) ?? null,
    // A used one-time password has no time left.
    one_time_until: isTrue(user['mustChangePassword']) ? (timeOf(user['oneTimePasswordUntil']) ?? 0) : null,
    sso_issuer: user['ssoIssuer'] ?? null,
    sso_subject: user['ssoSubject'] ?? null,
    sso_shown_as: user['ssoShownAs'] ?? null,
    created_at: timeOf(user['createdAt']) ?? 0,
    last_sign_in_at: timeOf(user['lastSignInAt']),
  }))
}

/**
 * The console's own users, sessions, second factors, passkeys and limits of attempts, in place of better-auth's tables. Users and
 * their passwords are kept, but for the password of a user with a second factor; sessions end.
 */
export const signIn = (engine: 'sqlite' | 'postgres'): Migration => ({
  async up(db: Kysely<unknown>) {
    const work = async (transaction: Kysely<unknown>) => {
      const users = await takeEarlierUsers(transaction, engine)
      await sql`DROP TABLE sign_in_try`.execute(transaction)
      for (const statement of tables) await sql.raw(statement).execute(transaction)
      for (const user of users) {
        const names = sql.join(Object.keys(user).map((name) => sql.ref(name)))
        await sql`INSERT INTO "user" (${names}) VALUES (${sql.join(Object.values(user))})`.execute(
          transaction,
        )
      }
    }
    // SQLite runs migrations without a transaction.
    await (db.isTransaction ? work(db) : db.transaction().execute(work))
  },
})
