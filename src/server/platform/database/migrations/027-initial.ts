import { sql, type Migration } from 'kysely'

/** All tables. Times are epoch milliseconds. */
export const initial = (engine: 'sqlite' | 'postgres'): Migration => ({
  async up(db) {
    for (const statement of [...statements(engine), ...appendOnly[engine]])
      await sql.raw(statement).execute(db)
  },
})

/** SQLite has no function that reverses a text. */
const reversed = {
  postgres: 'reverse(ext)',
  sqlite: `(${Array.from({ length: 15 }, (_, index) => `substr(ext, -${index + 1}, 1)`).join(' || ')})`,
}

function statements(engine: 'sqlite' | 'postgres'): string[] {
  // Compares by bytes, as SQLite does, so that a prefix is a range of numbers.
  const sortable = engine === 'postgres' ? 'text COLLATE "C"' : 'text'
  return [
    // The connection to the service, its token and its last daily check; settings, and the periodic tasks with their leases.
    `CREATE TABLE service_connection (
      id integer PRIMARY KEY,
      url text NOT NULL,
      extensions_url text NOT NULL,
      app_id text NOT NULL,
      app_key text NOT NULL,
      company_id text,
      authorization_value text,
      profile text NOT NULL,
      active integer NOT NULL,
      version bigint NOT NULL
    )`,
    `CREATE TABLE service_check (
      account text PRIMARY KEY,
      at bigint NOT NULL,
      states text NOT NULL,
      changed text NOT NULL
    )`,
    `CREATE TABLE token_state (
      key text PRIMARY KEY,
      token text,
      generation bigint NOT NULL,
      issued_at bigint,
      expires_at bigint,
      lease_until bigint,
      fencing_token bigint NOT NULL DEFAULT 0,
      cooldown_until bigint,
      last_error text,
      renewals text
    )`,
    `CREATE TABLE setting (
      name text PRIMARY KEY,
      value text NOT NULL
    )`,
    `CREATE TABLE task (
      name text PRIMARY KEY,
      lease_until bigint,
      fencing_token bigint NOT NULL DEFAULT 0,
      next_at bigint NOT NULL,
      ran_at bigint,
      failure text
    )`,
    // Users with their sign-in, and what counts attempts. A service token has a user of its own, who cannot sign in.
    `CREATE TABLE "user" (
      id text PRIMARY KEY,
      email text NOT NULL UNIQUE,
      name text NOT NULL,
      role text,
      is_service integer NOT NULL DEFAULT 0,
      disabled integer NOT NULL DEFAULT 0,
      limited_to text,
      language text,
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
    `CREATE TABLE api_token (
      id text PRIMARY KEY,
      hash text NOT NULL,
      user_id text NOT NULL,
      name text NOT NULL,
      scopes text NOT NULL,
      created_at bigint NOT NULL,
      created_by text,
      expires_at bigint NOT NULL,
      last_used_at bigint
    )`,
    `CREATE UNIQUE INDEX api_token_hash ON api_token (hash)`,
    `CREATE INDEX api_token_user ON api_token (user_id)`,
    `CREATE TABLE attempt_count (
      key text PRIMARY KEY,
      tries bigint NOT NULL,
      until bigint NOT NULL
    )`,
    `CREATE INDEX attempt_count_until ON attempt_count (until)`,
    // The departments and people that a user chose as their team.
    `CREATE TABLE team (
      account text NOT NULL,
      user_id text NOT NULL,
      departments text NOT NULL,
      people text NOT NULL,
      pool text,
      PRIMARY KEY (account, user_id)
    )`,
    // What users are notified of, how far each service's events were read, and deliveries by mail and webhook.
    `CREATE TABLE notification (
      id text PRIMARY KEY,
      user_id text NOT NULL,
      account text,
      key text NOT NULL,
      count integer NOT NULL,
      event text NOT NULL,
      at bigint NOT NULL,
      read_at bigint
    )`,
    `CREATE UNIQUE INDEX notification_once ON notification (user_id, key)`,
    `CREATE INDEX notification_newest ON notification (user_id, at, id)`,
    `CREATE INDEX notification_unread ON notification (user_id) WHERE read_at IS NULL`,
    `CREATE INDEX notification_oldest ON notification (at)`,
    `CREATE TABLE notification_scan (
      account text PRIMARY KEY,
      until bigint NOT NULL,
      conditions text NOT NULL
    )`,
    `CREATE TABLE notification_choice (
      user_id text PRIMARY KEY,
      language text NOT NULL,
      choices text NOT NULL
    )`,
    `CREATE TABLE mail_server (
      id integer PRIMARY KEY,
      host text NOT NULL,
      port integer NOT NULL,
      tls text NOT NULL,
      user_name text,
      password text,
      sender text NOT NULL
    )`,
    `CREATE TABLE webhook (
      id text PRIMARY KEY,
      url text NOT NULL,
      secret text NOT NULL,
      kinds text NOT NULL,
      created_at bigint NOT NULL,
      failing_since bigint,
      off_at bigint,
      off_because text
    )`,
    `CREATE TABLE delivery (
      id text PRIMARY KEY,
      webhook_id text,
      user_id text,
      key text NOT NULL,
      event text NOT NULL,
      at bigint NOT NULL,
      state text NOT NULL,
      attempts integer NOT NULL,
      next_at bigint NOT NULL,
      tried_at bigint,
      status integer,
      failure text
    )`,
    `CREATE UNIQUE INDEX delivery_once ON delivery (coalesce(webhook_id, user_id), key)`,
    `CREATE INDEX delivery_due ON delivery (next_at) WHERE state = 'waiting'`,
    `CREATE INDEX delivery_newest ON delivery (webhook_id, at)`,
    `CREATE INDEX delivery_oldest ON delivery (at)`,
    // The audit: a hash chain of entries. Triggers in both engines prevent changes and deletions.
    `CREATE TABLE audit (
      id ${sortable} PRIMARY KEY,
      at bigint NOT NULL,
      actor_id ${sortable} NOT NULL,
      actor_name ${sortable} NOT NULL,
      action ${sortable} NOT NULL,
      object ${sortable} NOT NULL,
      phase text NOT NULL,
      result text,
      request_id ${sortable},
      actor_role text,
      session text,
      address text,
      reason text,
      chain text NOT NULL,
      prev_hash text NOT NULL,
      hash text NOT NULL,
      seq bigint NOT NULL CHECK (seq > 0)
    )`,
    `CREATE TABLE audit_head (
      chain text PRIMARY KEY,
      seq bigint NOT NULL,
      hash text NOT NULL,
      at bigint NOT NULL,
      mac text NOT NULL
    )`,
    `CREATE INDEX audit_action ON audit (action, at, id)`,
    // Excludes the two entries that a job adds for each of its rows.
    `CREATE INDEX audit_activity ON audit (at, id) WHERE action <> 'job.item.create'`,
    `CREATE INDEX audit_actor ON audit (actor_id, at, id)`,
    `CREATE INDEX audit_actor_action ON audit (actor_id, action, at, id)`,
    `CREATE UNIQUE INDEX audit_chain ON audit (chain, seq)`,
    `CREATE INDEX audit_name ON audit (actor_name, actor_id, at, id)`,
    `CREATE INDEX audit_newest ON audit (at, id)`,
    `CREATE INDEX audit_object ON audit (object, at, id)`,
    `CREATE INDEX audit_request ON audit (request_id, at, id) WHERE request_id IS NOT NULL`,
    // Names for filter menus, without text from failed sign-ins (actor `-`).
    `CREATE INDEX audit_user_name ON audit (actor_name, actor_id) WHERE actor_id <> '-'`,
    `CREATE INDEX audit_user_object ON audit (object, actor_id) WHERE actor_id <> '-'`,
    // Creations: a job, and one row per number.
    `CREATE TABLE job (
      id text PRIMARY KEY,
      user_id text NOT NULL,
      user_name text NOT NULL,
      idempotency_key text NOT NULL,
      body_mac text NOT NULL,
      name text NOT NULL,
      account text NOT NULL,
      created_at bigint NOT NULL,
      started_at bigint,
      ended_at bigint,
      desired_state text NOT NULL,
      paused_because text,
      waiting_for text,
      total integer NOT NULL,
      pending integer NOT NULL,
      sending integer NOT NULL DEFAULT 0,
      in_doubt integer NOT NULL DEFAULT 0,
      done integer NOT NULL DEFAULT 0,
      failed integer NOT NULL DEFAULT 0,
      needs_review integer NOT NULL DEFAULT 0,
      cancelled integer NOT NULL DEFAULT 0,
      unverified integer NOT NULL DEFAULT 0,
      mismatched integer NOT NULL DEFAULT 0,
      lease_until bigint,
      fencing_token bigint NOT NULL DEFAULT 0,
      password_fill text NOT NULL,
      has_secrets integer NOT NULL,
      secrets_until bigint,
      kind text NOT NULL DEFAULT 'bulk',
      operation text NOT NULL DEFAULT 'create_extension',
      actor text,
      CONSTRAINT job_key UNIQUE (user_id, idempotency_key)
    )`,
    `CREATE TABLE job_item (
      job_id text NOT NULL,
      position integer NOT NULL,
      account text NOT NULL,
      ext ${sortable} NOT NULL,
      agent_id text,
      agent_type text,
      lang_code_txt text,
      company_id text,
      password text,
      password_source text NOT NULL,
      state text NOT NULL,
      attempts integer NOT NULL DEFAULT 0,
      how text,
      checked text,
      code text,
      upstream_code text,
      message text,
      started_at bigint,
      open_since bigint,
      ended_at bigint,
      looks integer NOT NULL DEFAULT 0,
      next_look_at bigint,
      CONSTRAINT job_item_key PRIMARY KEY (job_id, position),
      CONSTRAINT job_item_number UNIQUE (job_id, ext)
    )`,
    `CREATE INDEX job_newest ON job (created_at, id)`,
    `CREATE INDEX job_open ON job (created_at) WHERE ended_at IS NULL`,
    `CREATE INDEX job_ended ON job (account, ended_at) WHERE ended_at IS NOT NULL`,
    `CREATE INDEX job_item_due ON job_item (job_id, next_look_at) WHERE next_look_at IS NOT NULL`,
    `CREATE INDEX job_item_ended ON job_item (job_id, ended_at) WHERE ended_at IS NOT NULL`,
    // A number has at most one open row: pending, sending, in doubt, needing review, or created but not yet verified.
    `CREATE UNIQUE INDEX job_item_open ON job_item (account, ext)
      WHERE state IN ('pending', 'sending', 'inDoubt', 'needsReview') OR (state = 'done' AND checked IS NULL)`,
    `CREATE INDEX job_item_ext ON job_item (account, ext)`,
    `CREATE INDEX job_item_state ON job_item (job_id, state, position)`,
    // Reservations of free numbers for agents. With `keep_days`, a number is kept back after its agent left.
    `CREATE TABLE reservation (
      id text PRIMARY KEY,
      account text NOT NULL,
      ext ${sortable} NOT NULL,
      agent_uuid ${sortable},
      joiner_id text,
      agent_name text,
      work_number text,
      domain text,
      lang_code_txt text,
      user_id text NOT NULL,
      user_name text NOT NULL,
      idempotency_key text NOT NULL,
      body_mac text NOT NULL,
      state text NOT NULL,
      reserved_at bigint NOT NULL,
      expires_at bigint NOT NULL,
      checked_at bigint NOT NULL,
      missing integer NOT NULL DEFAULT 0,
      holder text,
      keep_days integer,
      ended_at bigint,
      ended_by text,
      reason text,
      CONSTRAINT reservation_key UNIQUE (user_id, idempotency_key, ext),
      CONSTRAINT reservation_whom CHECK (agent_uuid IS NOT NULL OR joiner_id IS NOT NULL)
    )`,
    `CREATE INDEX reservation_agent ON reservation (account, agent_uuid, reserved_at)`,
    `CREATE INDEX reservation_joiner ON reservation (account, joiner_id) WHERE joiner_id IS NOT NULL`,
    `CREATE INDEX reservation_due ON reservation (account, checked_at) WHERE state = 'reserved'`,
    `CREATE INDEX reservation_ended ON reservation (account, ended_at) WHERE ended_at IS NOT NULL`,
    `CREATE INDEX reservation_expires ON reservation (account, expires_at) WHERE state = 'reserved'`,
    `CREATE INDEX reservation_newest ON reservation (account, reserved_at, id)`,
    `CREATE INDEX reservation_number ON reservation (account, ext, reserved_at)`,
    // A number has at most one open reservation.
    `CREATE UNIQUE INDEX reservation_open ON reservation (account, ext) WHERE state = 'reserved'`,
    `CREATE INDEX reservation_user ON reservation (account, user_id, reserved_at)`,
    // Requests for changes that staff of the service make by hand.
    `CREATE TABLE service_request (
      id text PRIMARY KEY,
      account text NOT NULL,
      kind text NOT NULL,
      ext ${sortable} NOT NULL,
      bound_uuid text,
      bound_name text,
      agent_uuid text,
      agent_name text,
      reason text NOT NULL,
      due_on ${sortable},
      state text NOT NULL,
      user_id text NOT NULL,
      user_name text NOT NULL,
      asked_at bigint NOT NULL,
      sent_at bigint,
      sent_by text,
      assignee_id text,
      assignee_name text,
      assigned_at bigint,
      assigned_by text,
      closed_at bigint,
      closed_by text,
      note text,
      checked_at bigint NOT NULL
    )`,
    `CREATE INDEX service_request_newest ON service_request (account, asked_at, id)`,
    `CREATE INDEX service_request_due ON service_request (account, (due_on IS NULL), due_on, id)`,
    `CREATE INDEX service_request_closed ON service_request (account, closed_at) WHERE closed_at IS NOT NULL`,
    `CREATE INDEX service_request_assigned ON service_request (account, assigned_at) WHERE assigned_at IS NOT NULL`,
    `CREATE INDEX service_request_number ON service_request (account, ext, id)`,
    `CREATE INDEX service_request_checked ON service_request (account, checked_at) WHERE closed_at IS NULL`,
    // A number has at most one open request per kind of change.
    `CREATE UNIQUE INDEX service_request_pending ON service_request (account, ext, kind) WHERE closed_at IS NULL`,
    // Every extension as last seen, counts by prefix, crawls, and saved views.
    `CREATE TABLE inventory (
      account text NOT NULL,
      ext ${sortable} NOT NULL,
      state text NOT NULL,
      bind_status bigint,
      agent_uuid ${sortable},
      agent_name text,
      using_uuid text,
      lang_code text,
      lang_code_txt text,
      language text NOT NULL,
      domain text,
      status bigint,
      enabled bigint,
      ext_type bigint,
      creation_time bigint,
      bind_time bigint,
      source text NOT NULL,
      first_seen_at bigint NOT NULL,
      seen_at bigint NOT NULL,
      state_since bigint NOT NULL,
      idle_at bigint,
      binding_since bigint NOT NULL,
      CONSTRAINT inventory_key PRIMARY KEY (account, ext)
    )`,
    `CREATE TABLE binding_change (
      account text NOT NULL,
      ext ${sortable} NOT NULL,
      at bigint NOT NULL,
      state text NOT NULL,
      agent_uuid ${sortable},
      agent_name text,
      before_state text NOT NULL,
      before_agent_uuid ${sortable},
      before_agent_name text,
      before_since bigint NOT NULL,
      before_bind_time bigint,
      CONSTRAINT binding_change_key PRIMARY KEY (account, ext, at)
    )`,
    `CREATE INDEX binding_change_agent ON binding_change (account, agent_uuid, at) WHERE agent_uuid IS NOT NULL`,
    `CREATE INDEX binding_change_before ON binding_change (account, before_agent_uuid, at)
      WHERE before_agent_uuid IS NOT NULL`,
    `CREATE INDEX binding_change_newest ON binding_change (account, at)`,
    `CREATE TABLE inventory_count (
      account text NOT NULL,
      length integer NOT NULL,
      prefix ${sortable} NOT NULL,
      state text NOT NULL,
      language text NOT NULL,
      count bigint NOT NULL,
      CONSTRAINT inventory_count_key PRIMARY KEY (account, length, prefix, state, language)
    )`,
    `CREATE TABLE inventory_crawl (
      account text NOT NULL,
      kind text NOT NULL,
      started_at bigint,
      cursor text,
      done bigint NOT NULL,
      total bigint,
      whole integer NOT NULL,
      ended_at bigint,
      last_whole_at bigint,
      last_whole_count bigint,
      problem text,
      CONSTRAINT inventory_crawl_key PRIMARY KEY (account, kind)
    )`,
    `CREATE TABLE saved_view (
      id text PRIMARY KEY,
      page text NOT NULL,
      user_id text NOT NULL,
      user_name text NOT NULL,
      name text NOT NULL,
      name_key text NOT NULL,
      query text NOT NULL,
      shared integer NOT NULL,
      changed_at bigint NOT NULL,
      CONSTRAINT saved_view_name UNIQUE (user_id, page, name_key)
    )`,
    `CREATE INDEX inventory_age ON inventory (account, state, seen_at, ext)`,
    `CREATE INDEX inventory_agent ON inventory (account, agent_uuid, ext) WHERE agent_uuid IS NOT NULL`,
    // Numbers created and not seen since, a small part of those with an unknown state.
    `CREATE INDEX inventory_created ON inventory (account, seen_at, ext)
      WHERE state = 'unknown' AND source = 'created'`,
    // Not bound, and not known whether the idle list has them: looked up, and decided by the next scan.
    `CREATE INDEX inventory_unlisted ON inventory (account, state_since, ext)
      WHERE state = 'unknown' AND bind_status = 0`,
    // Left the idle list and not read since.
    `CREATE INDEX inventory_left ON inventory (account, state_since, ext)
      WHERE state = 'unavailable' AND seen_at < state_since`,
    // Finds numbers by their last digits.
    `CREATE INDEX inventory_ending ON inventory (account, ${reversed[engine]}, ext, state)`,
    `CREATE INDEX inventory_idle ON inventory (account, idle_at) WHERE idle_at IS NOT NULL`,
    `CREATE INDEX inventory_language ON inventory (account, language, ext)`,
    // Each index ends in the list's sort order, so that a page costs the same at any list size.
    `CREATE INDEX inventory_state ON inventory (account, state, ext)`,
    `CREATE INDEX inventory_state_language ON inventory (account, state, language, ext)`,
    `CREATE INDEX saved_view_shared ON saved_view (page, name_key) WHERE shared = 1`,
    // Agents and their search terms.
    `CREATE TABLE agent (
      id ${sortable} PRIMARY KEY,
      account text NOT NULL,
      agent_uuid ${sortable},
      facts text NOT NULL,
      name_key ${sortable} NOT NULL,
      work_number ${sortable},
      department ${sortable},
      ext ${sortable},
      exts text NOT NULL,
      numbers bigint NOT NULL,
      first_seen_at bigint NOT NULL,
      record_at bigint NOT NULL,
      CONSTRAINT agent_key UNIQUE (account, agent_uuid)
    )`,
    `CREATE TABLE agent_term (
      account text NOT NULL,
      kind integer NOT NULL,
      term ${sortable} NOT NULL,
      agent_id ${sortable} NOT NULL,
      CONSTRAINT agent_term_key PRIMARY KEY (account, kind, term, agent_id)
    )`,
    `CREATE INDEX agent_by_name ON agent (account, name_key, id)`,
    `CREATE INDEX agent_by_work_number ON agent (account, (work_number IS NULL), work_number, name_key, id)`,
    `CREATE INDEX agent_by_department ON agent (account, (department IS NULL), department, name_key, id)`,
    `CREATE INDEX agent_by_number ON agent (account, (ext IS NULL), ext, name_key, id)`,
    `CREATE INDEX agent_of_department ON agent (account, department) WHERE department IS NOT NULL`,
    `CREATE INDEX agent_record ON agent (account, record_at) WHERE agent_uuid IS NOT NULL`,
    `CREATE INDEX agent_term_agent ON agent_term (agent_id, term)`,
    // Labels and notes of numbers and agents.
    `CREATE TABLE label (
      account text NOT NULL,
      kind text NOT NULL,
      subject ${sortable} NOT NULL,
      name_key ${sortable} NOT NULL,
      name text NOT NULL,
      CONSTRAINT label_key PRIMARY KEY (account, kind, subject, name_key)
    )`,
    `CREATE TABLE note (
      account text NOT NULL,
      kind text NOT NULL,
      subject ${sortable} NOT NULL,
      text text NOT NULL,
      version bigint NOT NULL,
      changed_by text NOT NULL,
      changed_at bigint NOT NULL,
      CONSTRAINT note_key PRIMARY KEY (account, kind, subject)
    )`,
    // Named pools of numbers.
    `CREATE TABLE pool (
      id text PRIMARY KEY,
      account text NOT NULL,
      name text NOT NULL,
      name_key ${sortable} NOT NULL,
      numbers text NOT NULL,
      owner text NOT NULL,
      owner_id text,
      purpose text NOT NULL,
      version bigint NOT NULL,
      changed_by text NOT NULL,
      changed_at bigint NOT NULL,
      CONSTRAINT pool_name UNIQUE (account, name_key)
    )`,
    `CREATE INDEX label_name ON label (account, kind, name_key, subject)`,
    // Snapshots of free and bound counts, and thresholds.
    `CREATE TABLE snapshot (
      account text NOT NULL,
      at bigint NOT NULL,
      CONSTRAINT snapshot_key PRIMARY KEY (account, at)
    )`,
    `CREATE TABLE snapshot_count (
      account text NOT NULL,
      at bigint NOT NULL,
      scope text NOT NULL,
      free integer NOT NULL,
      reserved integer NOT NULL,
      bound integer NOT NULL,
      unknown integer NOT NULL,
      unavailable integer NOT NULL DEFAULT 0,
      CONSTRAINT snapshot_count_key PRIMARY KEY (account, scope, at)
    )`,
    `CREATE TABLE threshold (
      account text NOT NULL,
      scope text NOT NULL,
      least_free integer,
      least_days integer,
      version bigint NOT NULL,
      changed_by text NOT NULL,
      changed_at bigint NOT NULL,
      acknowledged_by text,
      acknowledged_at bigint,
      acknowledged_until bigint,
      acknowledged_free integer,
      CONSTRAINT threshold_key PRIMARY KEY (account, scope)
    )`,
    // Retention removes whole snapshots.
    `CREATE INDEX snapshot_count_at ON snapshot_count (account, at)`,
    // Names of codes, and observed values.
    `CREATE TABLE code_name (
      account text NOT NULL,
      field text NOT NULL,
      value text NOT NULL,
      en text NOT NULL,
      zh text NOT NULL,
      note text NOT NULL,
      version bigint NOT NULL,
      changed_by text NOT NULL,
      changed_at bigint NOT NULL,
      CONSTRAINT code_name_key PRIMARY KEY (account, field, value)
    )`,
    `CREATE TABLE observed_value (
      account text NOT NULL,
      field text NOT NULL,
      value text NOT NULL,
      count bigint NOT NULL,
      first_seen_at bigint NOT NULL,
      last_seen_at bigint NOT NULL,
      CONSTRAINT observed_value_key PRIMARY KEY (account, field, value)
    )`,
  ]
}

const appendOnly = {
  sqlite: ['UPDATE', 'DELETE'].map(
    (event) => `CREATE TRIGGER audit_no_${event.toLowerCase()} BEFORE ${event} ON audit
      BEGIN SELECT RAISE(ABORT, 'the audit is append-only'); END`,
  ),
  postgres: [
    `CREATE FUNCTION audit_append_only() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN RAISE EXCEPTION 'the audit is append-only'; END $$`,
    `CREATE TRIGGER audit_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON audit
      FOR EACH STATEMENT EXECUTE FUNCTION audit_append_only()`,
  ],
}
