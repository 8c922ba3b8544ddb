SET statement_timeout = 0;
SET lock_timeout = 0;
SET idle_in_transaction_session_timeout = 0;
SET client_encoding = 'UTF8';
SET standard_conforming_strings = on;
SELECT pg_catalog.set_config('search_path', '', false);
SET check_function_bodies = false;
SET xmloption = content;
SET client_min_messages = warning;
SET row_security = off;
CREATE FUNCTION public.audit_append_only() RETURNS trigger
    LANGUAGE plpgsql
    AS $$ BEGIN RAISE EXCEPTION 'the audit is append-only'; END $$;
SET default_tablespace = '';
SET default_table_access_method = heap;
CREATE TABLE public.account (
    id text NOT NULL,
    "accountId" text NOT NULL,
    "providerId" text NOT NULL,
    "userId" text NOT NULL,
    "accessToken" text,
    "refreshToken" text,
    "idToken" text,
    "accessTokenExpiresAt" timestamp with time zone,
    "refreshTokenExpiresAt" timestamp with time zone,
    scope text,
    password text,
    "createdAt" timestamp with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
    "updatedAt" timestamp with time zone NOT NULL
);
CREATE TABLE public.action_use (
    user_id text NOT NULL,
    action text NOT NULL,
    times text NOT NULL
);
CREATE TABLE public.agent (
    id text NOT NULL COLLATE pg_catalog."C",
    account text NOT NULL,
    agent_uuid text COLLATE pg_catalog."C",
    facts text NOT NULL,
    name_key text NOT NULL COLLATE pg_catalog."C",
    work_number text COLLATE pg_catalog."C",
    department text COLLATE pg_catalog."C",
    ext text COLLATE pg_catalog."C",
    numbers bigint NOT NULL,
    first_seen_at bigint NOT NULL,
    record_at bigint NOT NULL
);
CREATE TABLE public.agent_term (
    account text NOT NULL,
    kind integer NOT NULL,
    term text NOT NULL COLLATE pg_catalog."C",
    agent_id text NOT NULL COLLATE pg_catalog."C"
);
CREATE TABLE public.audit (
    id text NOT NULL COLLATE pg_catalog."C",
    at bigint NOT NULL,
    actor_id text NOT NULL COLLATE pg_catalog."C",
    actor_name text NOT NULL COLLATE pg_catalog."C",
    action text NOT NULL COLLATE pg_catalog."C",
    object text NOT NULL COLLATE pg_catalog."C",
    phase text NOT NULL,
    result text,
    request_id text COLLATE pg_catalog."C",
    actor_role text,
    session text,
    address text,
    reason text,
    chain text NOT NULL,
    prev_hash text NOT NULL,
    hash text NOT NULL,
    seq bigint NOT NULL,
    CONSTRAINT audit_seq_check CHECK ((seq > 0))
);
CREATE TABLE public.audit_head (
    chain text NOT NULL,
    seq bigint NOT NULL,
    hash text NOT NULL,
    at bigint NOT NULL,
    mac text NOT NULL
);
CREATE TABLE public.binding_change (
    account text NOT NULL,
    ext text NOT NULL COLLATE pg_catalog."C",
    at bigint NOT NULL,
    state text NOT NULL,
    agent_uuid text COLLATE pg_catalog."C",
    agent_name text,
    before_state text NOT NULL,
    before_agent_uuid text COLLATE pg_catalog."C",
    before_agent_name text,
    before_since bigint NOT NULL,
    before_bind_time bigint
);
CREATE TABLE public.code_name (
    account text NOT NULL,
    field text NOT NULL,
    value text NOT NULL,
    en text NOT NULL,
    zh text NOT NULL,
    note text NOT NULL,
    version bigint NOT NULL,
    changed_by text NOT NULL,
    changed_at bigint NOT NULL
);
CREATE TABLE public.inventory (
    account text NOT NULL,
    ext text NOT NULL COLLATE pg_catalog."C",
    state text NOT NULL,
    bind_status bigint,
    agent_uuid text COLLATE pg_catalog."C",
    agent_name text,
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
    binding_since bigint NOT NULL
);
CREATE TABLE public.inventory_count (
    account text NOT NULL,
    length integer NOT NULL,
    prefix text NOT NULL COLLATE pg_catalog."C",
    state text NOT NULL,
    language text NOT NULL,
    count bigint NOT NULL
);
CREATE TABLE public.inventory_crawl (
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
    problem text
);
CREATE TABLE public.job (
    id text NOT NULL,
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
    sending integer DEFAULT 0 NOT NULL,
    in_doubt integer DEFAULT 0 NOT NULL,
    done integer DEFAULT 0 NOT NULL,
    failed integer DEFAULT 0 NOT NULL,
    needs_review integer DEFAULT 0 NOT NULL,
    cancelled integer DEFAULT 0 NOT NULL,
    unverified integer DEFAULT 0 NOT NULL,
    mismatched integer DEFAULT 0 NOT NULL,
    lease_owner text,
    lease_until bigint,
    fencing_token bigint DEFAULT 0 NOT NULL,
    password_fill text NOT NULL,
    password_length integer NOT NULL,
    secret_key text,
    has_secrets integer NOT NULL,
    secrets_until bigint,
    kind text DEFAULT 'bulk'::text NOT NULL,
    operation text DEFAULT 'create_extension'::text NOT NULL,
    actor text
);
CREATE TABLE public.job_item (
    job_id text NOT NULL,
    "position" integer NOT NULL,
    account text NOT NULL,
    ext text NOT NULL COLLATE pg_catalog."C",
    agent_id text,
    agent_type text,
    lang_code_txt text,
    company_id text,
    password text,
    password_source text NOT NULL,
    delivered integer DEFAULT 0 NOT NULL,
    state text NOT NULL,
    attempts integer DEFAULT 0 NOT NULL,
    resends integer DEFAULT 0 NOT NULL,
    fencing_token bigint DEFAULT 0 NOT NULL,
    how text,
    checked text,
    code text,
    upstream_code text,
    message text,
    started_at bigint,
    sent_at bigint,
    open_since bigint,
    ended_at bigint,
    looks integer DEFAULT 0 NOT NULL,
    next_look_at bigint
);
CREATE TABLE public.kysely_migration (
    name character varying(255) NOT NULL,
    "timestamp" character varying(255) NOT NULL
);
CREATE TABLE public.kysely_migration_lock (
    id character varying(255) NOT NULL,
    is_locked integer DEFAULT 0 NOT NULL
);
CREATE TABLE public.label (
    account text NOT NULL,
    kind text NOT NULL,
    subject text NOT NULL COLLATE pg_catalog."C",
    name_key text NOT NULL COLLATE pg_catalog."C",
    name text NOT NULL
);
CREATE TABLE public.note (
    account text NOT NULL,
    kind text NOT NULL,
    subject text NOT NULL COLLATE pg_catalog."C",
    text text NOT NULL,
    version bigint NOT NULL,
    changed_by text NOT NULL,
    changed_at bigint NOT NULL
);
CREATE TABLE public.observed_value (
    account text NOT NULL,
    field text NOT NULL,
    value text NOT NULL,
    count bigint NOT NULL,
    first_seen_at bigint NOT NULL,
    last_seen_at bigint NOT NULL
);
CREATE TABLE public.pool (
    id text NOT NULL,
    account text NOT NULL,
    name text NOT NULL,
    name_key text NOT NULL COLLATE pg_catalog."C",
    numbers text NOT NULL,
    owner text NOT NULL,
    purpose text NOT NULL,
    version bigint NOT NULL,
    changed_by text NOT NULL,
    changed_at bigint NOT NULL
);
CREATE TABLE public.reservation (
    id text NOT NULL,
    account text NOT NULL,
    ext text NOT NULL COLLATE pg_catalog."C",
    agent_uuid text COLLATE pg_catalog."C",
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
    missing integer DEFAULT 0 NOT NULL,
    holder text,
    ended_at bigint,
    ended_by text,
    reason text,
    CONSTRAINT reservation_whom CHECK (((agent_uuid IS NOT NULL) OR (joiner_id IS NOT NULL)))
);
CREATE TABLE public.saved_view (
    id text NOT NULL,
    page text NOT NULL,
    user_id text NOT NULL,
    user_name text NOT NULL,
    name text NOT NULL,
    name_key text NOT NULL,
    query text NOT NULL,
    shared integer NOT NULL,
    changed_at bigint NOT NULL
);
CREATE TABLE public.service_request (
    id text NOT NULL,
    account text NOT NULL,
    kind text NOT NULL,
    ext text NOT NULL COLLATE pg_catalog."C",
    bound_uuid text,
    bound_name text,
    agent_uuid text,
    agent_name text,
    reason text NOT NULL,
    due_at bigint,
    state text NOT NULL,
    user_id text NOT NULL,
    user_name text NOT NULL,
    asked_at bigint NOT NULL,
    sent_at bigint,
    sent_by text,
    closed_at bigint,
    closed_by text,
    note text,
    checked_at bigint NOT NULL
);
CREATE TABLE public.session (
    id text NOT NULL,
    "expiresAt" timestamp with time zone NOT NULL,
    token text NOT NULL,
    "createdAt" timestamp with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
    "updatedAt" timestamp with time zone NOT NULL,
    "ipAddress" text,
    "userAgent" text,
    "userId" text NOT NULL,
    "ssoAuthTime" timestamp with time zone,
    "impersonatedBy" text
);
CREATE TABLE public.setting (
    name text NOT NULL,
    value text NOT NULL
);
CREATE TABLE public.sign_in_try (
    account text NOT NULL,
    tries bigint NOT NULL,
    since bigint NOT NULL,
    failed bigint DEFAULT 0 NOT NULL
);
CREATE TABLE public.snapshot (
    account text NOT NULL,
    at bigint NOT NULL
);
CREATE TABLE public.snapshot_count (
    account text NOT NULL,
    at bigint NOT NULL,
    scope text NOT NULL,
    free integer NOT NULL,
    reserved integer NOT NULL,
    bound integer NOT NULL,
    unknown integer NOT NULL
);
CREATE TABLE public.task_lease (
    name text NOT NULL,
    owner text,
    held_until bigint NOT NULL,
    next_at bigint NOT NULL
);
CREATE TABLE public.threshold (
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
    acknowledged_free integer
);
CREATE TABLE public.token_state (
    key text NOT NULL,
    token text,
    generation bigint NOT NULL,
    issued_at bigint,
    expires_at bigint,
    lease_owner text,
    lease_until bigint,
    cooldown_until bigint,
    last_error text,
    renewals text
);
CREATE TABLE public."twoFactor" (
    id text NOT NULL,
    secret text NOT NULL,
    "backupCodes" text NOT NULL,
    "userId" text NOT NULL,
    verified boolean,
    "failedVerificationCount" integer,
    "lockedUntil" timestamp with time zone
);
CREATE TABLE public."user" (
    id text NOT NULL,
    name text NOT NULL,
    email text NOT NULL,
    "emailVerified" boolean NOT NULL,
    image text,
    "createdAt" timestamp with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
    "updatedAt" timestamp with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
    "ssoIssuer" text,
    "ssoSubject" text,
    "ssoShownAs" text,
    role text,
    banned boolean,
    "banReason" text,
    "banExpires" timestamp with time zone,
    "twoFactorEnabled" boolean,
    "mustChangePassword" boolean,
    "oneTimePasswordUntil" timestamp with time zone,
    "lastSignInAt" timestamp with time zone
);
CREATE TABLE public.verification (
    id text NOT NULL,
    identifier text NOT NULL,
    value text NOT NULL,
    "expiresAt" timestamp with time zone NOT NULL,
    "createdAt" timestamp with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
    "updatedAt" timestamp with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL
);
INSERT INTO public.account VALUES ('XZf15C9P7ajSDpxWQiYODmwI6v8H1nhQ', '2xg8rbJ0DwKmZgcI1RZiTO64WtgaAgD2', 'credential', '2xg8rbJ0DwKmZgcI1RZiTO64WtgaAgD2', NULL, NULL, NULL, NULL, NULL, NULL, '$scrypt$ln=13,r=8,p=10$FbrIzVM0XsteualVsiS/tA$qkv3hVsR8DuUVKg4MbqWwS7EKi4p+bo5OKLWcK9qknDkSMUwdZgmKXArzIty1SqaRw++0md2dBD1osB+s4kzCA', '2026-11-26 03:40:02.556+00', '2026-11-26 03:40:02.556+00');
INSERT INTO public.account VALUES ('qOYR37i71Cv14gJvzv3hkcI36f53U7QO', '5bkJ7l0boq7901BfbKwDcXWfGo19cSSa', 'credential', '5bkJ7l0boq7901BfbKwDcXWfGo19cSSa', NULL, NULL, NULL, NULL, NULL, NULL, '$scrypt$ln=13,r=8,p=10$aoYcGWXUTsdlGByxkc5SNQ$jbzB8+0O7B7bYv0Vjp85KwU9T0UudFq6x3etfsKumACzOv5zbfkkJTMD162UbTYD1ee8fNxyhmHl3gWJklJT5Q', '2026-11-26 03:40:03.325+00', '2026-11-26 03:40:03.325+00');
INSERT INTO public.account VALUES ('WKpUC7gHjeA0zwDqZULfsrpZuskhU0p0', '3yimWTdQ4p8mGMKx3jNiecT62TehIkNw', 'credential', '3yimWTdQ4p8mGMKx3jNiecT62TehIkNw', NULL, NULL, NULL, NULL, NULL, NULL, '$scrypt$ln=13,r=8,p=10$oxviip2tclf+H3M+6R8hJA$modGSaFne1zRKeQwLs5VtzmYxGTg9m47Bek4T9GooS8yw9wXQzJ4GFwbyGiR3EPzlAZFAZg4fkEJ5HK5k59Fpg', '2026-11-26 03:40:07.773+00', '2026-11-26 03:40:07.773+00');
INSERT INTO public.action_use VALUES ('2xg8rbJ0DwKmZgcI1RZiTO64WtgaAgD2', 'reveal', '[1795664407806]');
INSERT INTO public.agent VALUES ('41f5dea0-9d0d-4638-94ea-ddba12d04c5f', 'http://127.0.0.1:9 sandbox', '9348ee74c2cefd4740db23a3b5bf4a0d', '{"name":{"value":"王伟","source":"extension","at":1795664405913}}', 'wangwei', NULL, NULL, '1000', 1, 1795664405913, 0);
INSERT INTO public.agent VALUES ('4f0d3c26-21a6-4b42-ac5a-e527a37b9b60', 'http://127.0.0.1:9 sandbox', 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa', '{"name":{"value":"Ingrid Patel","source":"reservation","at":1795664407138}}', 'ingrid patel', NULL, NULL, NULL, 0, 1795664407138, 0);
INSERT INTO public.agent VALUES ('a12d1f2b-c61e-4b35-8ca6-a93ed38a9d2d', 'http://127.0.0.1:9 sandbox', 'bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb', '{"name":{"value":"Omar Haddad","source":"reservation","at":1795664407191}}', 'omar haddad', NULL, NULL, NULL, 0, 1795664407191, 0);
INSERT INTO public.agent VALUES ('5f28f6f3-ce37-49f8-8b6b-c7fb8fd82c09', 'http://127.0.0.1:9 sandbox', '630a6f2c6bd33965e6ca7222c7965588', '{"name":{"value":"黄娜","source":"extension","at":1795664407879}}', 'huangna', NULL, NULL, '1008', 1, 1795664407879, 0);
INSERT INTO public.agent_term VALUES ('http://127.0.0.1:9 sandbox', 0, '王伟', '41f5dea0-9d0d-4638-94ea-ddba12d04c5f');
INSERT INTO public.agent_term VALUES ('http://127.0.0.1:9 sandbox', 0, 'wangwei', '41f5dea0-9d0d-4638-94ea-ddba12d04c5f');
INSERT INTO public.agent_term VALUES ('http://127.0.0.1:9 sandbox', 0, 'ww', '41f5dea0-9d0d-4638-94ea-ddba12d04c5f');
INSERT INTO public.agent_term VALUES ('http://127.0.0.1:9 sandbox', 0, '伟', '41f5dea0-9d0d-4638-94ea-ddba12d04c5f');
INSERT INTO public.agent_term VALUES ('http://127.0.0.1:9 sandbox', 0, 'wei', '41f5dea0-9d0d-4638-94ea-ddba12d04c5f');
INSERT INTO public.agent_term VALUES ('http://127.0.0.1:9 sandbox', 0, 'w', '41f5dea0-9d0d-4638-94ea-ddba12d04c5f');
INSERT INTO public.agent_term VALUES ('http://127.0.0.1:9 sandbox', 0, '1000', '41f5dea0-9d0d-4638-94ea-ddba12d04c5f');
INSERT INTO public.agent_term VALUES ('http://127.0.0.1:9 sandbox', 0, '9348ee74c2cefd4740db23a3b5bf4a0d', '41f5dea0-9d0d-4638-94ea-ddba12d04c5f');
INSERT INTO public.agent_term VALUES ('http://127.0.0.1:9 sandbox', 0, 'ingrid', '4f0d3c26-21a6-4b42-ac5a-e527a37b9b60');
INSERT INTO public.agent_term VALUES ('http://127.0.0.1:9 sandbox', 0, 'patel', '4f0d3c26-21a6-4b42-ac5a-e527a37b9b60');
INSERT INTO public.agent_term VALUES ('http://127.0.0.1:9 sandbox', 0, 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa', '4f0d3c26-21a6-4b42-ac5a-e527a37b9b60');
INSERT INTO public.agent_term VALUES ('http://127.0.0.1:9 sandbox', 0, 'omar', 'a12d1f2b-c61e-4b35-8ca6-a93ed38a9d2d');
INSERT INTO public.agent_term VALUES ('http://127.0.0.1:9 sandbox', 0, 'haddad', 'a12d1f2b-c61e-4b35-8ca6-a93ed38a9d2d');
INSERT INTO public.agent_term VALUES ('http://127.0.0.1:9 sandbox', 0, 'bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb', 'a12d1f2b-c61e-4b35-8ca6-a93ed38a9d2d');
INSERT INTO public.agent_term VALUES ('http://127.0.0.1:9 sandbox', 0, '黄娜', '5f28f6f3-ce37-49f8-8b6b-c7fb8fd82c09');
INSERT INTO public.agent_term VALUES ('http://127.0.0.1:9 sandbox', 0, 'huangna', '5f28f6f3-ce37-49f8-8b6b-c7fb8fd82c09');
INSERT INTO public.agent_term VALUES ('http://127.0.0.1:9 sandbox', 0, 'hn', '5f28f6f3-ce37-49f8-8b6b-c7fb8fd82c09');
INSERT INTO public.agent_term VALUES ('http://127.0.0.1:9 sandbox', 0, '娜', '5f28f6f3-ce37-49f8-8b6b-c7fb8fd82c09');
INSERT INTO public.agent_term VALUES ('http://127.0.0.1:9 sandbox', 0, 'na', '5f28f6f3-ce37-49f8-8b6b-c7fb8fd82c09');
INSERT INTO public.agent_term VALUES ('http://127.0.0.1:9 sandbox', 0, 'n', '5f28f6f3-ce37-49f8-8b6b-c7fb8fd82c09');
INSERT INTO public.agent_term VALUES ('http://127.0.0.1:9 sandbox', 0, '1008', '5f28f6f3-ce37-49f8-8b6b-c7fb8fd82c09');
INSERT INTO public.agent_term VALUES ('http://127.0.0.1:9 sandbox', 0, '630a6f2c6bd33965e6ca7222c7965588', '5f28f6f3-ce37-49f8-8b6b-c7fb8fd82c09');
INSERT INTO public.audit VALUES ('00000000-0001-46d8-9e58-ca0467de6ea3', 1795664404014, 'console', 'console', 'audit.begin', 'ea6645f6-bdc2-4b47-8f91-d6fbdf2b7d8e', 'outcome', '[]', NULL, NULL, NULL, NULL, NULL, 'ea6645f6-bdc2-4b47-8f91-d6fbdf2b7d8e', '', '64030e51ea91434f27327e9d11525b4d4a3890d561b988a4fed8738770346241', 1);
INSERT INTO public.audit VALUES ('00000000-0002-43ac-8f88-754f15d72fa8', 1795664404025, '-', 'admin@example.com', 'session.refused', 'admin@example.com', 'outcome', 'sign-in-failed', '131f3751-f075-4312-ab9d-cca198469377', NULL, NULL, '', NULL, 'ea6645f6-bdc2-4b47-8f91-d6fbdf2b7d8e', '64030e51ea91434f27327e9d11525b4d4a3890d561b988a4fed8738770346241', 'c7f169ff6f086e205d705df54a1c8b7c975bd1a918c3128704fbe1187a9a9296', 2);
INSERT INTO public.audit VALUES ('00000000-0003-4df6-aac2-dc1ce5eeb2f3', 1795664404753, '2xg8rbJ0DwKmZgcI1RZiTO64WtgaAgD2', 'admin@example.com', 'session.begin', 'admin@example.com', 'outcome', 'done', 'e96675d9-a091-402c-8b3a-d748cd5e656c', 'admin', 'e29d430ef26aa63a', '', NULL, 'ea6645f6-bdc2-4b47-8f91-d6fbdf2b7d8e', 'c7f169ff6f086e205d705df54a1c8b7c975bd1a918c3128704fbe1187a9a9296', '0839b3544a054342a9969133b00d9765c91e416c77cf055464b905116a9f5330', 3);
INSERT INTO public.audit VALUES ('00000000-0004-458d-a8bb-defb65af1f91', 1795664405298, '5bkJ7l0boq7901BfbKwDcXWfGo19cSSa', 'supervisor@example.com', 'session.begin', 'supervisor@example.com', 'outcome', 'done', '69f101ca-0503-4b3b-b324-8cdb793b1335', 'supervisor', '1594aea58dcc54b8', '', NULL, 'ea6645f6-bdc2-4b47-8f91-d6fbdf2b7d8e', '0839b3544a054342a9969133b00d9765c91e416c77cf055464b905116a9f5330', 'e1c9ab1e87fc85044fd0590d22772706fecb943a19acf42b49d1b9c12f6979af', 4);
INSERT INTO public.audit VALUES ('00000000-0005-4717-a122-abafc106ec34', 1795664405320, '2xg8rbJ0DwKmZgcI1RZiTO64WtgaAgD2', 'admin@example.com', 'settings.change', '{"legacyCreate":true,"backgroundRate":100}', 'intent', NULL, '0e4c3c3c-7345-48ef-bc69-d284ac8ba01c', 'admin', 'e29d430ef26aa63a', '', NULL, 'ea6645f6-bdc2-4b47-8f91-d6fbdf2b7d8e', 'e1c9ab1e87fc85044fd0590d22772706fecb943a19acf42b49d1b9c12f6979af', 'd10992cba4b4c7a9eb8b24c0bbe5382c5591156acc525e5dc0c7bd6666589b58', 5);
INSERT INTO public.audit VALUES ('00000000-0006-4787-8675-5acc1d012697', 1795664405345, '2xg8rbJ0DwKmZgcI1RZiTO64WtgaAgD2', 'admin@example.com', 'settings.change', '{"legacyCreate":true,"backgroundRate":100}', 'outcome', 'done', '0e4c3c3c-7345-48ef-bc69-d284ac8ba01c', 'admin', 'e29d430ef26aa63a', '', NULL, 'ea6645f6-bdc2-4b47-8f91-d6fbdf2b7d8e', 'd10992cba4b4c7a9eb8b24c0bbe5382c5591156acc525e5dc0c7bd6666589b58', '019676f1b0015043037d9766ae86c99143f34899a43e07bb3a835ef5b3f56ee5', 6);
INSERT INTO public.audit VALUES ('00000000-0007-4243-8a40-964adfaa9176', 1795664405395, '2xg8rbJ0DwKmZgcI1RZiTO64WtgaAgD2', 'admin@example.com', 'extension.create', '7001', 'intent', NULL, 'd7226928-b666-47bd-810f-893a51c305cc', 'admin', 'e29d430ef26aa63a', '', NULL, 'ea6645f6-bdc2-4b47-8f91-d6fbdf2b7d8e', '019676f1b0015043037d9766ae86c99143f34899a43e07bb3a835ef5b3f56ee5', 'd75e2db91f1f47d63be80ce0b5e3f3b5aacef0c8a4f71f9ee3658a1b2eec0d2f', 7);
INSERT INTO public.audit VALUES ('00000000-0008-4914-a716-924c0c5fa0a2', 1795664405716, '2xg8rbJ0DwKmZgcI1RZiTO64WtgaAgD2', 'admin@example.com', 'extension.create', '7001', 'outcome', 'done', 'd7226928-b666-47bd-810f-893a51c305cc', 'admin', 'e29d430ef26aa63a', '', NULL, 'ea6645f6-bdc2-4b47-8f91-d6fbdf2b7d8e', 'd75e2db91f1f47d63be80ce0b5e3f3b5aacef0c8a4f71f9ee3658a1b2eec0d2f', 'a0e3eb3c42dc8e2e4495d2a823b6d9c76f24b0de504d7ae87f707eb6e7994da7', 8);
INSERT INTO public.audit VALUES ('00000000-0009-41e5-8e84-8b3085ca896b', 1795664405825, '2xg8rbJ0DwKmZgcI1RZiTO64WtgaAgD2', 'admin@example.com', 'job.create', '5d6f74c1-1c6a-4912-a3fc-26b0740742ed', 'outcome', '3 rows', '1aa258aa-6001-4fd0-8a05-ed80a666e9e4', 'admin', 'e29d430ef26aa63a', '', NULL, 'ea6645f6-bdc2-4b47-8f91-d6fbdf2b7d8e', 'a0e3eb3c42dc8e2e4495d2a823b6d9c76f24b0de504d7ae87f707eb6e7994da7', '0db65c80fa2f2bbc5ca93eb932f082ea5b5465242b8b99a5b1581b0ce00dd11f', 9);
INSERT INTO public.audit VALUES ('00000000-000a-4359-835f-b5d5777f1905', 1795664405951, '2xg8rbJ0DwKmZgcI1RZiTO64WtgaAgD2', 'admin@example.com', 'job.item.create', '7002', 'intent', NULL, '5d6f74c1-1c6a-4912-a3fc-26b0740742ed', NULL, NULL, NULL, NULL, 'ea6645f6-bdc2-4b47-8f91-d6fbdf2b7d8e', '0db65c80fa2f2bbc5ca93eb932f082ea5b5465242b8b99a5b1581b0ce00dd11f', '08289ace2acfdacffcb44236879d82865d17d5e91c10b7771ea528ad540cfd1b', 10);
INSERT INTO public.audit VALUES ('00000000-000b-408a-9658-4a6c157bdbf7', 1795664405979, '2xg8rbJ0DwKmZgcI1RZiTO64WtgaAgD2', 'admin@example.com', 'job.item.create', '7003', 'intent', NULL, '5d6f74c1-1c6a-4912-a3fc-26b0740742ed', NULL, NULL, NULL, NULL, 'ea6645f6-bdc2-4b47-8f91-d6fbdf2b7d8e', '08289ace2acfdacffcb44236879d82865d17d5e91c10b7771ea528ad540cfd1b', 'e4211cb17a826f7f1ff44b3093b0e0fd3c6b0509108fbbe039d022ce5ab1e6b3', 11);
INSERT INTO public.audit VALUES ('00000000-000c-4451-a841-8eb72dccee43', 1795664406041, '2xg8rbJ0DwKmZgcI1RZiTO64WtgaAgD2', 'admin@example.com', 'job.item.create', '7002', 'outcome', 'done', '5d6f74c1-1c6a-4912-a3fc-26b0740742ed', NULL, NULL, NULL, NULL, 'ea6645f6-bdc2-4b47-8f91-d6fbdf2b7d8e', 'e4211cb17a826f7f1ff44b3093b0e0fd3c6b0509108fbbe039d022ce5ab1e6b3', 'e574cb0b47fc13417d555492cf5ccaff133b128ed68dc1ea05ee64a5e8df2955', 12);
INSERT INTO public.audit VALUES ('00000000-000d-4e62-a309-df9ae1dde69a', 1795664406060, '2xg8rbJ0DwKmZgcI1RZiTO64WtgaAgD2', 'admin@example.com', 'job.item.create', '7003', 'outcome', 'done', '5d6f74c1-1c6a-4912-a3fc-26b0740742ed', NULL, NULL, NULL, NULL, 'ea6645f6-bdc2-4b47-8f91-d6fbdf2b7d8e', 'e574cb0b47fc13417d555492cf5ccaff133b128ed68dc1ea05ee64a5e8df2955', 'adcc5de4c1b20ae4dae40a55b4b54db5ba26ecb01f53ed7972d22015b5c1d1ca', 13);
INSERT INTO public.audit VALUES ('00000000-000e-4d6d-aed8-2af4d55b3554', 1795664406316, '2xg8rbJ0DwKmZgcI1RZiTO64WtgaAgD2', 'admin@example.com', 'job.create', 'fc13199a-2821-40a0-a5bc-00e68e3abb12', 'outcome', '2 rows', 'be11bb74-cef0-4a82-98ad-a952939ff807', 'admin', 'e29d430ef26aa63a', '', NULL, 'ea6645f6-bdc2-4b47-8f91-d6fbdf2b7d8e', 'adcc5de4c1b20ae4dae40a55b4b54db5ba26ecb01f53ed7972d22015b5c1d1ca', 'c2e35afdbef826c0f3635a8634122d1e9c1987fbda3bcfcd3e0e4a74a9dc8d5d', 14);
INSERT INTO public.audit VALUES ('00000000-000f-4955-a40c-5740685ad1e1', 1795664406352, '2xg8rbJ0DwKmZgcI1RZiTO64WtgaAgD2', 'admin@example.com', 'job.pause', 'fc13199a-2821-40a0-a5bc-00e68e3abb12', 'outcome', 'done', 'af07c358-2e94-4a08-806a-62588a5701b5', 'admin', 'e29d430ef26aa63a', '', NULL, 'ea6645f6-bdc2-4b47-8f91-d6fbdf2b7d8e', 'c2e35afdbef826c0f3635a8634122d1e9c1987fbda3bcfcd3e0e4a74a9dc8d5d', '74483239efa72ceadd2225d707de6454223f97ccab486f0c5738ff29444d7e92', 15);
INSERT INTO public.audit VALUES ('00000000-0010-43a0-a1c2-b0938db78f25', 1795664406494, '2xg8rbJ0DwKmZgcI1RZiTO64WtgaAgD2', 'admin@example.com', 'job.item.create', '7010', 'intent', NULL, 'fc13199a-2821-40a0-a5bc-00e68e3abb12', NULL, NULL, NULL, NULL, 'ea6645f6-bdc2-4b47-8f91-d6fbdf2b7d8e', '74483239efa72ceadd2225d707de6454223f97ccab486f0c5738ff29444d7e92', '04f6d2f574bf1cf6003cc93dc5933fb7b2b51edf7be25988696623afab1981bc', 16);
INSERT INTO public.audit VALUES ('00000000-0011-4d96-8b97-f05dcdb27343', 1795664406494, '2xg8rbJ0DwKmZgcI1RZiTO64WtgaAgD2', 'admin@example.com', 'job.item.create', '7011', 'intent', NULL, 'fc13199a-2821-40a0-a5bc-00e68e3abb12', NULL, NULL, NULL, NULL, 'ea6645f6-bdc2-4b47-8f91-d6fbdf2b7d8e', '04f6d2f574bf1cf6003cc93dc5933fb7b2b51edf7be25988696623afab1981bc', '7cd3415b178931e291133cd9a6694ae47705f3bbd8526deb4f2edde7fda4fa22', 17);
INSERT INTO public.audit VALUES ('00000000-0012-4808-9cc8-b74b3f422377', 1795664406507, '2xg8rbJ0DwKmZgcI1RZiTO64WtgaAgD2', 'admin@example.com', 'job.item.create', '7010', 'outcome', 'not created', 'fc13199a-2821-40a0-a5bc-00e68e3abb12', NULL, NULL, NULL, NULL, 'ea6645f6-bdc2-4b47-8f91-d6fbdf2b7d8e', '7cd3415b178931e291133cd9a6694ae47705f3bbd8526deb4f2edde7fda4fa22', 'cc5fa7195c805f04ced1f35eb4635f54591bab4992ed6562d7cda2ec36f63d50', 18);
INSERT INTO public.audit VALUES ('00000000-0013-489a-b006-ec26d093aa84', 1795664406507, '2xg8rbJ0DwKmZgcI1RZiTO64WtgaAgD2', 'admin@example.com', 'job.item.create', '7011', 'outcome', 'not created', 'fc13199a-2821-40a0-a5bc-00e68e3abb12', NULL, NULL, NULL, NULL, 'ea6645f6-bdc2-4b47-8f91-d6fbdf2b7d8e', 'cc5fa7195c805f04ced1f35eb4635f54591bab4992ed6562d7cda2ec36f63d50', '833375bc6530909672fbb24a0a6b803092697aa3ff900aba75773a3a0ee27f6a', 19);
INSERT INTO public.audit VALUES ('00000000-0014-4b5d-942e-ba3bc7503b4c', 1795664407124, '2xg8rbJ0DwKmZgcI1RZiTO64WtgaAgD2', 'admin@example.com', 'reservation.reserve', '1004', 'intent', NULL, '38423136-4fe1-4560-904a-effaa841fc2c', 'admin', 'e29d430ef26aa63a', '', 'agent aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa', 'ea6645f6-bdc2-4b47-8f91-d6fbdf2b7d8e', '833375bc6530909672fbb24a0a6b803092697aa3ff900aba75773a3a0ee27f6a', '74bfd34bb948de3a3cb620051e226f3f0b55c34be27bbe0d3a88ed623cfcc321', 20);
INSERT INTO public.audit VALUES ('00000000-0015-416a-9675-0cd93be05651', 1795664407137, '2xg8rbJ0DwKmZgcI1RZiTO64WtgaAgD2', 'admin@example.com', 'reservation.reserve', '1004', 'outcome', 'done', '38423136-4fe1-4560-904a-effaa841fc2c', 'admin', 'e29d430ef26aa63a', '', 'agent aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa', 'ea6645f6-bdc2-4b47-8f91-d6fbdf2b7d8e', '74bfd34bb948de3a3cb620051e226f3f0b55c34be27bbe0d3a88ed623cfcc321', 'ddac5bd6bb1c449d651a6b2b030d9c8ef83b8a6bae8dda26efeddf99ebeb5dc2', 21);
INSERT INTO public.audit VALUES ('00000000-0016-4b06-b461-c601499b4f50', 1795664407158, '2xg8rbJ0DwKmZgcI1RZiTO64WtgaAgD2', 'admin@example.com', 'reservation.reserve', '1006', 'intent', NULL, '04148f30-ce1e-44a6-92e5-ade5327cbe04', 'admin', 'e29d430ef26aa63a', '', 'agent bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb', 'ea6645f6-bdc2-4b47-8f91-d6fbdf2b7d8e', 'ddac5bd6bb1c449d651a6b2b030d9c8ef83b8a6bae8dda26efeddf99ebeb5dc2', '970461086ba1d7059c598553f996463da6549e26662aee4d97f7d0c390eefa0f', 22);
INSERT INTO public.audit VALUES ('00000000-0017-4b17-b975-9787d8742a99', 1795664407190, '2xg8rbJ0DwKmZgcI1RZiTO64WtgaAgD2', 'admin@example.com', 'reservation.reserve', '1006', 'outcome', 'done', '04148f30-ce1e-44a6-92e5-ade5327cbe04', 'admin', 'e29d430ef26aa63a', '', 'agent bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb', 'ea6645f6-bdc2-4b47-8f91-d6fbdf2b7d8e', '970461086ba1d7059c598553f996463da6549e26662aee4d97f7d0c390eefa0f', '74675e58eefd4090b1c7bdc3db493139dfd6f8116d16e5077a0e7da732e62ded', 23);
INSERT INTO public.audit VALUES ('00000000-0018-494e-b4bd-909d81644f41', 1795664407204, '2xg8rbJ0DwKmZgcI1RZiTO64WtgaAgD2', 'admin@example.com', 'reservation.release', '1006', 'outcome', 'done', '8b0f71e7-5722-4ef4-9d67-c23dbc479bf2', 'admin', 'e29d430ef26aa63a', '', 'not needed', 'ea6645f6-bdc2-4b47-8f91-d6fbdf2b7d8e', '74675e58eefd4090b1c7bdc3db493139dfd6f8116d16e5077a0e7da732e62ded', 'b41267075169da34cd3abb6248e92b68fa309b3e1ea12b6c79b32a4184f35c08', 24);
INSERT INTO public.audit VALUES ('00000000-0019-4571-b5ec-5d4037aa5fed', 1795664407227, '2xg8rbJ0DwKmZgcI1RZiTO64WtgaAgD2', 'admin@example.com', 'request.ask', '1000', 'outcome', 'done', 'ab07b2bd-b5a8-4c69-9f2a-9ab60e7e9445', 'admin', 'e29d430ef26aa63a', '', 'unbind: left the company', 'ea6645f6-bdc2-4b47-8f91-d6fbdf2b7d8e', 'b41267075169da34cd3abb6248e92b68fa309b3e1ea12b6c79b32a4184f35c08', 'b1cda9a21fb09eb93cf4c1d69d651810f3ff540697e6e50e9c5d91ff6c43bdbd', 25);
INSERT INTO public.audit VALUES ('00000000-001a-46b2-b17b-79ba4655aa18', 1795664407236, '2xg8rbJ0DwKmZgcI1RZiTO64WtgaAgD2', 'admin@example.com', 'extension.label', '1007', 'intent', NULL, 'cbd538f6-075d-4603-8f41-59d5d2edcb13', 'admin', 'e29d430ef26aa63a', '', 'add VIP; note "Reception desk"', 'ea6645f6-bdc2-4b47-8f91-d6fbdf2b7d8e', 'b1cda9a21fb09eb93cf4c1d69d651810f3ff540697e6e50e9c5d91ff6c43bdbd', 'eca04fa2871e04f45548ec9716e304a5b2e1f0dddc8dfb7ea0b43e8d8f45d218', 26);
INSERT INTO public.audit VALUES ('00000000-001b-4086-9817-90d2ad28c62a', 1795664407244, '2xg8rbJ0DwKmZgcI1RZiTO64WtgaAgD2', 'admin@example.com', 'extension.label', '1007', 'outcome', 'done', 'cbd538f6-075d-4603-8f41-59d5d2edcb13', 'admin', 'e29d430ef26aa63a', '', 'labels: – → VIP; note: "" → "Reception desk"', 'ea6645f6-bdc2-4b47-8f91-d6fbdf2b7d8e', 'eca04fa2871e04f45548ec9716e304a5b2e1f0dddc8dfb7ea0b43e8d8f45d218', '468d2be7b737095d1af46d33b71a772998dbd28e5f773fae5dcd567ea3eb9c2b', 27);
INSERT INTO public.audit VALUES ('00000000-001c-4edc-9ab4-a4b12a17c3ad', 1795664407265, '2xg8rbJ0DwKmZgcI1RZiTO64WtgaAgD2', 'admin@example.com', 'pool.add', 'Support', 'intent', NULL, 'f5764738-5450-4b81-ab5c-7688da311dca', 'admin', 'e29d430ef26aa63a', '', 'name: Support; numbers: 1000–1019, 700…; owner: Ada; purpose: Support team; alert below: 2', 'ea6645f6-bdc2-4b47-8f91-d6fbdf2b7d8e', '468d2be7b737095d1af46d33b71a772998dbd28e5f773fae5dcd567ea3eb9c2b', '473b81e366eb94eeee3cfdbb2c82efbcebb80e24367a0df0f4e9495a4e87d320', 28);
INSERT INTO public.audit VALUES ('00000000-001d-4421-b73f-6fd78b552204', 1795664407275, '2xg8rbJ0DwKmZgcI1RZiTO64WtgaAgD2', 'admin@example.com', 'pool.add', 'Support', 'outcome', 'done', 'f5764738-5450-4b81-ab5c-7688da311dca', 'admin', 'e29d430ef26aa63a', '', 'name: Support; numbers: 1000–1019, 700…; owner: Ada; purpose: Support team; alert below: 2', 'ea6645f6-bdc2-4b47-8f91-d6fbdf2b7d8e', '473b81e366eb94eeee3cfdbb2c82efbcebb80e24367a0df0f4e9495a4e87d320', '3d889c3e7e938c84813ebeb9dff359b7037fa90e4b16f7d2f5f60d53d99e486f', 29);
INSERT INTO public.audit VALUES ('00000000-001e-498b-abd1-eac380d19a8e', 1795664407282, '2xg8rbJ0DwKmZgcI1RZiTO64WtgaAgD2', 'admin@example.com', 'threshold.change', 'all numbers', 'intent', NULL, '21bd71ae-56d8-4d12-85a6-81117dcd9105', 'admin', 'e29d430ef26aa63a', '', 'free 500', 'ea6645f6-bdc2-4b47-8f91-d6fbdf2b7d8e', '3d889c3e7e938c84813ebeb9dff359b7037fa90e4b16f7d2f5f60d53d99e486f', '06dd34b474cb4f0731d6f2028669604c92883a2f317574cc030c7e05f1a541af', 30);
INSERT INTO public.audit VALUES ('00000000-001f-48c3-94f8-0895f6dccb58', 1795664407287, '2xg8rbJ0DwKmZgcI1RZiTO64WtgaAgD2', 'admin@example.com', 'threshold.change', 'all numbers', 'outcome', 'done', '21bd71ae-56d8-4d12-85a6-81117dcd9105', 'admin', 'e29d430ef26aa63a', '', 'free 500', 'ea6645f6-bdc2-4b47-8f91-d6fbdf2b7d8e', '06dd34b474cb4f0731d6f2028669604c92883a2f317574cc030c7e05f1a541af', '31fcac7fbd99c58655510131d6f360c86f2c984962dc0e55e5ed9540a35b5e60', 31);
INSERT INTO public.audit VALUES ('00000000-0020-4e4c-ba46-cdd7969eebaa', 1795664407297, '2xg8rbJ0DwKmZgcI1RZiTO64WtgaAgD2', 'admin@example.com', 'threshold.acknowledge', 'all numbers', 'intent', NULL, '43fca0d9-13da-4eb4-b8ea-1d8419363203', 'admin', 'e29d430ef26aa63a', '', '720 hours', 'ea6645f6-bdc2-4b47-8f91-d6fbdf2b7d8e', '31fcac7fbd99c58655510131d6f360c86f2c984962dc0e55e5ed9540a35b5e60', 'e8aeba5bbb98afd99fbede382de63149f3946d5d6735dfe063ccf8b5b0927ef1', 32);
INSERT INTO public.audit VALUES ('00000000-0021-41b5-86e0-49026153293e', 1795664407309, '2xg8rbJ0DwKmZgcI1RZiTO64WtgaAgD2', 'admin@example.com', 'threshold.acknowledge', 'all numbers', 'outcome', 'done', '43fca0d9-13da-4eb4-b8ea-1d8419363203', 'admin', 'e29d430ef26aa63a', '', '720 hours', 'ea6645f6-bdc2-4b47-8f91-d6fbdf2b7d8e', 'e8aeba5bbb98afd99fbede382de63149f3946d5d6735dfe063ccf8b5b0927ef1', 'ec1dc9cfc084c517930a5005c5d718e569ab670ac432d7dbb51a26d39cbcb03b', 33);
INSERT INTO public.audit VALUES ('00000000-0022-441b-8a1e-cf4ca1733ca8', 1795664407319, '2xg8rbJ0DwKmZgcI1RZiTO64WtgaAgD2', 'admin@example.com', 'code.name', 'extension.extType 1', 'intent', NULL, '53e24f75-fbe3-45c2-806c-2f1a721bcbb6', 'admin', 'e29d430ef26aa63a', '', NULL, 'ea6645f6-bdc2-4b47-8f91-d6fbdf2b7d8e', 'ec1dc9cfc084c517930a5005c5d718e569ab670ac432d7dbb51a26d39cbcb03b', '92a5ffd8d54df049fa1449a14b0b2a9b373f5ed4cff97eda02272d8605ecb2c3', 34);
INSERT INTO public.audit VALUES ('00000000-0023-4039-8071-c714d76c573d', 1795664407323, '2xg8rbJ0DwKmZgcI1RZiTO64WtgaAgD2', 'admin@example.com', 'code.name', 'extension.extType 1', 'outcome', 'done', '53e24f75-fbe3-45c2-806c-2f1a721bcbb6', 'admin', 'e29d430ef26aa63a', '', NULL, 'ea6645f6-bdc2-4b47-8f91-d6fbdf2b7d8e', '92a5ffd8d54df049fa1449a14b0b2a9b373f5ed4cff97eda02272d8605ecb2c3', 'b249e224622f54dcee553a838c088ed0caa3d6854e8ebba9a22c444edd44fa2e', 35);
INSERT INTO public.audit VALUES ('00000000-0024-4e92-a192-5bc27388428e', 1795664407335, '2xg8rbJ0DwKmZgcI1RZiTO64WtgaAgD2', 'admin@example.com', 'code.name', 'extension.status 0', 'intent', NULL, '5a3089b0-8317-47fc-9120-e0e620cd0fe9', 'admin', 'e29d430ef26aa63a', '', NULL, 'ea6645f6-bdc2-4b47-8f91-d6fbdf2b7d8e', 'b249e224622f54dcee553a838c088ed0caa3d6854e8ebba9a22c444edd44fa2e', '031f004d781dc5b7dba4a9349deb64175f9c5c5ccde08e1f08c1324e821045ad', 36);
INSERT INTO public.audit VALUES ('00000000-0025-47bf-9077-99113ce7f059', 1795664407347, '2xg8rbJ0DwKmZgcI1RZiTO64WtgaAgD2', 'admin@example.com', 'code.name', 'extension.status 0', 'outcome', 'done', '5a3089b0-8317-47fc-9120-e0e620cd0fe9', 'admin', 'e29d430ef26aa63a', '', NULL, 'ea6645f6-bdc2-4b47-8f91-d6fbdf2b7d8e', '031f004d781dc5b7dba4a9349deb64175f9c5c5ccde08e1f08c1324e821045ad', 'c3a9d4a25eb06f13e03772f28c64beed7e0e71a585d7b8c436271041396f8c6d', 37);
INSERT INTO public.audit VALUES ('00000000-0026-46e1-be9d-9d8ef8a01433', 1795664407356, '2xg8rbJ0DwKmZgcI1RZiTO64WtgaAgD2', 'admin@example.com', 'view.save', 'Bound ones', 'intent', NULL, '03f81a26-9a39-40b4-b9d8-ea92b2537876', 'admin', 'e29d430ef26aa63a', '', NULL, 'ea6645f6-bdc2-4b47-8f91-d6fbdf2b7d8e', 'c3a9d4a25eb06f13e03772f28c64beed7e0e71a585d7b8c436271041396f8c6d', '22d2831fe36cc9d1af11fc507a4575af199c4fdb0a66c22c9109856410cc873e', 38);
INSERT INTO public.audit VALUES ('00000000-0027-4ef2-94e9-badbea3e433f', 1795664407362, '2xg8rbJ0DwKmZgcI1RZiTO64WtgaAgD2', 'admin@example.com', 'view.save', 'Bound ones', 'outcome', 'done', '03f81a26-9a39-40b4-b9d8-ea92b2537876', 'admin', 'e29d430ef26aa63a', '', NULL, 'ea6645f6-bdc2-4b47-8f91-d6fbdf2b7d8e', '22d2831fe36cc9d1af11fc507a4575af199c4fdb0a66c22c9109856410cc873e', 'ef91798752f25d06ea425ba5f57c5ee5fead410a27165e2319af674dfa10ae1b', 39);
INSERT INTO public.audit VALUES ('00000000-0028-47b2-b7ba-abfa18d0b5b5', 1795664407382, '2xg8rbJ0DwKmZgcI1RZiTO64WtgaAgD2', 'admin@example.com', 'user.change', 'ben@example.com', 'intent', NULL, 'f6d25e26-cf21-45d8-a85d-eb1bb100b398', 'admin', 'e29d430ef26aa63a', '', 'invited as supervisor', 'ea6645f6-bdc2-4b47-8f91-d6fbdf2b7d8e', 'ef91798752f25d06ea425ba5f57c5ee5fead410a27165e2319af674dfa10ae1b', 'a141590ad051276ef1c9a203faf1bc026dcbffe6c1d2b16e77013427170705a9', 40);
INSERT INTO public.audit VALUES ('00000000-0029-4c25-b3ad-ba405a6823f3', 1795664407795, '2xg8rbJ0DwKmZgcI1RZiTO64WtgaAgD2', 'admin@example.com', 'user.change', 'ben@example.com', 'outcome', 'done', 'f6d25e26-cf21-45d8-a85d-eb1bb100b398', 'admin', 'e29d430ef26aa63a', '', 'invited as supervisor', 'ea6645f6-bdc2-4b47-8f91-d6fbdf2b7d8e', 'a141590ad051276ef1c9a203faf1bc026dcbffe6c1d2b16e77013427170705a9', '4ddde62f619cc32365db7b5039374c7e1e6b8122ca4c282b9916e1d9d37bf811', 41);
INSERT INTO public.audit VALUES ('00000000-002a-43d3-9b74-a801f8dd1e1c', 1795664407807, '2xg8rbJ0DwKmZgcI1RZiTO64WtgaAgD2', 'admin@example.com', 'extension.reveal', '7001', 'intent', NULL, 'd8b2a130-583c-41b3-a988-407f0525754d', 'admin', 'e29d430ef26aa63a', '', 'phone was replaced', 'ea6645f6-bdc2-4b47-8f91-d6fbdf2b7d8e', '4ddde62f619cc32365db7b5039374c7e1e6b8122ca4c282b9916e1d9d37bf811', '9f5437a63b960cb3c24091918adb29a108c440281491ae9ff73ae64e3a913313', 42);
INSERT INTO public.audit VALUES ('00000000-002b-4985-a95c-11a299972a37', 1795664407819, '2xg8rbJ0DwKmZgcI1RZiTO64WtgaAgD2', 'admin@example.com', 'extension.reveal', '7001', 'outcome', 'done', 'd8b2a130-583c-41b3-a988-407f0525754d', 'admin', 'e29d430ef26aa63a', '', 'phone was replaced', 'ea6645f6-bdc2-4b47-8f91-d6fbdf2b7d8e', '9f5437a63b960cb3c24091918adb29a108c440281491ae9ff73ae64e3a913313', '2de9b926cc82f8dc5443e67101289860acb96c264a5c6c207f454514d0ecfc21', 43);
INSERT INTO public.audit_head VALUES ('ea6645f6-bdc2-4b47-8f91-d6fbdf2b7d8e', 43, '2de9b926cc82f8dc5443e67101289860acb96c264a5c6c207f454514d0ecfc21', 1795664407821, 'ecdb124b63847353ee9a655bf70a8b37669c65382facbb8dc635ee2f1c9cb3b3');
INSERT INTO public.binding_change VALUES ('http://127.0.0.1:9 sandbox', '1008', 1795664407879, 'bound', '630a6f2c6bd33965e6ca7222c7965588', '黄娜', 'free', NULL, NULL, 1795664406840, NULL);
INSERT INTO public.code_name VALUES ('http://127.0.0.1:9 sandbox', 'extension.extType', '1', 'Softphone', '软电话', '', 1, 'admin@example.com', 1795664407320);
INSERT INTO public.code_name VALUES ('http://127.0.0.1:9 sandbox', 'extension.status', '0', 'Ready', '就绪', '', 1, 'admin@example.com', 1795664407342);
INSERT INTO public.inventory VALUES ('http://127.0.0.1:9 sandbox', '1000', 'bound', 1, '9348ee74c2cefd4740db23a3b5bf4a0d', '王伟', '1', 'Opus', 'Opus', 'ebe3006413c7a116e4005bc10b7d1561.sip.example', 1, 1, 1, 1736125200000, 1736125200000, 'detail', 1795664405913, 1795664405913, 1795664405913, NULL, 1795664405913);
INSERT INTO public.inventory VALUES ('http://127.0.0.1:9 sandbox', '1004', 'free', 0, NULL, NULL, '1', 'Opus', 'Opus', 'ebe3006413c7a116e4005bc10b7d1561.sip.example', 0, 1, 1, 1769648431676, NULL, 'idle', 1795664406840, 1795664406840, 1795664406840, 1795664406840, 1795664406840);
INSERT INTO public.inventory VALUES ('http://127.0.0.1:9 sandbox', '1006', 'free', 0, NULL, NULL, '2', 'G.711 alaw', 'G.711 alaw', 'ebe3006413c7a116e4005bc10b7d1561.sip.example', 0, 1, 1, 1786410047514, NULL, 'idle', 1795664406840, 1795664406840, 1795664406840, 1795664406840, 1795664406840);
INSERT INTO public.inventory VALUES ('http://127.0.0.1:9 sandbox', '1007', 'free', 0, NULL, NULL, '3', 'G.711 ulaw', 'G.711 ulaw', 'ebe3006413c7a116e4005bc10b7d1561.sip.example', 0, 1, 1, 1737766855433, NULL, 'idle', 1795664406840, 1795664406840, 1795664406840, 1795664406840, 1795664406840);
INSERT INTO public.inventory VALUES ('http://127.0.0.1:9 sandbox', '1014', 'free', 0, NULL, NULL, '2', 'G.711 alaw', 'G.711 alaw', 'ebe3006413c7a116e4005bc10b7d1561.sip.example', 0, 1, 1, 1739408510866, NULL, 'idle', 1795664406840, 1795664406840, 1795664406840, 1795664406840, 1795664406840);
INSERT INTO public.inventory VALUES ('http://127.0.0.1:9 sandbox', '1015', 'free', 0, NULL, NULL, '3', 'G.711 ulaw', 'G.711 ulaw', 'ebe3006413c7a116e4005bc10b7d1561.sip.example', 0, 1, 1, 1747789318785, NULL, 'idle', 1795664406840, 1795664406840, 1795664406840, 1795664406840, 1795664406840);
INSERT INTO public.inventory VALUES ('http://127.0.0.1:9 sandbox', '1016', 'free', 0, NULL, NULL, '1', 'Opus', 'Opus', 'ebe3006413c7a116e4005bc10b7d1561.sip.example', 0, 1, 1, 1756170126704, NULL, 'idle', 1795664406840, 1795664406840, 1795664406840, 1795664406840, 1795664406840);
INSERT INTO public.inventory VALUES ('http://127.0.0.1:9 sandbox', '1017', 'free', 0, NULL, NULL, '1', 'Opus', 'Opus', 'ebe3006413c7a116e4005bc10b7d1561.sip.example', 0, 1, 1, 1764550934623, NULL, 'idle', 1795664406840, 1795664406840, 1795664406840, 1795664406840, 1795664406840);
INSERT INTO public.inventory VALUES ('http://127.0.0.1:9 sandbox', '1018', 'free', 0, NULL, NULL, '2', 'G.711 alaw', 'G.711 alaw', 'ebe3006413c7a116e4005bc10b7d1561.sip.example', 0, 1, 1, 1772931742542, NULL, 'idle', 1795664406840, 1795664406840, 1795664406840, 1795664406840, 1795664406840);
INSERT INTO public.inventory VALUES ('http://127.0.0.1:9 sandbox', '1019', 'free', 0, NULL, NULL, '3', 'G.711 ulaw', 'G.711 ulaw', 'ebe3006413c7a116e4005bc10b7d1561.sip.example', 0, 1, 1, 1781312550461, NULL, 'idle', 1795664406840, 1795664406840, 1795664406840, 1795664406840, 1795664406840);
INSERT INTO public.inventory VALUES ('http://127.0.0.1:9 sandbox', '1024', 'free', 0, NULL, NULL, '1', 'Opus', 'Opus', 'ebe3006413c7a116e4005bc10b7d1561.sip.example', 0, 1, 1, 1766192590056, NULL, 'idle', 1795664406840, 1795664406840, 1795664406840, 1795664406840, 1795664406840);
INSERT INTO public.inventory VALUES ('http://127.0.0.1:9 sandbox', '1025', 'free', 0, NULL, NULL, '1', 'Opus', 'Opus', 'ebe3006413c7a116e4005bc10b7d1561.sip.example', 0, 1, 1, 1774573397975, NULL, 'idle', 1795664406840, 1795664406840, 1795664406840, 1795664406840, 1795664406840);
INSERT INTO public.inventory VALUES ('http://127.0.0.1:9 sandbox', '1026', 'free', 0, NULL, NULL, '2', 'G.711 alaw', 'G.711 alaw', 'ebe3006413c7a116e4005bc10b7d1561.sip.example', 0, 1, 1, 1782954205894, NULL, 'idle', 1795664406840, 1795664406840, 1795664406840, 1795664406840, 1795664406840);
INSERT INTO public.inventory VALUES ('http://127.0.0.1:9 sandbox', '1027', 'free', 0, NULL, NULL, '3', 'G.711 ulaw', 'G.711 ulaw', 'ebe3006413c7a116e4005bc10b7d1561.sip.example', 0, 1, 1, 1791335013813, NULL, 'idle', 1795664406840, 1795664406840, 1795664406840, 1795664406840, 1795664406840);
INSERT INTO public.inventory VALUES ('http://127.0.0.1:9 sandbox', '1028', 'free', 0, NULL, NULL, '1', 'Opus', 'Opus', 'ebe3006413c7a116e4005bc10b7d1561.sip.example', 0, 1, 1, 1742691821732, NULL, 'idle', 1795664406840, 1795664406840, 1795664406840, 1795664406840, 1795664406840);
INSERT INTO public.inventory VALUES ('http://127.0.0.1:9 sandbox', '1029', 'free', 0, NULL, NULL, '1', 'Opus', 'Opus', 'ebe3006413c7a116e4005bc10b7d1561.sip.example', 0, 1, 1, 1751072629651, NULL, 'idle', 1795664406840, 1795664406840, 1795664406840, 1795664406840, 1795664406840);
INSERT INTO public.inventory VALUES ('http://127.0.0.1:9 sandbox', '7001', 'free', 0, NULL, NULL, '1', 'Opus', 'Opus', 'ebe3006413c7a116e4005bc10b7d1561.sip.example', 0, 1, 1, 1795664405657, NULL, 'idle', 1795664405753, 1795664406840, 1795664405753, 1795664406840, 1795664405753);
INSERT INTO public.inventory VALUES ('http://127.0.0.1:9 sandbox', '7002', 'free', 0, NULL, NULL, '1', 'Opus', 'Opus', 'ebe3006413c7a116e4005bc10b7d1561.sip.example', 0, 1, 1, 1795664405986, NULL, 'idle', 1795664406048, 1795664406840, 1795664406048, 1795664406840, 1795664406048);
INSERT INTO public.inventory VALUES ('http://127.0.0.1:9 sandbox', '7003', 'free', 0, NULL, NULL, '1', 'Opus', 'Opus', 'ebe3006413c7a116e4005bc10b7d1561.sip.example', 0, 1, 1, 1795664406019, NULL, 'idle', 1795664406062, 1795664406840, 1795664406062, 1795664406840, 1795664406062);
INSERT INTO public.inventory VALUES ('http://127.0.0.1:9 sandbox', '1008', 'bound', 1, '630a6f2c6bd33965e6ca7222c7965588', '黄娜', '1', 'Opus', 'Opus', 'ebe3006413c7a116e4005bc10b7d1561.sip.example', 0, 1, 1, 1746147663352, 1795664407863, 'detail', 1795664406840, 1795664407879, 1795664407879, NULL, 1795664407879);
INSERT INTO public.inventory_count VALUES ('http://127.0.0.1:9 sandbox', 1, '7', 'free', 'Opus', 3);
INSERT INTO public.inventory_count VALUES ('http://127.0.0.1:9 sandbox', 2, '70', 'free', 'Opus', 3);
INSERT INTO public.inventory_count VALUES ('http://127.0.0.1:9 sandbox', 3, '700', 'free', 'Opus', 3);
INSERT INTO public.inventory_count VALUES ('http://127.0.0.1:9 sandbox', 4, '7001', 'free', 'Opus', 1);
INSERT INTO public.inventory_count VALUES ('http://127.0.0.1:9 sandbox', 4, '7002', 'free', 'Opus', 1);
INSERT INTO public.inventory_count VALUES ('http://127.0.0.1:9 sandbox', 4, '7003', 'free', 'Opus', 1);
INSERT INTO public.inventory_count VALUES ('http://127.0.0.1:9 sandbox', 4, '1000', 'bound', 'Opus', 1);
INSERT INTO public.inventory_count VALUES ('http://127.0.0.1:9 sandbox', 4, '1004', 'free', 'Opus', 1);
INSERT INTO public.inventory_count VALUES ('http://127.0.0.1:9 sandbox', 0, '', 'free', 'G.711 alaw', 4);
INSERT INTO public.inventory_count VALUES ('http://127.0.0.1:9 sandbox', 1, '1', 'free', 'G.711 alaw', 4);
INSERT INTO public.inventory_count VALUES ('http://127.0.0.1:9 sandbox', 2, '10', 'free', 'G.711 alaw', 4);
INSERT INTO public.inventory_count VALUES ('http://127.0.0.1:9 sandbox', 3, '100', 'free', 'G.711 alaw', 1);
INSERT INTO public.inventory_count VALUES ('http://127.0.0.1:9 sandbox', 4, '1006', 'free', 'G.711 alaw', 1);
INSERT INTO public.inventory_count VALUES ('http://127.0.0.1:9 sandbox', 0, '', 'free', 'G.711 ulaw', 4);
INSERT INTO public.inventory_count VALUES ('http://127.0.0.1:9 sandbox', 1, '1', 'free', 'G.711 ulaw', 4);
INSERT INTO public.inventory_count VALUES ('http://127.0.0.1:9 sandbox', 2, '10', 'free', 'G.711 ulaw', 4);
INSERT INTO public.inventory_count VALUES ('http://127.0.0.1:9 sandbox', 3, '100', 'free', 'G.711 ulaw', 1);
INSERT INTO public.inventory_count VALUES ('http://127.0.0.1:9 sandbox', 4, '1007', 'free', 'G.711 ulaw', 1);
INSERT INTO public.inventory_count VALUES ('http://127.0.0.1:9 sandbox', 3, '101', 'free', 'G.711 alaw', 2);
INSERT INTO public.inventory_count VALUES ('http://127.0.0.1:9 sandbox', 4, '1014', 'free', 'G.711 alaw', 1);
INSERT INTO public.inventory_count VALUES ('http://127.0.0.1:9 sandbox', 3, '101', 'free', 'G.711 ulaw', 2);
INSERT INTO public.inventory_count VALUES ('http://127.0.0.1:9 sandbox', 4, '1015', 'free', 'G.711 ulaw', 1);
INSERT INTO public.inventory_count VALUES ('http://127.0.0.1:9 sandbox', 3, '101', 'free', 'Opus', 2);
INSERT INTO public.inventory_count VALUES ('http://127.0.0.1:9 sandbox', 4, '1016', 'free', 'Opus', 1);
INSERT INTO public.inventory_count VALUES ('http://127.0.0.1:9 sandbox', 4, '1017', 'free', 'Opus', 1);
INSERT INTO public.inventory_count VALUES ('http://127.0.0.1:9 sandbox', 4, '1018', 'free', 'G.711 alaw', 1);
INSERT INTO public.inventory_count VALUES ('http://127.0.0.1:9 sandbox', 4, '1019', 'free', 'G.711 ulaw', 1);
INSERT INTO public.inventory_count VALUES ('http://127.0.0.1:9 sandbox', 3, '102', 'free', 'Opus', 4);
INSERT INTO public.inventory_count VALUES ('http://127.0.0.1:9 sandbox', 4, '1024', 'free', 'Opus', 1);
INSERT INTO public.inventory_count VALUES ('http://127.0.0.1:9 sandbox', 4, '1025', 'free', 'Opus', 1);
INSERT INTO public.inventory_count VALUES ('http://127.0.0.1:9 sandbox', 3, '102', 'free', 'G.711 alaw', 1);
INSERT INTO public.inventory_count VALUES ('http://127.0.0.1:9 sandbox', 4, '1026', 'free', 'G.711 alaw', 1);
INSERT INTO public.inventory_count VALUES ('http://127.0.0.1:9 sandbox', 3, '102', 'free', 'G.711 ulaw', 1);
INSERT INTO public.inventory_count VALUES ('http://127.0.0.1:9 sandbox', 4, '1027', 'free', 'G.711 ulaw', 1);
INSERT INTO public.inventory_count VALUES ('http://127.0.0.1:9 sandbox', 4, '1028', 'free', 'Opus', 1);
INSERT INTO public.inventory_count VALUES ('http://127.0.0.1:9 sandbox', 4, '1029', 'free', 'Opus', 1);
INSERT INTO public.inventory_count VALUES ('http://127.0.0.1:9 sandbox', 0, '', 'free', 'Opus', 10);
INSERT INTO public.inventory_count VALUES ('http://127.0.0.1:9 sandbox', 1, '1', 'free', 'Opus', 7);
INSERT INTO public.inventory_count VALUES ('http://127.0.0.1:9 sandbox', 2, '10', 'free', 'Opus', 7);
INSERT INTO public.inventory_count VALUES ('http://127.0.0.1:9 sandbox', 3, '100', 'free', 'Opus', 1);
INSERT INTO public.inventory_count VALUES ('http://127.0.0.1:9 sandbox', 4, '1008', 'free', 'Opus', 0);
INSERT INTO public.inventory_count VALUES ('http://127.0.0.1:9 sandbox', 0, '', 'bound', 'Opus', 2);
INSERT INTO public.inventory_count VALUES ('http://127.0.0.1:9 sandbox', 1, '1', 'bound', 'Opus', 2);
INSERT INTO public.inventory_count VALUES ('http://127.0.0.1:9 sandbox', 2, '10', 'bound', 'Opus', 2);
INSERT INTO public.inventory_count VALUES ('http://127.0.0.1:9 sandbox', 3, '100', 'bound', 'Opus', 2);
INSERT INTO public.inventory_count VALUES ('http://127.0.0.1:9 sandbox', 4, '1008', 'bound', 'Opus', 1);
INSERT INTO public.inventory_crawl VALUES ('http://127.0.0.1:9 sandbox', 'idle', 1795664406832, '1', 19, 19, 1, 1795664406874, 1795664406832, 19, NULL);
INSERT INTO public.job VALUES ('fc13199a-2821-40a0-a5bc-00e68e3abb12', '2xg8rbJ0DwKmZgcI1RZiTO64WtgaAgD2', 'admin@example.com', 'ae506f8b-8fc8-4244-9945-49811a2fe691', '264ba14e1e80c551d257aa7269aaf2cef6284af5b0e511b9883762127ae8d681', 'Waiting intake', 'http://127.0.0.1:9 sandbox', 1795664406312, 1795664406333, NULL, 'pause', 'user', NULL, 2, 2, 0, 0, 0, 0, 0, 0, 0, 0, NULL, NULL, 1, 'none', 16, NULL, 1, NULL, 'bulk', 'create_extension', NULL);
INSERT INTO public.job VALUES ('da2a7c68-974d-4068-9d0d-ab79bdee8ff4', '2xg8rbJ0DwKmZgcI1RZiTO64WtgaAgD2', 'admin@example.com', '336f8508-3893-403c-b6af-b2fa5ce0fcff', '48509bfeac669588a4395ee60c56bac8426a12f18f68e8705b05a1207d4aa788', '7001', 'http://127.0.0.1:9 sandbox', 1795664405385, 1795664405420, 1795664405778, 'run', NULL, NULL, 1, 0, 0, 0, 1, 0, 0, 0, 0, 0, NULL, NULL, 1, 'none', 0, NULL, 0, NULL, 'single', 'create_extension', '{"id":"2xg8rbJ0DwKmZgcI1RZiTO64WtgaAgD2","name":"admin@example.com","role":"admin","session":"e29d430ef26aa63a","address":"","requestId":"d7226928-b666-47bd-810f-893a51c305cc"}');
INSERT INTO public.job VALUES ('5d6f74c1-1c6a-4912-a3fc-26b0740742ed', '2xg8rbJ0DwKmZgcI1RZiTO64WtgaAgD2', 'admin@example.com', '5ebdcc07-57f8-4951-b58c-5a5f5054931b', '696e30b96ef7db3690831a63c48bd479f5de960e410e7c77c4973fffe860e381', 'Spring intake', 'http://127.0.0.1:9 sandbox', 1795664405810, 1795664405863, 1795664406094, 'run', NULL, NULL, 3, 0, 0, 0, 2, 1, 0, 0, 0, 0, NULL, NULL, 1, 'random', 16, NULL, 1, 1795750806094, 'bulk', 'create_extension', NULL);
INSERT INTO public.job_item VALUES ('da2a7c68-974d-4068-9d0d-ab79bdee8ff4', 0, 'http://127.0.0.1:9 sandbox', '7001', NULL, NULL, NULL, NULL, NULL, 'none', 0, 'done', 1, 0, 1, 'answered', 'seen', NULL, NULL, NULL, 1795664405615, 1795664405646, 1795664405615, 1795664405703, 1, NULL);
INSERT INTO public.job_item VALUES ('5d6f74c1-1c6a-4912-a3fc-26b0740742ed', 2, 'http://127.0.0.1:9 sandbox', '1000', NULL, NULL, NULL, NULL, 'v2.2a0c008d.v7B92kMpyZOsTHS4GNscOkqUWD3-CYlWu9rB2WV1rCHIc_UaNYhu79cZ920', 'random', 0, 'failed', 0, 0, 0, NULL, NULL, 'extension-bound', NULL, NULL, NULL, NULL, NULL, 1795664405979, 0, NULL);
INSERT INTO public.job_item VALUES ('5d6f74c1-1c6a-4912-a3fc-26b0740742ed', 0, 'http://127.0.0.1:9 sandbox', '7002', NULL, NULL, NULL, NULL, NULL, 'given', 0, 'done', 1, 0, 1, 'answered', 'seen', NULL, NULL, NULL, 1795664405949, 1795664405979, 1795664405949, 1795664406041, 1, NULL);
INSERT INTO public.job_item VALUES ('5d6f74c1-1c6a-4912-a3fc-26b0740742ed', 1, 'http://127.0.0.1:9 sandbox', '7003', NULL, NULL, NULL, NULL, 'v2.2a0c008d.zSextn-WdpWuXFu0RI-1UkTr-C0UM_OGx62KVK-o9HwRi1F2SzXBYi7B7iI', 'random', 0, 'done', 1, 0, 1, 'answered', 'seen', NULL, NULL, NULL, 1795664405978, 1795664406005, 1795664405978, 1795664406055, 1, NULL);
INSERT INTO public.job_item VALUES ('fc13199a-2821-40a0-a5bc-00e68e3abb12', 0, 'http://127.0.0.1:9 sandbox', '7010', NULL, NULL, NULL, NULL, 'v2.2a0c008d.hv5qHhPfPgfF1iU6nemTeTlNL_XQeqEkiK_WF2DcCzrOgKCKA9HrYkuK_g', 'given', 0, 'pending', 0, 0, 1, NULL, NULL, NULL, NULL, NULL, 1795664406489, NULL, NULL, NULL, 0, NULL);
INSERT INTO public.job_item VALUES ('fc13199a-2821-40a0-a5bc-00e68e3abb12', 1, 'http://127.0.0.1:9 sandbox', '7011', NULL, NULL, NULL, NULL, NULL, 'none', 0, 'pending', 0, 0, 1, NULL, NULL, NULL, NULL, NULL, 1795664406489, NULL, NULL, NULL, 0, NULL);
INSERT INTO public.kysely_migration VALUES ('001-initial', '2026-11-26T03:40:01.404Z');
INSERT INTO public.kysely_migration_lock VALUES ('migration_lock', 0);
INSERT INTO public.label VALUES ('http://127.0.0.1:9 sandbox', 'extension', '1007', 'vip', 'VIP');
INSERT INTO public.note VALUES ('http://127.0.0.1:9 sandbox', 'extension', '1007', 'Reception desk', 1795664407243, 'admin@example.com', 1795664407243);
INSERT INTO public.observed_value VALUES ('http://127.0.0.1:9 sandbox', 'extensions.retCode', '310121', 5, 1795664405589, 1795664406416);
INSERT INTO public.observed_value VALUES ('http://127.0.0.1:9 sandbox', 'extension.status', '1', 1, 1795664405944, 1795664405944);
INSERT INTO public.observed_value VALUES ('http://127.0.0.1:9 sandbox', 'extension.bindStatus', '0', 45, 1795664405740, 1795664407818);
INSERT INTO public.observed_value VALUES ('http://127.0.0.1:9 sandbox', 'extension.bindStatus', '1', 2, 1795664405944, 1795664407881);
INSERT INTO public.observed_value VALUES ('http://127.0.0.1:9 sandbox', 'extension.status', '0', 46, 1795664405740, 1795664407881);
INSERT INTO public.observed_value VALUES ('http://127.0.0.1:9 sandbox', 'extension.enabled', '1', 47, 1795664405740, 1795664407881);
INSERT INTO public.observed_value VALUES ('http://127.0.0.1:9 sandbox', 'extension.extType', '1', 47, 1795664405740, 1795664407881);
INSERT INTO public.pool VALUES ('c55b2e0f-a98f-42cf-a8f3-5ebd1c0f87f8', 'http://127.0.0.1:9 sandbox', 'Support', 'support', '{"ranges":[{"from":"1000","to":"1019"}],"prefixes":["700"]}', 'Ada', 'Support team', 1795664407270, 'admin@example.com', 1795664407270);
INSERT INTO public.reservation VALUES ('e0e3671e-26ea-4388-a9aa-c1dd976f8d24', 'http://127.0.0.1:9 sandbox', '1004', 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa', NULL, 'Ingrid Patel', NULL, 'ebe3006413c7a116e4005bc10b7d1561.sip.example', 'Opus', '2xg8rbJ0DwKmZgcI1RZiTO64WtgaAgD2', 'admin', '7e753c6c-4f6b-4153-8e92-383bada52b9e', 'ff77a3eec2cf74aaa40d415ac76ab33c7fcfae93ae641b432dd1cacf5235bfd8', 'reserved', 1795664407137, 1796269207137, 1795664407137, 0, NULL, NULL, NULL, NULL);
INSERT INTO public.reservation VALUES ('8523a091-8e9a-49ee-9a3d-402a56edddef', 'http://127.0.0.1:9 sandbox', '1006', 'bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb', NULL, 'Omar Haddad', NULL, 'ebe3006413c7a116e4005bc10b7d1561.sip.example', 'G.711 alaw', '2xg8rbJ0DwKmZgcI1RZiTO64WtgaAgD2', 'admin', '47070791-39c2-4a03-bdd3-506d22efd870', '36fb3f7b5fa0f230146a1d3ff410cbc7554f49883851f45e225cbffcaea4a4ee', 'released', 1795664407191, 1795750807191, 1795664407191, 0, NULL, 1795664407205, 'admin', 'not needed');
INSERT INTO public.saved_view VALUES ('e7256c19-e7e0-4109-a0bd-7d6745816be9', 'inventory', '2xg8rbJ0DwKmZgcI1RZiTO64WtgaAgD2', 'admin@example.com', 'Bound ones', 'bound ones', 'state=bound', 1, 1795664407360);
INSERT INTO public.service_request VALUES ('0fbd07ff-e2c4-4db6-bde9-f536208294d5', 'http://127.0.0.1:9 sandbox', 'unbind', '1000', '9348ee74c2cefd4740db23a3b5bf4a0d', '王伟', NULL, NULL, 'left the company', 1796428800000, 'open', '2xg8rbJ0DwKmZgcI1RZiTO64WtgaAgD2', 'admin', 1795664407225, NULL, NULL, NULL, NULL, NULL, 1795664407225);
INSERT INTO public.session VALUES ('Jbvn4ZtML1casRfTgaKldD1U6MZmkLbx', '2026-11-26 04:10:04.684+00', 'PhM2nrlT1OOZTlflfnH3Lr0LOQ6AoGKL', '2026-11-26 03:40:04.684+00', '2026-11-26 03:40:04.684+00', '', '', '2xg8rbJ0DwKmZgcI1RZiTO64WtgaAgD2', NULL, NULL);
INSERT INTO public.session VALUES ('eBTONukcKPVNoERhIm6w2H3q69BK9p8T', '2026-11-26 04:10:05.206+00', 'eV0x35Iq59ef4LJa741NYdfkjZ8V9TNi', '2026-11-26 03:40:05.206+00', '2026-11-26 03:40:05.206+00', '', '', '5bkJ7l0boq7901BfbKwDcXWfGo19cSSa', NULL, NULL);
INSERT INTO public.setting VALUES ('legacyCreate', 'true');
INSERT INTO public.setting VALUES ('backgroundRate', '100');
INSERT INTO public.sign_in_try VALUES ('b4895d1a0301d1cf6b43b999d970dd685a075a996dca47f4b5d27e3380cd161e', 1, 1795664403360, 1);
INSERT INTO public.sign_in_try VALUES ('98b6dafd780bf6ceb4777b679c8930ef38db689b18f2eb6b3030d71e04375427', 1, 1795664403358, 1);
INSERT INTO public.sign_in_try VALUES ('7695eb82c517b7e61b1107b78d0a9aad6e9a87f69dff4ecb8d117cc7587a8858', 0, 1795664404770, 0);
INSERT INTO public.snapshot VALUES ('http://127.0.0.1:9 sandbox', 1795662000000);
INSERT INTO public.snapshot_count VALUES ('http://127.0.0.1:9 sandbox', 1795662000000, '', 19, 0, 1, 0);
INSERT INTO public.snapshot_count VALUES ('http://127.0.0.1:9 sandbox', 1795662000000, '10', 16, 0, 1, 0);
INSERT INTO public.snapshot_count VALUES ('http://127.0.0.1:9 sandbox', 1795662000000, '70', 3, 0, 0, 0);
INSERT INTO public.snapshot_count VALUES ('http://127.0.0.1:9 sandbox', 1795662000000, '100', 4, 0, 1, 0);
INSERT INTO public.snapshot_count VALUES ('http://127.0.0.1:9 sandbox', 1795662000000, '101', 6, 0, 0, 0);
INSERT INTO public.snapshot_count VALUES ('http://127.0.0.1:9 sandbox', 1795662000000, '102', 6, 0, 0, 0);
INSERT INTO public.snapshot_count VALUES ('http://127.0.0.1:9 sandbox', 1795662000000, '700', 3, 0, 0, 0);
INSERT INTO public.task_lease VALUES ('agent records', NULL, 0, 1795664416757);
INSERT INTO public.task_lease VALUES ('reservations', NULL, 0, 1795664416766);
INSERT INTO public.task_lease VALUES ('inventory agents', NULL, 0, 1795664416797);
INSERT INTO public.task_lease VALUES ('inventory gaps', NULL, 0, 1795664461801);
INSERT INTO public.task_lease VALUES ('binding changes', NULL, 0, 1795668001802);
INSERT INTO public.task_lease VALUES ('service requests', NULL, 0, 1795664416802);
INSERT INTO public.task_lease VALUES ('inventory details', NULL, 0, 1795664411838);
INSERT INTO public.task_lease VALUES ('inventory idle pages', NULL, 0, 1795664411876);
INSERT INTO public.task_lease VALUES ('snapshots', NULL, 0, 1795664411126);
INSERT INTO public.threshold VALUES ('http://127.0.0.1:9 sandbox', '', 500, NULL, 1795664407283, 'admin@example.com', 1795664407283, 'admin@example.com', 1795664407300, 1798256407300, 18);
INSERT INTO public.threshold VALUES ('http://127.0.0.1:9 sandbox', 'pool:c55b2e0f-a98f-42cf-a8f3-5ebd1c0f87f8', 2, NULL, 1795664407270, 'admin@example.com', 1795664407270, NULL, NULL, NULL, NULL);
INSERT INTO public.token_state VALUES ('v5 http://127.0.0.1:9 sandbox', 'v2.2a0c008d.mftsR4rRh_ve7gvggg492uUfaguvrClgfdCcTi8upGr8kdF0QxN3UEiLexoQiUVo64hD4872PxJC6oD8', 1, 1795664405508, 1795750805508, NULL, NULL, NULL, NULL, '[{"at":1795664405454,"because":"due","signedAt":"1795664405"}]');
INSERT INTO public."user" VALUES ('2xg8rbJ0DwKmZgcI1RZiTO64WtgaAgD2', 'admin', 'admin@example.com', false, NULL, '2026-11-26 03:40:02.54+00', '2026-11-26 03:40:04.721+00', NULL, NULL, NULL, 'admin', false, NULL, NULL, false, false, NULL, '2026-11-26 03:40:04.721+00');
INSERT INTO public."user" VALUES ('5bkJ7l0boq7901BfbKwDcXWfGo19cSSa', 'supervisor', 'supervisor@example.com', false, NULL, '2026-11-26 03:40:03.322+00', '2026-11-26 03:40:05.254+00', NULL, NULL, NULL, 'supervisor', false, NULL, NULL, false, false, NULL, '2026-11-26 03:40:05.254+00');
INSERT INTO public."user" VALUES ('3yimWTdQ4p8mGMKx3jNiecT62TehIkNw', 'Ben', 'ben@example.com', false, NULL, '2026-11-26 03:40:07.773+00', '2026-11-26 03:40:07.773+00', NULL, NULL, NULL, 'supervisor', false, NULL, NULL, false, true, '2026-11-27 03:40:07.771+00', NULL);
ALTER TABLE ONLY public.account
    ADD CONSTRAINT account_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.action_use
    ADD CONSTRAINT action_use_key PRIMARY KEY (user_id, action);
ALTER TABLE ONLY public.agent
    ADD CONSTRAINT agent_key UNIQUE (account, agent_uuid);
ALTER TABLE ONLY public.agent
    ADD CONSTRAINT agent_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.agent_term
    ADD CONSTRAINT agent_term_key PRIMARY KEY (account, kind, term, agent_id);
ALTER TABLE ONLY public.audit_head
    ADD CONSTRAINT audit_head_pkey PRIMARY KEY (chain);
ALTER TABLE ONLY public.audit
    ADD CONSTRAINT audit_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.binding_change
    ADD CONSTRAINT binding_change_key PRIMARY KEY (account, ext, at);
ALTER TABLE ONLY public.code_name
    ADD CONSTRAINT code_name_key PRIMARY KEY (account, field, value);
ALTER TABLE ONLY public.inventory_count
    ADD CONSTRAINT inventory_count_key PRIMARY KEY (account, length, prefix, state, language);
ALTER TABLE ONLY public.inventory_crawl
    ADD CONSTRAINT inventory_crawl_key PRIMARY KEY (account, kind);
ALTER TABLE ONLY public.inventory
    ADD CONSTRAINT inventory_key PRIMARY KEY (account, ext);
ALTER TABLE ONLY public.job_item
    ADD CONSTRAINT job_item_key PRIMARY KEY (job_id, "position");
ALTER TABLE ONLY public.job_item
    ADD CONSTRAINT job_item_number UNIQUE (job_id, ext);
ALTER TABLE ONLY public.job
    ADD CONSTRAINT job_key UNIQUE (user_id, idempotency_key);
ALTER TABLE ONLY public.job
    ADD CONSTRAINT job_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.kysely_migration_lock
    ADD CONSTRAINT kysely_migration_lock_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.kysely_migration
    ADD CONSTRAINT kysely_migration_pkey PRIMARY KEY (name);
ALTER TABLE ONLY public.label
    ADD CONSTRAINT label_key PRIMARY KEY (account, kind, subject, name_key);
ALTER TABLE ONLY public.note
    ADD CONSTRAINT note_key PRIMARY KEY (account, kind, subject);
ALTER TABLE ONLY public.observed_value
    ADD CONSTRAINT observed_value_key PRIMARY KEY (account, field, value);
ALTER TABLE ONLY public.pool
    ADD CONSTRAINT pool_name UNIQUE (account, name_key);
ALTER TABLE ONLY public.pool
    ADD CONSTRAINT pool_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.reservation
    ADD CONSTRAINT reservation_key UNIQUE (user_id, idempotency_key, ext);
ALTER TABLE ONLY public.reservation
    ADD CONSTRAINT reservation_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.saved_view
    ADD CONSTRAINT saved_view_name UNIQUE (user_id, page, name_key);
ALTER TABLE ONLY public.saved_view
    ADD CONSTRAINT saved_view_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.service_request
    ADD CONSTRAINT service_request_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.session
    ADD CONSTRAINT session_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.session
    ADD CONSTRAINT session_token_key UNIQUE (token);
ALTER TABLE ONLY public.setting
    ADD CONSTRAINT setting_pkey PRIMARY KEY (name);
ALTER TABLE ONLY public.sign_in_try
    ADD CONSTRAINT sign_in_try_pkey PRIMARY KEY (account);
ALTER TABLE ONLY public.snapshot_count
    ADD CONSTRAINT snapshot_count_key PRIMARY KEY (account, scope, at);
ALTER TABLE ONLY public.snapshot
    ADD CONSTRAINT snapshot_key PRIMARY KEY (account, at);
ALTER TABLE ONLY public.task_lease
    ADD CONSTRAINT task_lease_pkey PRIMARY KEY (name);
ALTER TABLE ONLY public.threshold
    ADD CONSTRAINT threshold_key PRIMARY KEY (account, scope);
ALTER TABLE ONLY public.token_state
    ADD CONSTRAINT token_state_pkey PRIMARY KEY (key);
ALTER TABLE ONLY public."twoFactor"
    ADD CONSTRAINT "twoFactor_pkey" PRIMARY KEY (id);
ALTER TABLE ONLY public."user"
    ADD CONSTRAINT user_email_key UNIQUE (email);
ALTER TABLE ONLY public."user"
    ADD CONSTRAINT user_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.verification
    ADD CONSTRAINT verification_pkey PRIMARY KEY (id);
CREATE INDEX "account_userId_idx" ON public.account USING btree ("userId");
CREATE INDEX agent_by_department ON public.agent USING btree (account, ((department IS NULL)), department, name_key, id);
CREATE INDEX agent_by_name ON public.agent USING btree (account, ((name_key IS NULL)), name_key, id);
CREATE INDEX agent_by_number ON public.agent USING btree (account, ((ext IS NULL)), ext, name_key, id);
CREATE INDEX agent_by_work_number ON public.agent USING btree (account, ((work_number IS NULL)), work_number, name_key, id);
CREATE INDEX agent_record ON public.agent USING btree (account, record_at) WHERE (agent_uuid IS NOT NULL);
CREATE INDEX agent_term_agent ON public.agent_term USING btree (agent_id, term);
CREATE INDEX audit_action ON public.audit USING btree (action, at, id);
CREATE INDEX audit_actor ON public.audit USING btree (actor_id, at, id);
CREATE INDEX audit_actor_action ON public.audit USING btree (actor_id, action, at, id);
CREATE UNIQUE INDEX audit_chain ON public.audit USING btree (chain, seq);
CREATE INDEX audit_name ON public.audit USING btree (actor_name, actor_id, at, id);
CREATE INDEX audit_newest ON public.audit USING btree (at, id);
CREATE INDEX audit_object ON public.audit USING btree (object, at, id);
CREATE INDEX audit_request ON public.audit USING btree (request_id, at, id) WHERE (request_id IS NOT NULL);
CREATE INDEX audit_user_name ON public.audit USING btree (actor_name, actor_id) WHERE (actor_id <> '-'::text);
CREATE INDEX audit_user_object ON public.audit USING btree (object, actor_id) WHERE (actor_id <> '-'::text);
CREATE INDEX binding_change_agent ON public.binding_change USING btree (account, agent_uuid, at) WHERE (agent_uuid IS NOT NULL);
CREATE INDEX binding_change_before ON public.binding_change USING btree (account, before_agent_uuid, at) WHERE (before_agent_uuid IS NOT NULL);
CREATE INDEX binding_change_newest ON public.binding_change USING btree (account, at);
CREATE INDEX inventory_age ON public.inventory USING btree (account, state, seen_at, ext);
CREATE INDEX inventory_agent ON public.inventory USING btree (account, agent_uuid, ext) WHERE (agent_uuid IS NOT NULL);
CREATE INDEX inventory_created ON public.inventory USING btree (account, seen_at, ext) WHERE ((state = 'unknown'::text) AND (source = 'created'::text));
CREATE INDEX inventory_idle ON public.inventory USING btree (account, idle_at) WHERE (idle_at IS NOT NULL);
CREATE INDEX inventory_language ON public.inventory USING btree (account, language, ext);
CREATE INDEX inventory_state ON public.inventory USING btree (account, state, ext);
CREATE INDEX inventory_state_language ON public.inventory USING btree (account, state, language, ext);
CREATE INDEX job_item_due ON public.job_item USING btree (job_id, next_look_at) WHERE (next_look_at IS NOT NULL);
CREATE INDEX job_item_ended ON public.job_item USING btree (job_id, ended_at) WHERE (ended_at IS NOT NULL);
CREATE INDEX job_item_ext ON public.job_item USING btree (account, ext);
CREATE UNIQUE INDEX job_item_open ON public.job_item USING btree (account, ext) WHERE ((state = ANY (ARRAY['pending'::text, 'sending'::text, 'inDoubt'::text, 'needsReview'::text])) OR ((state = 'done'::text) AND (checked IS NULL)));
CREATE INDEX job_item_state ON public.job_item USING btree (job_id, state, "position");
CREATE INDEX job_newest ON public.job USING btree (created_at, id);
CREATE INDEX job_open ON public.job USING btree (created_at) WHERE (ended_at IS NULL);
CREATE INDEX label_name ON public.label USING btree (account, kind, name_key, subject);
CREATE INDEX reservation_agent ON public.reservation USING btree (account, agent_uuid, reserved_at);
CREATE INDEX reservation_due ON public.reservation USING btree (account, checked_at) WHERE (state = 'reserved'::text);
CREATE INDEX reservation_joiner ON public.reservation USING btree (account, joiner_id) WHERE (joiner_id IS NOT NULL);
CREATE INDEX reservation_newest ON public.reservation USING btree (account, reserved_at, id);
CREATE INDEX reservation_number ON public.reservation USING btree (account, ext, reserved_at);
CREATE UNIQUE INDEX reservation_open ON public.reservation USING btree (account, ext) WHERE (state = 'reserved'::text);
CREATE INDEX reservation_user ON public.reservation USING btree (account, user_id, reserved_at);
CREATE INDEX saved_view_shared ON public.saved_view USING btree (page, name_key) WHERE (shared = 1);
CREATE INDEX service_request_checked ON public.service_request USING btree (account, checked_at) WHERE (closed_at IS NULL);
CREATE INDEX service_request_due ON public.service_request USING btree (account, ((due_at IS NULL)), due_at, id);
CREATE INDEX service_request_newest ON public.service_request USING btree (account, asked_at, id);
CREATE INDEX service_request_number ON public.service_request USING btree (account, ext, id);
CREATE UNIQUE INDEX service_request_pending ON public.service_request USING btree (account, ext, kind) WHERE (closed_at IS NULL);
CREATE INDEX "session_userId_idx" ON public.session USING btree ("userId");
CREATE INDEX sign_in_try_since ON public.sign_in_try USING btree (since);
CREATE INDEX snapshot_count_at ON public.snapshot_count USING btree (account, at);
CREATE INDEX "twoFactor_secret_idx" ON public."twoFactor" USING btree (secret);
CREATE INDEX "twoFactor_userId_idx" ON public."twoFactor" USING btree ("userId");
CREATE INDEX verification_identifier_idx ON public.verification USING btree (identifier);
CREATE TRIGGER audit_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.audit FOR EACH STATEMENT EXECUTE FUNCTION public.audit_append_only();
ALTER TABLE ONLY public.account
    ADD CONSTRAINT "account_userId_fkey" FOREIGN KEY ("userId") REFERENCES public."user"(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.session
    ADD CONSTRAINT "session_userId_fkey" FOREIGN KEY ("userId") REFERENCES public."user"(id) ON DELETE CASCADE;
ALTER TABLE ONLY public."twoFactor"
    ADD CONSTRAINT "twoFactor_userId_fkey" FOREIGN KEY ("userId") REFERENCES public."user"(id) ON DELETE CASCADE;
