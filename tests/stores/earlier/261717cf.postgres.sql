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
CREATE TABLE public.agent (
    id text NOT NULL COLLATE pg_catalog."C",
    account text NOT NULL,
    agent_uuid text COLLATE pg_catalog."C",
    facts text NOT NULL,
    name_key text NOT NULL COLLATE pg_catalog."C",
    work_number text COLLATE pg_catalog."C",
    department text COLLATE pg_catalog."C",
    ext text COLLATE pg_catalog."C",
    exts text NOT NULL,
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
CREATE TABLE public.api_token (
    id text NOT NULL,
    hash text NOT NULL,
    user_id text NOT NULL,
    name text NOT NULL,
    scopes text NOT NULL,
    created_at bigint NOT NULL,
    expires_at bigint NOT NULL,
    last_used_at bigint,
    created_by text
);
CREATE TABLE public.attempt_count (
    key text NOT NULL,
    tries bigint NOT NULL,
    until bigint NOT NULL
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
CREATE TABLE public.authenticator (
    user_id text NOT NULL,
    secret text NOT NULL,
    step bigint NOT NULL,
    is_on integer NOT NULL
);
CREATE TABLE public.backup_code (
    hash text NOT NULL,
    user_id text NOT NULL
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
CREATE TABLE public.delivery (
    id text NOT NULL,
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
    binding_since bigint NOT NULL,
    using_uuid text
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
    lease_until bigint,
    fencing_token bigint DEFAULT 0 NOT NULL,
    password_fill text NOT NULL,
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
    state text NOT NULL,
    attempts integer DEFAULT 0 NOT NULL,
    how text,
    checked text,
    code text,
    upstream_code text,
    message text,
    started_at bigint,
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
CREATE TABLE public.mail_server (
    id integer NOT NULL,
    host text NOT NULL,
    port integer NOT NULL,
    tls text NOT NULL,
    user_name text,
    password text,
    sender text NOT NULL
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
CREATE TABLE public.notification (
    id text NOT NULL,
    user_id text NOT NULL,
    account text,
    key text NOT NULL,
    count integer NOT NULL,
    event text NOT NULL,
    at bigint NOT NULL,
    read_at bigint
);
CREATE TABLE public.notification_choice (
    user_id text NOT NULL,
    language text NOT NULL,
    choices text NOT NULL
);
CREATE TABLE public.notification_scan (
    account text NOT NULL,
    until bigint NOT NULL,
    conditions text NOT NULL
);
CREATE TABLE public.observed_value (
    account text NOT NULL,
    field text NOT NULL,
    value text NOT NULL,
    count bigint NOT NULL,
    first_seen_at bigint NOT NULL,
    last_seen_at bigint NOT NULL
);
CREATE TABLE public.passkey (
    id text NOT NULL,
    user_id text NOT NULL,
    public_key text NOT NULL,
    counter bigint NOT NULL,
    transports text NOT NULL,
    name text NOT NULL,
    created_at bigint NOT NULL,
    last_used_at bigint
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
    changed_at bigint NOT NULL,
    owner_id text
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
    keep_days integer,
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
CREATE TABLE public.service_check (
    account text NOT NULL,
    at bigint NOT NULL,
    states text NOT NULL,
    changed text NOT NULL
);
CREATE TABLE public.service_connection (
    id integer NOT NULL,
    url text NOT NULL,
    extensions_url text NOT NULL,
    app_id text NOT NULL,
    app_key text NOT NULL,
    company_id text,
    authorization_value text,
    profile text NOT NULL,
    active integer NOT NULL,
    version bigint NOT NULL
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
    state text NOT NULL,
    user_id text NOT NULL,
    user_name text NOT NULL,
    asked_at bigint NOT NULL,
    sent_at bigint,
    sent_by text,
    closed_at bigint,
    closed_by text,
    note text,
    checked_at bigint NOT NULL,
    due_on text COLLATE pg_catalog."C",
    assignee_id text,
    assignee_name text,
    assigned_at bigint,
    assigned_by text
);
CREATE TABLE public.session (
    hash text NOT NULL,
    id text NOT NULL,
    user_id text NOT NULL,
    began_at bigint NOT NULL,
    seen_at bigint NOT NULL,
    proved_at bigint,
    address text NOT NULL,
    agent text NOT NULL
);
CREATE TABLE public.setting (
    name text NOT NULL,
    value text NOT NULL
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
    unknown integer NOT NULL,
    unavailable integer DEFAULT 0 NOT NULL
);
CREATE TABLE public.task (
    name text NOT NULL,
    lease_until bigint,
    fencing_token bigint DEFAULT 0 NOT NULL,
    next_at bigint NOT NULL,
    ran_at bigint,
    failure text
);
CREATE TABLE public.team (
    account text NOT NULL,
    user_id text NOT NULL,
    departments text NOT NULL,
    people text NOT NULL,
    pool text
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
    lease_until bigint,
    cooldown_until bigint,
    last_error text,
    renewals text,
    fencing_token bigint DEFAULT 0 NOT NULL
);
CREATE TABLE public."user" (
    id text NOT NULL,
    email text NOT NULL,
    name text NOT NULL,
    role text,
    disabled integer DEFAULT 0 NOT NULL,
    password text,
    access_version integer DEFAULT 0 NOT NULL,
    one_time_until bigint,
    sso_issuer text,
    sso_subject text,
    sso_shown_as text,
    created_at bigint NOT NULL,
    last_sign_in_at bigint,
    is_service integer DEFAULT 0 NOT NULL,
    language text,
    limited_to text
);
CREATE TABLE public.webhook (
    id text NOT NULL,
    url text NOT NULL,
    secret text NOT NULL,
    kinds text NOT NULL,
    created_at bigint NOT NULL,
    failing_since bigint,
    off_at bigint,
    off_because text
);
INSERT INTO public.agent VALUES ('733c4616-c029-44c4-851c-f940521a3a1f', 'sandbox', '9348ee74c2cefd4740db23a3b5bf4a0d', '{"name":{"value":"王伟","source":"extension","at":1795664374849}}', 'wangwei', NULL, NULL, '1000', '1000', 1, 1795664374849, 0);
INSERT INTO public.agent VALUES ('faded5c2-36e9-49bf-a8cc-3e7b803f74ec', 'sandbox', 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa', '{"name":{"value":"Ingrid Patel","source":"reservation","at":1795664375774}}', 'ingrid patel', NULL, NULL, NULL, '', 0, 1795664375774, 0);
INSERT INTO public.agent VALUES ('15153ed4-822c-4679-805b-e9a7fa4f406d', 'sandbox', 'bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb', '{"name":{"value":"Omar Haddad","source":"reservation","at":1795664375898}}', 'omar haddad', NULL, NULL, NULL, '', 0, 1795664375898, 0);
INSERT INTO public.agent VALUES ('bd5073ec-7834-4eb7-8a19-9490dcb00748', 'sandbox', '630a6f2c6bd33965e6ca7222c7965588', '{"name":{"value":"黄娜","source":"extension","at":1795664377589}}', 'huangna', NULL, NULL, '1008', '1008', 1, 1795664377589, 0);
INSERT INTO public.agent_term VALUES ('sandbox', 0, '王伟', '733c4616-c029-44c4-851c-f940521a3a1f');
INSERT INTO public.agent_term VALUES ('sandbox', 0, 'wangwei', '733c4616-c029-44c4-851c-f940521a3a1f');
INSERT INTO public.agent_term VALUES ('sandbox', 0, 'ww', '733c4616-c029-44c4-851c-f940521a3a1f');
INSERT INTO public.agent_term VALUES ('sandbox', 0, '伟', '733c4616-c029-44c4-851c-f940521a3a1f');
INSERT INTO public.agent_term VALUES ('sandbox', 0, 'wei', '733c4616-c029-44c4-851c-f940521a3a1f');
INSERT INTO public.agent_term VALUES ('sandbox', 0, 'w', '733c4616-c029-44c4-851c-f940521a3a1f');
INSERT INTO public.agent_term VALUES ('sandbox', 0, '1000', '733c4616-c029-44c4-851c-f940521a3a1f');
INSERT INTO public.agent_term VALUES ('sandbox', 0, '9348ee74c2cefd4740db23a3b5bf4a0d', '733c4616-c029-44c4-851c-f940521a3a1f');
INSERT INTO public.agent_term VALUES ('sandbox', 2, 'w', '733c4616-c029-44c4-851c-f940521a3a1f');
INSERT INTO public.agent_term VALUES ('sandbox', 2, '1', '733c4616-c029-44c4-851c-f940521a3a1f');
INSERT INTO public.agent_term VALUES ('sandbox', 2, '9', '733c4616-c029-44c4-851c-f940521a3a1f');
INSERT INTO public.agent_term VALUES ('sandbox', 0, 'ingrid', 'faded5c2-36e9-49bf-a8cc-3e7b803f74ec');
INSERT INTO public.agent_term VALUES ('sandbox', 0, 'patel', 'faded5c2-36e9-49bf-a8cc-3e7b803f74ec');
INSERT INTO public.agent_term VALUES ('sandbox', 0, 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa', 'faded5c2-36e9-49bf-a8cc-3e7b803f74ec');
INSERT INTO public.agent_term VALUES ('sandbox', 2, 'i', 'faded5c2-36e9-49bf-a8cc-3e7b803f74ec');
INSERT INTO public.agent_term VALUES ('sandbox', 2, 'p', 'faded5c2-36e9-49bf-a8cc-3e7b803f74ec');
INSERT INTO public.agent_term VALUES ('sandbox', 2, 'a', 'faded5c2-36e9-49bf-a8cc-3e7b803f74ec');
INSERT INTO public.agent_term VALUES ('sandbox', 0, 'omar', '15153ed4-822c-4679-805b-e9a7fa4f406d');
INSERT INTO public.agent_term VALUES ('sandbox', 0, 'haddad', '15153ed4-822c-4679-805b-e9a7fa4f406d');
INSERT INTO public.agent_term VALUES ('sandbox', 0, 'bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb', '15153ed4-822c-4679-805b-e9a7fa4f406d');
INSERT INTO public.agent_term VALUES ('sandbox', 2, 'o', '15153ed4-822c-4679-805b-e9a7fa4f406d');
INSERT INTO public.agent_term VALUES ('sandbox', 2, 'h', '15153ed4-822c-4679-805b-e9a7fa4f406d');
INSERT INTO public.agent_term VALUES ('sandbox', 2, 'b', '15153ed4-822c-4679-805b-e9a7fa4f406d');
INSERT INTO public.agent_term VALUES ('sandbox', 0, '黄娜', 'bd5073ec-7834-4eb7-8a19-9490dcb00748');
INSERT INTO public.agent_term VALUES ('sandbox', 0, 'huangna', 'bd5073ec-7834-4eb7-8a19-9490dcb00748');
INSERT INTO public.agent_term VALUES ('sandbox', 0, 'hn', 'bd5073ec-7834-4eb7-8a19-9490dcb00748');
INSERT INTO public.agent_term VALUES ('sandbox', 0, '娜', 'bd5073ec-7834-4eb7-8a19-9490dcb00748');
INSERT INTO public.agent_term VALUES ('sandbox', 0, 'na', 'bd5073ec-7834-4eb7-8a19-9490dcb00748');
INSERT INTO public.agent_term VALUES ('sandbox', 0, 'n', 'bd5073ec-7834-4eb7-8a19-9490dcb00748');
INSERT INTO public.agent_term VALUES ('sandbox', 0, '1008', 'bd5073ec-7834-4eb7-8a19-9490dcb00748');
INSERT INTO public.agent_term VALUES ('sandbox', 0, '630a6f2c6bd33965e6ca7222c7965588', 'bd5073ec-7834-4eb7-8a19-9490dcb00748');
INSERT INTO public.agent_term VALUES ('sandbox', 2, 'h', 'bd5073ec-7834-4eb7-8a19-9490dcb00748');
INSERT INTO public.agent_term VALUES ('sandbox', 2, 'n', 'bd5073ec-7834-4eb7-8a19-9490dcb00748');
INSERT INTO public.agent_term VALUES ('sandbox', 2, '1', 'bd5073ec-7834-4eb7-8a19-9490dcb00748');
INSERT INTO public.agent_term VALUES ('sandbox', 2, '6', 'bd5073ec-7834-4eb7-8a19-9490dcb00748');
INSERT INTO public.audit VALUES ('00000000-0001-49ec-a5ac-d509fe896ccb', 1795664372259, 'console', 'console', 'audit.begin', 'f2682a69-2552-4d6a-bb84-a253d9d29e30', 'outcome', '[]', NULL, NULL, NULL, NULL, NULL, 'f2682a69-2552-4d6a-bb84-a253d9d29e30', '', '2463e5711cf45edb51959e01b24739f300db645781e3f117e81b9fb590d0143d', 1);
INSERT INTO public.audit VALUES ('00000000-0002-49de-9c0b-4512e88eda81', 1795664372266, '-', 'admin@example.com', 'session.refused', 'admin@example.com', 'outcome', 'sign-in-failed', 'a7426314-97f0-4e9b-83ea-f456a9add680', NULL, NULL, '', NULL, 'f2682a69-2552-4d6a-bb84-a253d9d29e30', '2463e5711cf45edb51959e01b24739f300db645781e3f117e81b9fb590d0143d', 'db1bfd0b486b0fa8bb4d821d68d8bcce190d3bcc9b0e18f7f920729718b9ef16', 2);
INSERT INTO public.audit VALUES ('00000000-0003-4b32-b3cf-c81a7f8b28e0', 1795664372933, '5jRf2nhRykU5Xv9SWuWFuFoW5U83LEtT', 'admin@example.com', 'session.begin', 'admin@example.com', 'outcome', 'done', '344fd293-cfe2-42d8-b7f8-c364037cd244', 'admin', 'f4e763d6aaba6cf6', '', NULL, 'f2682a69-2552-4d6a-bb84-a253d9d29e30', 'db1bfd0b486b0fa8bb4d821d68d8bcce190d3bcc9b0e18f7f920729718b9ef16', '570af770f8a1dcad28d8659b662c60136030192961a4ee618a0f2808fcd1edfe', 3);
INSERT INTO public.audit VALUES ('00000000-0004-44ca-9a2d-92e43a4e7544', 1795664373847, 'LIfCKbByTIhuzyzsHV3jP0KUDfnzmu3j', 'supervisor@example.com', 'session.begin', 'supervisor@example.com', 'outcome', 'done', '9634182d-c409-452b-9502-14a6ebbd5080', 'supervisor', '187e3e093f745a63', '', NULL, 'f2682a69-2552-4d6a-bb84-a253d9d29e30', '570af770f8a1dcad28d8659b662c60136030192961a4ee618a0f2808fcd1edfe', 'b7260aa70523834947f03fa56490ebd5de1c92002bdd6baace69d640b15ec766', 4);
INSERT INTO public.audit VALUES ('00000000-0005-4bb2-b753-a37eaf3258a5', 1795664373853, '5jRf2nhRykU5Xv9SWuWFuFoW5U83LEtT', 'admin@example.com', 'settings.change', '{"legacyCreate":true,"backgroundRate":100}', 'intent', NULL, 'aab0ccd2-3251-4702-98be-5fcffc4d69ac', 'admin', 'f4e763d6aaba6cf6', '', NULL, 'f2682a69-2552-4d6a-bb84-a253d9d29e30', 'b7260aa70523834947f03fa56490ebd5de1c92002bdd6baace69d640b15ec766', '4ce8176b455e54de59aa0d615df572e877e8189e4f7d3a77adb8e90829529004', 5);
INSERT INTO public.audit VALUES ('00000000-0006-4b63-86ad-071250038aa8', 1795664373864, '5jRf2nhRykU5Xv9SWuWFuFoW5U83LEtT', 'admin@example.com', 'settings.change', '{"legacyCreate":true,"backgroundRate":100}', 'outcome', 'done', 'aab0ccd2-3251-4702-98be-5fcffc4d69ac', 'admin', 'f4e763d6aaba6cf6', '', NULL, 'f2682a69-2552-4d6a-bb84-a253d9d29e30', '4ce8176b455e54de59aa0d615df572e877e8189e4f7d3a77adb8e90829529004', '07d33f766250fd6321135f17da364c60f2413e7ef0428476baef354a19a51688', 6);
INSERT INTO public.audit VALUES ('00000000-0007-483e-b95f-8012fee5e6c6', 1795664373905, '5jRf2nhRykU5Xv9SWuWFuFoW5U83LEtT', 'admin@example.com', 'extension.create', '7001', 'intent', NULL, '074cb157-b12a-471c-9681-0a51d0d17383', 'admin', 'f4e763d6aaba6cf6', '', NULL, 'f2682a69-2552-4d6a-bb84-a253d9d29e30', '07d33f766250fd6321135f17da364c60f2413e7ef0428476baef354a19a51688', '2d05ae4dcc0b15cdd3404225a4b8bbbc416dba63add4a787ee9f376292dea66b', 7);
INSERT INTO public.audit VALUES ('00000000-0008-41a3-960f-e5f1d66cdc85', 1795664374596, '5jRf2nhRykU5Xv9SWuWFuFoW5U83LEtT', 'admin@example.com', 'extension.create', '7001', 'outcome', 'done', '074cb157-b12a-471c-9681-0a51d0d17383', 'admin', 'f4e763d6aaba6cf6', '', NULL, 'f2682a69-2552-4d6a-bb84-a253d9d29e30', '2d05ae4dcc0b15cdd3404225a4b8bbbc416dba63add4a787ee9f376292dea66b', '8f915e0e29d5b9c7e5ff22dfc5a174cc5cf1df02984be75e263b51f619c11dbd', 8);
INSERT INTO public.audit VALUES ('00000000-0009-4be4-8016-3bef6974c9dc', 1795664374792, '5jRf2nhRykU5Xv9SWuWFuFoW5U83LEtT', 'admin@example.com', 'job.create', '31768cc0-39cd-45e3-8eb5-68e6e735de4f', 'outcome', '3 rows', 'd5dcb611-23b2-45b7-93da-4aa280004c3f', 'admin', 'f4e763d6aaba6cf6', '', NULL, 'f2682a69-2552-4d6a-bb84-a253d9d29e30', '8f915e0e29d5b9c7e5ff22dfc5a174cc5cf1df02984be75e263b51f619c11dbd', '2cc13273a1be5f8a19dd2cef574186268c28a18c7bd296b4e908e3d66a02bfe4', 9);
INSERT INTO public.audit VALUES ('00000000-000a-4143-8395-5d210f9727dc', 1795664374893, '5jRf2nhRykU5Xv9SWuWFuFoW5U83LEtT', 'admin@example.com', 'job.item.create', '7002', 'intent', NULL, '31768cc0-39cd-45e3-8eb5-68e6e735de4f', NULL, NULL, NULL, NULL, 'f2682a69-2552-4d6a-bb84-a253d9d29e30', '2cc13273a1be5f8a19dd2cef574186268c28a18c7bd296b4e908e3d66a02bfe4', '378d1ba04c667a5180ae8e8fba0b867fee102908aee734a145eb012c8b9197d3', 10);
INSERT INTO public.audit VALUES ('00000000-000b-4324-a27d-92cfe707fb1d', 1795664374918, '5jRf2nhRykU5Xv9SWuWFuFoW5U83LEtT', 'admin@example.com', 'job.item.create', '7003', 'intent', NULL, '31768cc0-39cd-45e3-8eb5-68e6e735de4f', NULL, NULL, NULL, NULL, 'f2682a69-2552-4d6a-bb84-a253d9d29e30', '378d1ba04c667a5180ae8e8fba0b867fee102908aee734a145eb012c8b9197d3', '8a09215238a484ec0c43270c1c5639c3d2344fb538287d1135322842fc9fd980', 11);
INSERT INTO public.audit VALUES ('00000000-000c-4832-8e9c-dbb3c842d60a', 1795664374932, '5jRf2nhRykU5Xv9SWuWFuFoW5U83LEtT', 'admin@example.com', 'job.item.create', '7002', 'outcome', 'done', '31768cc0-39cd-45e3-8eb5-68e6e735de4f', NULL, NULL, NULL, NULL, 'f2682a69-2552-4d6a-bb84-a253d9d29e30', '8a09215238a484ec0c43270c1c5639c3d2344fb538287d1135322842fc9fd980', '814a58b3ab64dd6a3e2f4fcecf9729ed33f1c71ccd26fe4885642101bf1161c4', 12);
INSERT INTO public.audit VALUES ('00000000-000d-49d8-84cb-9e83c62e00ce', 1795664374998, '5jRf2nhRykU5Xv9SWuWFuFoW5U83LEtT', 'admin@example.com', 'job.item.create', '7003', 'outcome', 'done', '31768cc0-39cd-45e3-8eb5-68e6e735de4f', NULL, NULL, NULL, NULL, 'f2682a69-2552-4d6a-bb84-a253d9d29e30', '814a58b3ab64dd6a3e2f4fcecf9729ed33f1c71ccd26fe4885642101bf1161c4', '9bc0dc1547ce557e451735b3d9e477809cfc3e87751af93f9ec97f025442bef4', 13);
INSERT INTO public.audit VALUES ('00000000-000e-440b-bd6e-7ca366dc945c', 1795664375031, '5jRf2nhRykU5Xv9SWuWFuFoW5U83LEtT', 'admin@example.com', 'job.create', '6143bf61-23c3-4872-9889-3e2a8961c926', 'outcome', '2 rows', 'f7744373-77fa-44bd-b25e-676c313837ab', 'admin', 'f4e763d6aaba6cf6', '', NULL, 'f2682a69-2552-4d6a-bb84-a253d9d29e30', '9bc0dc1547ce557e451735b3d9e477809cfc3e87751af93f9ec97f025442bef4', 'dbce5d1f0d0ba5539a51ee75659093503f0d5dd379ceda7a2a52f8ea68e81f6a', 14);
INSERT INTO public.audit VALUES ('00000000-000f-4534-a4d7-0365f9e800f6', 1795664375094, '5jRf2nhRykU5Xv9SWuWFuFoW5U83LEtT', 'admin@example.com', 'job.pause', '6143bf61-23c3-4872-9889-3e2a8961c926', 'outcome', 'done', 'b924dca9-3879-48c8-99be-1e30a9759836', 'admin', 'f4e763d6aaba6cf6', '', NULL, 'f2682a69-2552-4d6a-bb84-a253d9d29e30', 'dbce5d1f0d0ba5539a51ee75659093503f0d5dd379ceda7a2a52f8ea68e81f6a', '777a5856381b7d47453bb294730a42564be11c727829cf21b56b401d00944868', 15);
INSERT INTO public.audit VALUES ('00000000-0010-46a7-9e89-85d390a3815b', 1795664375146, '5jRf2nhRykU5Xv9SWuWFuFoW5U83LEtT', 'admin@example.com', 'job.item.create', '7010', 'intent', NULL, '6143bf61-23c3-4872-9889-3e2a8961c926', NULL, NULL, NULL, NULL, 'f2682a69-2552-4d6a-bb84-a253d9d29e30', '777a5856381b7d47453bb294730a42564be11c727829cf21b56b401d00944868', 'f5a962c85c482248ce61222c95be5287e1a181934fed37585ffc784a788cb8e4', 16);
INSERT INTO public.audit VALUES ('00000000-0011-4ce2-ad99-8bad795e5c2e', 1795664375146, '5jRf2nhRykU5Xv9SWuWFuFoW5U83LEtT', 'admin@example.com', 'job.item.create', '7011', 'intent', NULL, '6143bf61-23c3-4872-9889-3e2a8961c926', NULL, NULL, NULL, NULL, 'f2682a69-2552-4d6a-bb84-a253d9d29e30', 'f5a962c85c482248ce61222c95be5287e1a181934fed37585ffc784a788cb8e4', 'b802056a1f7fa69780b43e7c36ce1d02b3a5778e6c78c1dce29fba5cb0fc7d8d', 17);
INSERT INTO public.audit VALUES ('00000000-0012-4a37-a38d-66665537d9ea', 1795664375198, '5jRf2nhRykU5Xv9SWuWFuFoW5U83LEtT', 'admin@example.com', 'job.item.create', '7010', 'outcome', 'not created', '6143bf61-23c3-4872-9889-3e2a8961c926', NULL, NULL, NULL, NULL, 'f2682a69-2552-4d6a-bb84-a253d9d29e30', 'b802056a1f7fa69780b43e7c36ce1d02b3a5778e6c78c1dce29fba5cb0fc7d8d', '66bca3eb97e06f3c37d9861a06b144d1b854962e7f57492d3a1dcce80a9447b6', 18);
INSERT INTO public.audit VALUES ('00000000-0013-45ae-991a-8dce22a5f4cb', 1795664375198, '5jRf2nhRykU5Xv9SWuWFuFoW5U83LEtT', 'admin@example.com', 'job.item.create', '7011', 'outcome', 'not created', '6143bf61-23c3-4872-9889-3e2a8961c926', NULL, NULL, NULL, NULL, 'f2682a69-2552-4d6a-bb84-a253d9d29e30', '66bca3eb97e06f3c37d9861a06b144d1b854962e7f57492d3a1dcce80a9447b6', 'ffaf98545f58eb55e6f280b1d617c8fd5eb3d2e1defb3320eae6e9e2163c1a95', 19);
INSERT INTO public.audit VALUES ('00000000-0014-4b81-9398-e8c09be04893', 1795664375687, '5jRf2nhRykU5Xv9SWuWFuFoW5U83LEtT', 'admin@example.com', 'reservation.reserve', '1004', 'intent', NULL, 'a53534eb-f3c5-4862-a7aa-03d42aeee35b', 'admin', 'f4e763d6aaba6cf6', '', 'agent aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa', 'f2682a69-2552-4d6a-bb84-a253d9d29e30', 'ffaf98545f58eb55e6f280b1d617c8fd5eb3d2e1defb3320eae6e9e2163c1a95', '97282bdea8afcf4d74547815d6d9ad8fca4d606f5cbbbceb5866a91f5914692e', 20);
INSERT INTO public.audit VALUES ('00000000-0015-4c3c-8819-dc3d6112625e', 1795664375764, '5jRf2nhRykU5Xv9SWuWFuFoW5U83LEtT', 'admin@example.com', 'reservation.reserve', '1004', 'outcome', 'done', 'a53534eb-f3c5-4862-a7aa-03d42aeee35b', 'admin', 'f4e763d6aaba6cf6', '', 'agent aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa', 'f2682a69-2552-4d6a-bb84-a253d9d29e30', '97282bdea8afcf4d74547815d6d9ad8fca4d606f5cbbbceb5866a91f5914692e', '6f135d46a7a09227ac6bee2f7ea9d27f1db683df57a6b22f127fd759f2367b48', 21);
INSERT INTO public.audit VALUES ('00000000-0016-4544-b05d-07bfa92918d1', 1795664375836, '5jRf2nhRykU5Xv9SWuWFuFoW5U83LEtT', 'admin@example.com', 'reservation.reserve', '1006', 'intent', NULL, '4e181761-8773-4971-822d-7502c9b06a3b', 'admin', 'f4e763d6aaba6cf6', '', 'agent bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb', 'f2682a69-2552-4d6a-bb84-a253d9d29e30', '6f135d46a7a09227ac6bee2f7ea9d27f1db683df57a6b22f127fd759f2367b48', '8949082f7dc3d2946c9435d925671c18c4a8671538f27a1ccb04a668a2e51e6f', 22);
INSERT INTO public.audit VALUES ('00000000-0017-41b1-bc92-31f1d218ac8a', 1795664375897, '5jRf2nhRykU5Xv9SWuWFuFoW5U83LEtT', 'admin@example.com', 'reservation.reserve', '1006', 'outcome', 'done', '4e181761-8773-4971-822d-7502c9b06a3b', 'admin', 'f4e763d6aaba6cf6', '', 'agent bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb', 'f2682a69-2552-4d6a-bb84-a253d9d29e30', '8949082f7dc3d2946c9435d925671c18c4a8671538f27a1ccb04a668a2e51e6f', 'e5ad18631993b949998f22c5071b34701156f897582f37dd765f72a806793c16', 23);
INSERT INTO public.audit VALUES ('00000000-0018-4b5a-8977-880a677cb782', 1795664375909, '5jRf2nhRykU5Xv9SWuWFuFoW5U83LEtT', 'admin@example.com', 'reservation.release', '1006', 'outcome', 'done', '0096aaf4-be21-47fe-97b8-98d96e0f947d', 'admin', 'f4e763d6aaba6cf6', '', 'not needed', 'f2682a69-2552-4d6a-bb84-a253d9d29e30', 'e5ad18631993b949998f22c5071b34701156f897582f37dd765f72a806793c16', '97c90390dd7859ee7baf2661f37094d87d0b99e7e1f71689908a0b4826664312', 24);
INSERT INTO public.audit VALUES ('00000000-0019-47b1-9957-00b80b05bddd', 1795664375930, '5jRf2nhRykU5Xv9SWuWFuFoW5U83LEtT', 'admin@example.com', 'request.ask', '1000', 'outcome', 'done', 'eaf81bf9-dd17-424b-bc06-c600415317e5', 'admin', 'f4e763d6aaba6cf6', '', 'unbind: left the company', 'f2682a69-2552-4d6a-bb84-a253d9d29e30', '97c90390dd7859ee7baf2661f37094d87d0b99e7e1f71689908a0b4826664312', '160bf2a5752a30fdf73dc5599e952707668d18262ab23c9df9dff2171c2a893a', 25);
INSERT INTO public.audit VALUES ('00000000-001a-4db0-990f-944ec2bc1194', 1795664376040, '5jRf2nhRykU5Xv9SWuWFuFoW5U83LEtT', 'admin@example.com', 'extension.label', '1007', 'intent', NULL, 'db8ea27f-4406-4782-8bdb-9fc3ca4eaf8c', 'admin', 'f4e763d6aaba6cf6', '', 'add VIP; note "Reception desk"', 'f2682a69-2552-4d6a-bb84-a253d9d29e30', '160bf2a5752a30fdf73dc5599e952707668d18262ab23c9df9dff2171c2a893a', 'b9abd39023ced563a6bc575cdb6a71ac35015dfa9a402c0978b43219c1c1b2d2', 26);
INSERT INTO public.audit VALUES ('00000000-001b-4c32-a530-9b8ad4e9ec1e', 1795664376072, '5jRf2nhRykU5Xv9SWuWFuFoW5U83LEtT', 'admin@example.com', 'extension.label', '1007', 'outcome', 'done', 'db8ea27f-4406-4782-8bdb-9fc3ca4eaf8c', 'admin', 'f4e763d6aaba6cf6', '', 'labels: – → VIP; note: "" → "Reception desk"', 'f2682a69-2552-4d6a-bb84-a253d9d29e30', 'b9abd39023ced563a6bc575cdb6a71ac35015dfa9a402c0978b43219c1c1b2d2', '2d57e03ac87ea671337e4f9625d986adc4d8c629b99c811ac53a045c62e81f1e', 27);
INSERT INTO public.audit VALUES ('00000000-001c-48fb-a533-f65343ebee0a', 1795664376109, '5jRf2nhRykU5Xv9SWuWFuFoW5U83LEtT', 'admin@example.com', 'pool.add', 'Support', 'intent', NULL, '39902d82-2b0c-4486-9e33-fda5b948164e', 'admin', 'f4e763d6aaba6cf6', '', 'name: Support; numbers: 1000–1019, 700…; owner: Ada; purpose: Support team; alert below: 2', 'f2682a69-2552-4d6a-bb84-a253d9d29e30', '2d57e03ac87ea671337e4f9625d986adc4d8c629b99c811ac53a045c62e81f1e', 'dea62197d73430ecb95848044fb8715b04f79f9d8dae4843559f834b8bc6390a', 28);
INSERT INTO public.audit VALUES ('00000000-001d-4a98-9c4e-62fe5e52b327', 1795664376141, '5jRf2nhRykU5Xv9SWuWFuFoW5U83LEtT', 'admin@example.com', 'pool.add', 'Support', 'outcome', 'done', '39902d82-2b0c-4486-9e33-fda5b948164e', 'admin', 'f4e763d6aaba6cf6', '', 'name: Support; numbers: 1000–1019, 700…; owner: Ada; purpose: Support team; alert below: 2', 'f2682a69-2552-4d6a-bb84-a253d9d29e30', 'dea62197d73430ecb95848044fb8715b04f79f9d8dae4843559f834b8bc6390a', '354737bbe1b1383150caed5ad24056d64c545e13276b320120795734f9906b6f', 29);
INSERT INTO public.audit VALUES ('00000000-001e-4cf4-b133-be3baf2b1d03', 1795664376150, '5jRf2nhRykU5Xv9SWuWFuFoW5U83LEtT', 'admin@example.com', 'threshold.change', 'all numbers', 'intent', NULL, 'de4236a6-4e1f-4dd6-bc3c-3b9ac5fc59cc', 'admin', 'f4e763d6aaba6cf6', '', 'free 500', 'f2682a69-2552-4d6a-bb84-a253d9d29e30', '354737bbe1b1383150caed5ad24056d64c545e13276b320120795734f9906b6f', 'd3580190bca5a6df789cad977b6edada1be4ff56fa5509068014cab3ee55cd03', 30);
INSERT INTO public.audit VALUES ('00000000-001f-435d-ad1f-829f21e29d13', 1795664376159, '5jRf2nhRykU5Xv9SWuWFuFoW5U83LEtT', 'admin@example.com', 'threshold.change', 'all numbers', 'outcome', 'done', 'de4236a6-4e1f-4dd6-bc3c-3b9ac5fc59cc', 'admin', 'f4e763d6aaba6cf6', '', 'free 500', 'f2682a69-2552-4d6a-bb84-a253d9d29e30', 'd3580190bca5a6df789cad977b6edada1be4ff56fa5509068014cab3ee55cd03', '262577d642c262987a1336664e6ceaab84d61438d0b3131ef5395466f53e252b', 31);
INSERT INTO public.audit VALUES ('00000000-0020-4301-99af-4f76a07429ec', 1795664376187, '5jRf2nhRykU5Xv9SWuWFuFoW5U83LEtT', 'admin@example.com', 'threshold.acknowledge', 'all numbers', 'intent', NULL, '0118772d-92b5-49ee-a692-b60afc711caf', 'admin', 'f4e763d6aaba6cf6', '', '720 hours', 'f2682a69-2552-4d6a-bb84-a253d9d29e30', '262577d642c262987a1336664e6ceaab84d61438d0b3131ef5395466f53e252b', '645dd21fa93e6264be0eb60680c99146d353f52e2ffefeca9354608491835961', 32);
INSERT INTO public.audit VALUES ('00000000-0021-4fa8-b959-86c8bf83cf1d', 1795664376214, '5jRf2nhRykU5Xv9SWuWFuFoW5U83LEtT', 'admin@example.com', 'threshold.acknowledge', 'all numbers', 'outcome', 'done', '0118772d-92b5-49ee-a692-b60afc711caf', 'admin', 'f4e763d6aaba6cf6', '', '720 hours', 'f2682a69-2552-4d6a-bb84-a253d9d29e30', '645dd21fa93e6264be0eb60680c99146d353f52e2ffefeca9354608491835961', '52e470363d33a49382baf981479ea348cb055e6f2929ef4a876e745292eb4837', 33);
INSERT INTO public.audit VALUES ('00000000-0022-444b-9dcc-edbc57239fc5', 1795664376301, '5jRf2nhRykU5Xv9SWuWFuFoW5U83LEtT', 'admin@example.com', 'code.name', 'extension.extType 1', 'intent', NULL, '0b139834-71bd-4d96-9a40-25319317af76', 'admin', 'f4e763d6aaba6cf6', '', NULL, 'f2682a69-2552-4d6a-bb84-a253d9d29e30', '52e470363d33a49382baf981479ea348cb055e6f2929ef4a876e745292eb4837', 'f0a77954adf78a4ff171fe53102a0e81b7144dab6a698a24a27bdd0bb57288aa', 34);
INSERT INTO public.audit VALUES ('00000000-0023-4925-a858-c65841f0ab11', 1795664376321, '5jRf2nhRykU5Xv9SWuWFuFoW5U83LEtT', 'admin@example.com', 'code.name', 'extension.extType 1', 'outcome', 'done', '0b139834-71bd-4d96-9a40-25319317af76', 'admin', 'f4e763d6aaba6cf6', '', NULL, 'f2682a69-2552-4d6a-bb84-a253d9d29e30', 'f0a77954adf78a4ff171fe53102a0e81b7144dab6a698a24a27bdd0bb57288aa', '232ed5dd082852171197b4105cbef215f7e24fdd218d3e46b7189c3b687b0e79', 35);
INSERT INTO public.audit VALUES ('00000000-0024-4d12-8d9f-b218b17328c2', 1795664376360, '5jRf2nhRykU5Xv9SWuWFuFoW5U83LEtT', 'admin@example.com', 'code.name', 'extension.status 0', 'intent', NULL, '1913d82b-120c-4986-9f23-f3ec0a4e8143', 'admin', 'f4e763d6aaba6cf6', '', NULL, 'f2682a69-2552-4d6a-bb84-a253d9d29e30', '232ed5dd082852171197b4105cbef215f7e24fdd218d3e46b7189c3b687b0e79', '1226267ee0defd98ccae825d5fea1562d39c4b3db8c704c5979bd5dc3485474f', 36);
INSERT INTO public.audit VALUES ('00000000-0025-4625-8867-34f795a3ce13', 1795664376381, '5jRf2nhRykU5Xv9SWuWFuFoW5U83LEtT', 'admin@example.com', 'code.name', 'extension.status 0', 'outcome', 'done', '1913d82b-120c-4986-9f23-f3ec0a4e8143', 'admin', 'f4e763d6aaba6cf6', '', NULL, 'f2682a69-2552-4d6a-bb84-a253d9d29e30', '1226267ee0defd98ccae825d5fea1562d39c4b3db8c704c5979bd5dc3485474f', '56bb622faae6a411ed8929d3274bea370840fbdfd23e04242903ad6738d97c91', 37);
INSERT INTO public.audit VALUES ('00000000-0026-4de8-abc2-c56ec54b2c9c', 1795664376392, '5jRf2nhRykU5Xv9SWuWFuFoW5U83LEtT', 'admin@example.com', 'view.save', 'Bound ones', 'intent', NULL, '1cc628be-e965-49c7-9b3b-674e11f7802f', 'admin', 'f4e763d6aaba6cf6', '', NULL, 'f2682a69-2552-4d6a-bb84-a253d9d29e30', '56bb622faae6a411ed8929d3274bea370840fbdfd23e04242903ad6738d97c91', 'ab141e82d7b6436e2fce440739197d94b11a17fa83caa339792810ab991a3ec0', 38);
INSERT INTO public.audit VALUES ('00000000-0027-4c9b-8293-961ae25aa052', 1795664376408, '5jRf2nhRykU5Xv9SWuWFuFoW5U83LEtT', 'admin@example.com', 'view.save', 'Bound ones', 'outcome', 'done', '1cc628be-e965-49c7-9b3b-674e11f7802f', 'admin', 'f4e763d6aaba6cf6', '', NULL, 'f2682a69-2552-4d6a-bb84-a253d9d29e30', 'ab141e82d7b6436e2fce440739197d94b11a17fa83caa339792810ab991a3ec0', '2b1d6befedfe9ad52db86edce544c729762cb3557a8d2440496fd598960cc35d', 39);
INSERT INTO public.audit VALUES ('00000000-0028-4b8b-b8a1-74999bc9a33f', 1795664376432, '5jRf2nhRykU5Xv9SWuWFuFoW5U83LEtT', 'admin@example.com', 'user.change', 'ben@example.com', 'intent', NULL, '1dc8ea56-5a36-4402-826d-d2477894fab2', 'admin', 'f4e763d6aaba6cf6', '', 'invited as supervisor', 'f2682a69-2552-4d6a-bb84-a253d9d29e30', '2b1d6befedfe9ad52db86edce544c729762cb3557a8d2440496fd598960cc35d', '052e3f61b171b309850bea281cbbc292a986bda4c2c65503b2edbb0839f4be11', 40);
INSERT INTO public.audit VALUES ('00000000-0029-4f89-8a18-22058ad20672', 1795664377393, '5jRf2nhRykU5Xv9SWuWFuFoW5U83LEtT', 'admin@example.com', 'user.change', 'ben@example.com', 'outcome', 'done', '1dc8ea56-5a36-4402-826d-d2477894fab2', 'admin', 'f4e763d6aaba6cf6', '', 'invited as supervisor', 'f2682a69-2552-4d6a-bb84-a253d9d29e30', '052e3f61b171b309850bea281cbbc292a986bda4c2c65503b2edbb0839f4be11', 'e0307537aea8d5c42b8ce4ebb214fa06e1349c56e75ca1acde9d522be03eb1ca', 41);
INSERT INTO public.audit VALUES ('00000000-002a-431d-8b5d-c497be51d97b', 1795664377444, '5jRf2nhRykU5Xv9SWuWFuFoW5U83LEtT', 'admin@example.com', 'extension.reveal', '7001', 'intent', NULL, '53a7b4b0-eb0e-467c-bb9a-c1dbaf9c993a', 'admin', 'f4e763d6aaba6cf6', '', 'phone was replaced', 'f2682a69-2552-4d6a-bb84-a253d9d29e30', 'e0307537aea8d5c42b8ce4ebb214fa06e1349c56e75ca1acde9d522be03eb1ca', '0075395280fc0bdba30ecbd812a67cdac34507f27e777a6bad12e98d0718a10c', 42);
INSERT INTO public.audit VALUES ('00000000-002b-4864-9f93-71ff23973319', 1795664377454, '5jRf2nhRykU5Xv9SWuWFuFoW5U83LEtT', 'admin@example.com', 'extension.reveal', '7001', 'outcome', 'done', '53a7b4b0-eb0e-467c-bb9a-c1dbaf9c993a', 'admin', 'f4e763d6aaba6cf6', '', 'phone was replaced', 'f2682a69-2552-4d6a-bb84-a253d9d29e30', '0075395280fc0bdba30ecbd812a67cdac34507f27e777a6bad12e98d0718a10c', '32046f6c2810ce86c4f326dc36e0b7178af2ca3b8c09de8fad48035b905a3aa9', 43);
INSERT INTO public.audit_head VALUES ('f2682a69-2552-4d6a-bb84-a253d9d29e30', 43, '32046f6c2810ce86c4f326dc36e0b7178af2ca3b8c09de8fad48035b905a3aa9', 1795664377455, 'eba2087243d7116d2ee8729fdbb63bdd8266e371f6a115ead34e20c635e4935e');
INSERT INTO public.binding_change VALUES ('sandbox', '1008', 1795664377589, 'bound', '630a6f2c6bd33965e6ca7222c7965588', '黄娜', 'free', NULL, NULL, 1795664375140, NULL);
INSERT INTO public.code_name VALUES ('sandbox', 'extension.extType', '1', 'Softphone', '软电话', '', 1, 'admin@example.com', 1795664376307);
INSERT INTO public.code_name VALUES ('sandbox', 'extension.status', '0', 'Ready', '就绪', '', 1, 'admin@example.com', 1795664376365);
INSERT INTO public.inventory VALUES ('sandbox', '7002', 'free', 0, NULL, NULL, '1', 'Opus', 'Opus', 'ebe3006413c7a116e4005bc10b7d1561.sip.example', 0, 1, 1, 1795664374926, NULL, 'idle', 1795664375140, 1795664375140, 1795664375140, 1795664375140, 1795664375140, NULL);
INSERT INTO public.inventory VALUES ('sandbox', '7003', 'free', 0, NULL, NULL, '1', 'Opus', 'Opus', 'ebe3006413c7a116e4005bc10b7d1561.sip.example', 0, 1, 1, 1795664374939, NULL, 'idle', 1795664375140, 1795664375140, 1795664375140, 1795664375140, 1795664375140, NULL);
INSERT INTO public.inventory VALUES ('sandbox', '1000', 'bound', 1, '9348ee74c2cefd4740db23a3b5bf4a0d', '王伟', '1', 'Opus', 'Opus', 'ebe3006413c7a116e4005bc10b7d1561.sip.example', 1, 1, 1, 1736125200000, 1736125200000, 'detail', 1795664374849, 1795664374849, 1795664374849, NULL, 1795664374849, NULL);
INSERT INTO public.inventory VALUES ('sandbox', '1004', 'free', 0, NULL, NULL, '1', 'Opus', 'Opus', 'ebe3006413c7a116e4005bc10b7d1561.sip.example', 0, 1, 1, 1769648431676, NULL, 'idle', 1795664375140, 1795664375140, 1795664375140, 1795664375140, 1795664375140, NULL);
INSERT INTO public.inventory VALUES ('sandbox', '1006', 'free', 0, NULL, NULL, '2', 'G.711 alaw', 'G.711 alaw', 'ebe3006413c7a116e4005bc10b7d1561.sip.example', 0, 1, 1, 1786410047514, NULL, 'idle', 1795664375140, 1795664375140, 1795664375140, 1795664375140, 1795664375140, NULL);
INSERT INTO public.inventory VALUES ('sandbox', '1007', 'free', 0, NULL, NULL, '3', 'G.711 ulaw', 'G.711 ulaw', 'ebe3006413c7a116e4005bc10b7d1561.sip.example', 0, 1, 1, 1737766855433, NULL, 'idle', 1795664375140, 1795664375140, 1795664375140, 1795664375140, 1795664375140, NULL);
INSERT INTO public.inventory VALUES ('sandbox', '1014', 'free', 0, NULL, NULL, '2', 'G.711 alaw', 'G.711 alaw', 'ebe3006413c7a116e4005bc10b7d1561.sip.example', 0, 1, 1, 1739408510866, NULL, 'idle', 1795664375140, 1795664375140, 1795664375140, 1795664375140, 1795664375140, NULL);
INSERT INTO public.inventory VALUES ('sandbox', '1015', 'free', 0, NULL, NULL, '3', 'G.711 ulaw', 'G.711 ulaw', 'ebe3006413c7a116e4005bc10b7d1561.sip.example', 0, 1, 1, 1747789318785, NULL, 'idle', 1795664375140, 1795664375140, 1795664375140, 1795664375140, 1795664375140, NULL);
INSERT INTO public.inventory VALUES ('sandbox', '1016', 'free', 0, NULL, NULL, '1', 'Opus', 'Opus', 'ebe3006413c7a116e4005bc10b7d1561.sip.example', 0, 1, 1, 1756170126704, NULL, 'idle', 1795664375140, 1795664375140, 1795664375140, 1795664375140, 1795664375140, NULL);
INSERT INTO public.inventory VALUES ('sandbox', '1017', 'free', 0, NULL, NULL, '1', 'Opus', 'Opus', 'ebe3006413c7a116e4005bc10b7d1561.sip.example', 0, 1, 1, 1764550934623, NULL, 'idle', 1795664375140, 1795664375140, 1795664375140, 1795664375140, 1795664375140, NULL);
INSERT INTO public.inventory VALUES ('sandbox', '1018', 'free', 0, NULL, NULL, '2', 'G.711 alaw', 'G.711 alaw', 'ebe3006413c7a116e4005bc10b7d1561.sip.example', 0, 1, 1, 1772931742542, NULL, 'idle', 1795664375140, 1795664375140, 1795664375140, 1795664375140, 1795664375140, NULL);
INSERT INTO public.inventory VALUES ('sandbox', '1019', 'free', 0, NULL, NULL, '3', 'G.711 ulaw', 'G.711 ulaw', 'ebe3006413c7a116e4005bc10b7d1561.sip.example', 0, 1, 1, 1781312550461, NULL, 'idle', 1795664375140, 1795664375140, 1795664375140, 1795664375140, 1795664375140, NULL);
INSERT INTO public.inventory VALUES ('sandbox', '1024', 'free', 0, NULL, NULL, '1', 'Opus', 'Opus', 'ebe3006413c7a116e4005bc10b7d1561.sip.example', 0, 1, 1, 1766192590056, NULL, 'idle', 1795664375140, 1795664375140, 1795664375140, 1795664375140, 1795664375140, NULL);
INSERT INTO public.inventory VALUES ('sandbox', '1025', 'free', 0, NULL, NULL, '1', 'Opus', 'Opus', 'ebe3006413c7a116e4005bc10b7d1561.sip.example', 0, 1, 1, 1774573397975, NULL, 'idle', 1795664375140, 1795664375140, 1795664375140, 1795664375140, 1795664375140, NULL);
INSERT INTO public.inventory VALUES ('sandbox', '1026', 'free', 0, NULL, NULL, '2', 'G.711 alaw', 'G.711 alaw', 'ebe3006413c7a116e4005bc10b7d1561.sip.example', 0, 1, 1, 1782954205894, NULL, 'idle', 1795664375140, 1795664375140, 1795664375140, 1795664375140, 1795664375140, NULL);
INSERT INTO public.inventory VALUES ('sandbox', '1027', 'free', 0, NULL, NULL, '3', 'G.711 ulaw', 'G.711 ulaw', 'ebe3006413c7a116e4005bc10b7d1561.sip.example', 0, 1, 1, 1791335013813, NULL, 'idle', 1795664375140, 1795664375140, 1795664375140, 1795664375140, 1795664375140, NULL);
INSERT INTO public.inventory VALUES ('sandbox', '1028', 'free', 0, NULL, NULL, '1', 'Opus', 'Opus', 'ebe3006413c7a116e4005bc10b7d1561.sip.example', 0, 1, 1, 1742691821732, NULL, 'idle', 1795664375140, 1795664375140, 1795664375140, 1795664375140, 1795664375140, NULL);
INSERT INTO public.inventory VALUES ('sandbox', '1029', 'free', 0, NULL, NULL, '1', 'Opus', 'Opus', 'ebe3006413c7a116e4005bc10b7d1561.sip.example', 0, 1, 1, 1751072629651, NULL, 'idle', 1795664375140, 1795664375140, 1795664375140, 1795664375140, 1795664375140, NULL);
INSERT INTO public.inventory VALUES ('sandbox', '7001', 'free', 0, NULL, NULL, '1', 'Opus', 'Opus', 'ebe3006413c7a116e4005bc10b7d1561.sip.example', 0, 1, 1, 1795664374579, NULL, 'idle', 1795664374736, 1795664375140, 1795664374736, 1795664375140, 1795664374736, NULL);
INSERT INTO public.inventory VALUES ('sandbox', '1008', 'bound', 1, '630a6f2c6bd33965e6ca7222c7965588', '黄娜', '1', 'Opus', 'Opus', 'ebe3006413c7a116e4005bc10b7d1561.sip.example', 0, 1, 1, 1746147663352, 1795664377578, 'detail', 1795664375140, 1795664377589, 1795664377589, NULL, 1795664377589, NULL);
INSERT INTO public.inventory_count VALUES ('sandbox', 4, '7001', 'free', 'Opus', 1);
INSERT INTO public.inventory_count VALUES ('sandbox', 1, '7', 'free', 'Opus', 3);
INSERT INTO public.inventory_count VALUES ('sandbox', 2, '70', 'free', 'Opus', 3);
INSERT INTO public.inventory_count VALUES ('sandbox', 3, '700', 'free', 'Opus', 3);
INSERT INTO public.inventory_count VALUES ('sandbox', 4, '7002', 'free', 'Opus', 1);
INSERT INTO public.inventory_count VALUES ('sandbox', 4, '7003', 'free', 'Opus', 1);
INSERT INTO public.inventory_count VALUES ('sandbox', 4, '1000', 'bound', 'Opus', 1);
INSERT INTO public.inventory_count VALUES ('sandbox', 4, '1004', 'free', 'Opus', 1);
INSERT INTO public.inventory_count VALUES ('sandbox', 0, '', 'free', 'G.711 alaw', 4);
INSERT INTO public.inventory_count VALUES ('sandbox', 1, '1', 'free', 'G.711 alaw', 4);
INSERT INTO public.inventory_count VALUES ('sandbox', 2, '10', 'free', 'G.711 alaw', 4);
INSERT INTO public.inventory_count VALUES ('sandbox', 3, '100', 'free', 'G.711 alaw', 1);
INSERT INTO public.inventory_count VALUES ('sandbox', 4, '1006', 'free', 'G.711 alaw', 1);
INSERT INTO public.inventory_count VALUES ('sandbox', 0, '', 'free', 'G.711 ulaw', 4);
INSERT INTO public.inventory_count VALUES ('sandbox', 1, '1', 'free', 'G.711 ulaw', 4);
INSERT INTO public.inventory_count VALUES ('sandbox', 2, '10', 'free', 'G.711 ulaw', 4);
INSERT INTO public.inventory_count VALUES ('sandbox', 3, '100', 'free', 'G.711 ulaw', 1);
INSERT INTO public.inventory_count VALUES ('sandbox', 4, '1007', 'free', 'G.711 ulaw', 1);
INSERT INTO public.inventory_count VALUES ('sandbox', 3, '101', 'free', 'G.711 alaw', 2);
INSERT INTO public.inventory_count VALUES ('sandbox', 4, '1014', 'free', 'G.711 alaw', 1);
INSERT INTO public.inventory_count VALUES ('sandbox', 3, '101', 'free', 'G.711 ulaw', 2);
INSERT INTO public.inventory_count VALUES ('sandbox', 4, '1015', 'free', 'G.711 ulaw', 1);
INSERT INTO public.inventory_count VALUES ('sandbox', 3, '101', 'free', 'Opus', 2);
INSERT INTO public.inventory_count VALUES ('sandbox', 4, '1016', 'free', 'Opus', 1);
INSERT INTO public.inventory_count VALUES ('sandbox', 4, '1017', 'free', 'Opus', 1);
INSERT INTO public.inventory_count VALUES ('sandbox', 4, '1018', 'free', 'G.711 alaw', 1);
INSERT INTO public.inventory_count VALUES ('sandbox', 4, '1019', 'free', 'G.711 ulaw', 1);
INSERT INTO public.inventory_count VALUES ('sandbox', 3, '102', 'free', 'Opus', 4);
INSERT INTO public.inventory_count VALUES ('sandbox', 4, '1024', 'free', 'Opus', 1);
INSERT INTO public.inventory_count VALUES ('sandbox', 4, '1025', 'free', 'Opus', 1);
INSERT INTO public.inventory_count VALUES ('sandbox', 3, '102', 'free', 'G.711 alaw', 1);
INSERT INTO public.inventory_count VALUES ('sandbox', 4, '1026', 'free', 'G.711 alaw', 1);
INSERT INTO public.inventory_count VALUES ('sandbox', 3, '102', 'free', 'G.711 ulaw', 1);
INSERT INTO public.inventory_count VALUES ('sandbox', 4, '1027', 'free', 'G.711 ulaw', 1);
INSERT INTO public.inventory_count VALUES ('sandbox', 4, '1028', 'free', 'Opus', 1);
INSERT INTO public.inventory_count VALUES ('sandbox', 4, '1029', 'free', 'Opus', 1);
INSERT INTO public.inventory_count VALUES ('sandbox', 0, '', 'free', 'Opus', 10);
INSERT INTO public.inventory_count VALUES ('sandbox', 1, '1', 'free', 'Opus', 7);
INSERT INTO public.inventory_count VALUES ('sandbox', 2, '10', 'free', 'Opus', 7);
INSERT INTO public.inventory_count VALUES ('sandbox', 3, '100', 'free', 'Opus', 1);
INSERT INTO public.inventory_count VALUES ('sandbox', 4, '1008', 'free', 'Opus', 0);
INSERT INTO public.inventory_count VALUES ('sandbox', 0, '', 'bound', 'Opus', 2);
INSERT INTO public.inventory_count VALUES ('sandbox', 1, '1', 'bound', 'Opus', 2);
INSERT INTO public.inventory_count VALUES ('sandbox', 2, '10', 'bound', 'Opus', 2);
INSERT INTO public.inventory_count VALUES ('sandbox', 3, '100', 'bound', 'Opus', 2);
INSERT INTO public.inventory_count VALUES ('sandbox', 4, '1008', 'bound', 'Opus', 1);
INSERT INTO public.inventory_crawl VALUES ('sandbox', 'idle', 1795664375116, '1', 19, 19, 1, 1795664375240, 1795664375116, 19, NULL);
INSERT INTO public.job VALUES ('6143bf61-23c3-4872-9889-3e2a8961c926', '5jRf2nhRykU5Xv9SWuWFuFoW5U83LEtT', 'admin@example.com', 'a7930adf-5fa0-4cfb-a16d-d323e860c0b8', '264ba14e1e80c551d257aa7269aaf2cef6284af5b0e511b9883762127ae8d681', 'Waiting intake', 'sandbox', 1795664375031, 1795664375042, NULL, 'pause', 'user', NULL, 2, 2, 0, 0, 0, 0, 0, 0, 0, 0, NULL, 1, 'none', 1, NULL, 'bulk', 'create_extension', NULL);
INSERT INTO public.job VALUES ('f8b1be5e-38bc-43dc-af6b-45887f26389a', '5jRf2nhRykU5Xv9SWuWFuFoW5U83LEtT', 'admin@example.com', 'a36fd1d6-676b-4eb8-a850-472d7f460e9c', '48509bfeac669588a4395ee60c56bac8426a12f18f68e8705b05a1207d4aa788', '7001', 'sandbox', 1795664373900, 1795664373917, 1795664374699, 'run', NULL, NULL, 1, 0, 0, 0, 1, 0, 0, 0, 0, 0, NULL, 1, 'none', 0, NULL, 'single', 'create_extension', '{"id":"5jRf2nhRykU5Xv9SWuWFuFoW5U83LEtT","name":"admin@example.com","role":"admin","session":"f4e763d6aaba6cf6","address":"","requestId":"074cb157-b12a-471c-9681-0a51d0d17383"}');
INSERT INTO public.job VALUES ('31768cc0-39cd-45e3-8eb5-68e6e735de4f', '5jRf2nhRykU5Xv9SWuWFuFoW5U83LEtT', 'admin@example.com', 'f7aac832-3713-447e-964f-44b153d02aaa', '696e30b96ef7db3690831a63c48bd479f5de960e410e7c77c4973fffe860e381', 'Spring intake', 'sandbox', 1795664374790, 1795664374800, 1795664375018, 'run', NULL, NULL, 3, 0, 0, 0, 2, 1, 0, 0, 0, 0, NULL, 1, 'random', 1, 1795750775018, 'bulk', 'create_extension', NULL);
INSERT INTO public.job_item VALUES ('f8b1be5e-38bc-43dc-af6b-45887f26389a', 0, 'sandbox', '7001', NULL, NULL, NULL, NULL, NULL, 'none', 'done', 1, 'answered', 'seen', NULL, NULL, NULL, 1795664374550, 1795664374550, 1795664374593, 1, NULL);
INSERT INTO public.job_item VALUES ('31768cc0-39cd-45e3-8eb5-68e6e735de4f', 2, 'sandbox', '1000', NULL, NULL, NULL, NULL, 'v2.2a0c008d.1oXzeoL1QCXFfEFXI2bzOHdGnvV1zNfC9qkmcp91KriujkgeLtgI8okN6X8', 'random', 'failed', 0, NULL, NULL, 'extension-bound', NULL, NULL, NULL, NULL, 1795664374918, 0, NULL);
INSERT INTO public.job_item VALUES ('31768cc0-39cd-45e3-8eb5-68e6e735de4f', 0, 'sandbox', '7002', NULL, NULL, NULL, NULL, NULL, 'given', 'done', 1, 'answered', 'seen', NULL, NULL, NULL, 1795664374892, 1795664374892, 1795664374932, 1, NULL);
INSERT INTO public.job_item VALUES ('31768cc0-39cd-45e3-8eb5-68e6e735de4f', 1, 'sandbox', '7003', NULL, NULL, NULL, NULL, 'v2.2a0c008d.4SX9XQejX86lNheGihPfPfjjyRnLMcTgxigfAgY9I16lsE4jkUT2yhqr9P8', 'random', 'done', 1, 'answered', 'seen', NULL, NULL, NULL, 1795664374914, 1795664374914, 1795664374996, 1, NULL);
INSERT INTO public.job_item VALUES ('6143bf61-23c3-4872-9889-3e2a8961c926', 0, 'sandbox', '7010', NULL, NULL, NULL, NULL, 'v2.2a0c008d.3eQM_oeDmRQZ-lFyVy4P12UvBGWFCUc7CU2tQcECdr7ll0y7UY9NKHzYpA', 'given', 'pending', 0, NULL, NULL, NULL, NULL, NULL, 1795664375130, NULL, NULL, 0, NULL);
INSERT INTO public.job_item VALUES ('6143bf61-23c3-4872-9889-3e2a8961c926', 1, 'sandbox', '7011', NULL, NULL, NULL, NULL, NULL, 'none', 'pending', 0, NULL, NULL, NULL, NULL, NULL, 1795664375130, NULL, NULL, 0, NULL);
INSERT INTO public.kysely_migration VALUES ('001-initial', '2026-11-26T03:39:29.431Z');
INSERT INTO public.kysely_migration VALUES ('003-unavailable', '2026-11-28T06:49:46.122Z');
INSERT INTO public.kysely_migration VALUES ('005-due-dates', '2026-11-28T06:49:46.150Z');
INSERT INTO public.kysely_migration VALUES ('006-schema-fingerprint', '2026-11-28T06:49:46.158Z');
INSERT INTO public.kysely_migration VALUES ('007-service', '2026-11-28T06:49:46.178Z');
INSERT INTO public.kysely_migration VALUES ('008-sign-in', '2026-11-28T06:49:46.372Z');
INSERT INTO public.kysely_migration VALUES ('009-one-lease', '2026-11-28T06:49:46.401Z');
INSERT INTO public.kysely_migration VALUES ('010-number-search', '2026-11-28T06:49:46.411Z');
INSERT INTO public.kysely_migration VALUES ('011-team', '2026-11-28T06:49:46.422Z');
INSERT INTO public.kysely_migration VALUES ('012-kept-back', '2026-11-28T06:49:46.433Z');
INSERT INTO public.kysely_migration VALUES ('013-pool-owner', '2026-11-28T06:49:46.440Z');
INSERT INTO public.kysely_migration VALUES ('014-api-tokens', '2026-11-28T06:49:46.465Z');
INSERT INTO public.kysely_migration VALUES ('017-notifications', '2026-11-28T06:49:46.701Z');
INSERT INTO public.kysely_migration VALUES ('018-deliveries', '2026-11-28T06:49:46.837Z');
INSERT INTO public.kysely_migration VALUES ('019-service-tokens', '2026-11-28T06:49:46.846Z');
INSERT INTO public.kysely_migration VALUES ('021-no-fingerprint', '2026-11-28T06:49:46.849Z');
INSERT INTO public.kysely_migration VALUES ('022-request-recipient', '2026-11-28T06:49:46.863Z');
INSERT INTO public.kysely_migration VALUES ('023-user-language', '2026-11-28T06:49:46.865Z');
INSERT INTO public.kysely_migration VALUES ('024-user-limit', '2026-11-28T06:49:46.873Z');
INSERT INTO public.kysely_migration VALUES ('025-fewer-job-columns', '2026-11-28T06:49:46.881Z');
INSERT INTO public.kysely_migration VALUES ('026-one-count', '2026-11-28T06:49:46.886Z');
INSERT INTO public.kysely_migration_lock VALUES ('migration_lock', 0);
INSERT INTO public.label VALUES ('sandbox', 'extension', '1007', 'vip', 'VIP');
INSERT INTO public.note VALUES ('sandbox', 'extension', '1007', 'Reception desk', 1795664376067, 'admin@example.com', 1795664376067);
INSERT INTO public.observed_value VALUES ('sandbox', 'extensions.retCode', '310121', 5, 1795664374538, 1795664375120);
INSERT INTO public.observed_value VALUES ('sandbox', 'extension.status', '1', 1, 1795664374885, 1795664374885);
INSERT INTO public.observed_value VALUES ('sandbox', 'extension.bindStatus', '0', 45, 1795664374659, 1795664377450);
INSERT INTO public.observed_value VALUES ('sandbox', 'extension.bindStatus', '1', 2, 1795664374885, 1795664377601);
INSERT INTO public.observed_value VALUES ('sandbox', 'extension.status', '0', 46, 1795664374659, 1795664377601);
INSERT INTO public.observed_value VALUES ('sandbox', 'extension.enabled', '1', 47, 1795664374659, 1795664377601);
INSERT INTO public.observed_value VALUES ('sandbox', 'extension.extType', '1', 47, 1795664374659, 1795664377601);
INSERT INTO public.pool VALUES ('46961fe7-6da2-4df2-a59a-58942022b920', 'sandbox', 'Support', 'support', '{"ranges":[{"from":"1000","to":"1019"}],"prefixes":["700"]}', 'Ada', 'Support team', 1795664376122, 'admin@example.com', 1795664376122, NULL);
INSERT INTO public.reservation VALUES ('ffa1b3fa-589e-499e-a285-edc3a8b52374', 'sandbox', '1004', 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa', NULL, 'Ingrid Patel', NULL, 'ebe3006413c7a116e4005bc10b7d1561.sip.example', 'Opus', '5jRf2nhRykU5Xv9SWuWFuFoW5U83LEtT', 'admin', '7ed09853-7e1a-4658-942d-132982de0f67', 'ff77a3eec2cf74aaa40d415ac76ab33c7fcfae93ae641b432dd1cacf5235bfd8', 'reserved', 1795664375761, 1796269175761, 1795664375761, 0, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.reservation VALUES ('448705d4-b314-4958-9026-8ffea0b99d9c', 'sandbox', '1006', 'bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb', NULL, 'Omar Haddad', NULL, 'ebe3006413c7a116e4005bc10b7d1561.sip.example', 'G.711 alaw', '5jRf2nhRykU5Xv9SWuWFuFoW5U83LEtT', 'admin', 'acd8ac08-5642-4d15-af82-4aae23e79b0d', '36fb3f7b5fa0f230146a1d3ff410cbc7554f49883851f45e225cbffcaea4a4ee', 'released', 1795664375889, 1795750775889, 1795664375889, 0, NULL, 1795664375909, 'admin', 'not needed', NULL);
INSERT INTO public.saved_view VALUES ('a0c7d0a4-685c-4203-95ef-6b55b1eb6d4b', 'numbers', '5jRf2nhRykU5Xv9SWuWFuFoW5U83LEtT', 'admin@example.com', 'Bound ones', 'bound ones', 'state=bound', 1, 1795664376405);
INSERT INTO public.service_request VALUES ('6b7ad5e7-ce7d-4e5e-b186-b89fed42fb7f', 'sandbox', 'unbind', '1000', '9348ee74c2cefd4740db23a3b5bf4a0d', '王伟', NULL, NULL, 'left the company', 'open', '5jRf2nhRykU5Xv9SWuWFuFoW5U83LEtT', 'admin', 1795664375929, NULL, NULL, NULL, NULL, NULL, 1795664375929, '2026-12-04', NULL, NULL, NULL, NULL);
INSERT INTO public.setting VALUES ('legacyCreate', 'true');
INSERT INTO public.setting VALUES ('backgroundRate', '100');
INSERT INTO public.snapshot VALUES ('sandbox', 1795662000000);
INSERT INTO public.snapshot_count VALUES ('sandbox', 1795662000000, '', 19, 0, 1, 0, 0);
INSERT INTO public.snapshot_count VALUES ('sandbox', 1795662000000, '10', 16, 0, 1, 0, 0);
INSERT INTO public.snapshot_count VALUES ('sandbox', 1795662000000, '70', 3, 0, 0, 0, 0);
INSERT INTO public.snapshot_count VALUES ('sandbox', 1795662000000, '100', 4, 0, 1, 0, 0);
INSERT INTO public.snapshot_count VALUES ('sandbox', 1795662000000, '101', 6, 0, 0, 0, 0);
INSERT INTO public.snapshot_count VALUES ('sandbox', 1795662000000, '102', 6, 0, 0, 0, 0);
INSERT INTO public.snapshot_count VALUES ('sandbox', 1795662000000, '700', 3, 0, 0, 0, 0);
INSERT INTO public.threshold VALUES ('sandbox', '', 500, NULL, 1795664376151, 'admin@example.com', 1795664376151, 'admin@example.com', 1795664376193, 1798256376193, 18);
INSERT INTO public.threshold VALUES ('sandbox', 'pool:46961fe7-6da2-4df2-a59a-58942022b920', 2, NULL, 1795664376122, 'admin@example.com', 1795664376122, NULL, NULL, NULL, NULL);
INSERT INTO public.token_state VALUES ('v5 http://127.0.0.1:9 sandbox', 'v2.2a0c008d.jKEt5369G0H2F3argn9YYxLGntFaYW-90Y7t9yOiLliBCAVGd9gVz0KKr87dtojXj0eH-_67BmBYQyxj', 1, 1795664374507, 1795750774507, NULL, NULL, NULL, '[{"at":1795664373967,"because":"due","signedAt":"1795664374"}]', 0);
INSERT INTO public."user" VALUES ('5jRf2nhRykU5Xv9SWuWFuFoW5U83LEtT', 'admin@example.com', 'admin', 'admin', 0, '$scrypt$ln=13,r=8,p=10$XUExgIJ6N495XohAkiZhOg$ffn89VYO3394118+8D6YbvSzl9fjxLoJ741mZQU2kyXnLhsYhONfTLrQ9l2l2+xnIAT2Ohw/NV8G/tD86aHP7A', 0, NULL, NULL, NULL, NULL, 1795664371021, 1795664372902, 0, NULL, NULL);
INSERT INTO public."user" VALUES ('LIfCKbByTIhuzyzsHV3jP0KUDfnzmu3j', 'supervisor@example.com', 'supervisor', 'supervisor', 0, '$scrypt$ln=13,r=8,p=10$EjArHkMdHOO4BRVg3Y5aFg$RnnEQfBJMPNDPetEIFsVDrjG+tu2PcDHx5Te7LcgXkxg0ZWy2CC4hBMjXZB2mSxhSdhcPfYxGRmwoGlRM7JzeA', 0, NULL, NULL, NULL, NULL, 1795664371580, 1795664373832, 0, NULL, NULL);
INSERT INTO public."user" VALUES ('6GWNbGwAR0U9Guk6Ynzv8nvfgkDoBpak', 'ben@example.com', 'Ben', 'supervisor', 0, '$scrypt$ln=13,r=8,p=10$V9u+P3dYPeJk1NDyYnT54g$QjrvodIHJ/shMhhB5EQSJTJef/M96b7hWzJr4nhQ4T0iWeAdco/O3ECbbLDBsvMd66L6W+9wCxIcz/HUW0nJyw', 0, 1795750777249, NULL, NULL, NULL, 1795664377272, NULL, 0, NULL, NULL);
ALTER TABLE ONLY public.agent
    ADD CONSTRAINT agent_key UNIQUE (account, agent_uuid);
ALTER TABLE ONLY public.agent
    ADD CONSTRAINT agent_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.agent_term
    ADD CONSTRAINT agent_term_key PRIMARY KEY (account, kind, term, agent_id);
ALTER TABLE ONLY public.api_token
    ADD CONSTRAINT api_token_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.attempt_count
    ADD CONSTRAINT attempt_count_pkey PRIMARY KEY (key);
ALTER TABLE ONLY public.audit_head
    ADD CONSTRAINT audit_head_pkey PRIMARY KEY (chain);
ALTER TABLE ONLY public.audit
    ADD CONSTRAINT audit_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.authenticator
    ADD CONSTRAINT authenticator_pkey PRIMARY KEY (user_id);
ALTER TABLE ONLY public.backup_code
    ADD CONSTRAINT backup_code_pkey PRIMARY KEY (hash);
ALTER TABLE ONLY public.binding_change
    ADD CONSTRAINT binding_change_key PRIMARY KEY (account, ext, at);
ALTER TABLE ONLY public.code_name
    ADD CONSTRAINT code_name_key PRIMARY KEY (account, field, value);
ALTER TABLE ONLY public.delivery
    ADD CONSTRAINT delivery_pkey PRIMARY KEY (id);
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
ALTER TABLE ONLY public.mail_server
    ADD CONSTRAINT mail_server_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.note
    ADD CONSTRAINT note_key PRIMARY KEY (account, kind, subject);
ALTER TABLE ONLY public.notification_choice
    ADD CONSTRAINT notification_choice_pkey PRIMARY KEY (user_id);
ALTER TABLE ONLY public.notification
    ADD CONSTRAINT notification_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.notification_scan
    ADD CONSTRAINT notification_scan_pkey PRIMARY KEY (account);
ALTER TABLE ONLY public.observed_value
    ADD CONSTRAINT observed_value_key PRIMARY KEY (account, field, value);
ALTER TABLE ONLY public.passkey
    ADD CONSTRAINT passkey_pkey PRIMARY KEY (id);
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
ALTER TABLE ONLY public.service_check
    ADD CONSTRAINT service_check_pkey PRIMARY KEY (account);
ALTER TABLE ONLY public.service_connection
    ADD CONSTRAINT service_connection_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.service_request
    ADD CONSTRAINT service_request_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.session
    ADD CONSTRAINT session_id_key UNIQUE (id);
ALTER TABLE ONLY public.session
    ADD CONSTRAINT session_pkey PRIMARY KEY (hash);
ALTER TABLE ONLY public.setting
    ADD CONSTRAINT setting_pkey PRIMARY KEY (name);
ALTER TABLE ONLY public.snapshot_count
    ADD CONSTRAINT snapshot_count_key PRIMARY KEY (account, scope, at);
ALTER TABLE ONLY public.snapshot
    ADD CONSTRAINT snapshot_key PRIMARY KEY (account, at);
ALTER TABLE ONLY public.task
    ADD CONSTRAINT task_pkey PRIMARY KEY (name);
ALTER TABLE ONLY public.team
    ADD CONSTRAINT team_pkey PRIMARY KEY (account, user_id);
ALTER TABLE ONLY public.threshold
    ADD CONSTRAINT threshold_key PRIMARY KEY (account, scope);
ALTER TABLE ONLY public.token_state
    ADD CONSTRAINT token_state_pkey PRIMARY KEY (key);
ALTER TABLE ONLY public."user"
    ADD CONSTRAINT user_email_key UNIQUE (email);
ALTER TABLE ONLY public."user"
    ADD CONSTRAINT user_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.webhook
    ADD CONSTRAINT webhook_pkey PRIMARY KEY (id);
CREATE INDEX agent_by_department ON public.agent USING btree (account, ((department IS NULL)), department, name_key, id);
CREATE INDEX agent_by_name ON public.agent USING btree (account, name_key, id);
CREATE INDEX agent_by_number ON public.agent USING btree (account, ((ext IS NULL)), ext, name_key, id);
CREATE INDEX agent_by_work_number ON public.agent USING btree (account, ((work_number IS NULL)), work_number, name_key, id);
CREATE INDEX agent_of_department ON public.agent USING btree (account, department) WHERE (department IS NOT NULL);
CREATE INDEX agent_record ON public.agent USING btree (account, record_at) WHERE (agent_uuid IS NOT NULL);
CREATE INDEX agent_term_agent ON public.agent_term USING btree (agent_id, term);
CREATE UNIQUE INDEX api_token_hash ON public.api_token USING btree (hash);
CREATE INDEX api_token_user ON public.api_token USING btree (user_id);
CREATE INDEX attempt_count_until ON public.attempt_count USING btree (until);
CREATE INDEX audit_action ON public.audit USING btree (action, at, id);
CREATE INDEX audit_activity ON public.audit USING btree (at, id) WHERE (action <> 'job.item.create'::text);
CREATE INDEX audit_actor ON public.audit USING btree (actor_id, at, id);
CREATE INDEX audit_actor_action ON public.audit USING btree (actor_id, action, at, id);
CREATE UNIQUE INDEX audit_chain ON public.audit USING btree (chain, seq);
CREATE INDEX audit_name ON public.audit USING btree (actor_name, actor_id, at, id);
CREATE INDEX audit_newest ON public.audit USING btree (at, id);
CREATE INDEX audit_object ON public.audit USING btree (object, at, id);
CREATE INDEX audit_request ON public.audit USING btree (request_id, at, id) WHERE (request_id IS NOT NULL);
CREATE INDEX audit_user_name ON public.audit USING btree (actor_name, actor_id) WHERE (actor_id <> '-'::text);
CREATE INDEX audit_user_object ON public.audit USING btree (object, actor_id) WHERE (actor_id <> '-'::text);
CREATE INDEX backup_code_of_user ON public.backup_code USING btree (user_id);
CREATE INDEX binding_change_agent ON public.binding_change USING btree (account, agent_uuid, at) WHERE (agent_uuid IS NOT NULL);
CREATE INDEX binding_change_before ON public.binding_change USING btree (account, before_agent_uuid, at) WHERE (before_agent_uuid IS NOT NULL);
CREATE INDEX binding_change_newest ON public.binding_change USING btree (account, at);
CREATE INDEX delivery_due ON public.delivery USING btree (next_at) WHERE (state = 'waiting'::text);
CREATE INDEX delivery_newest ON public.delivery USING btree (webhook_id, at);
CREATE INDEX delivery_oldest ON public.delivery USING btree (at);
CREATE UNIQUE INDEX delivery_once ON public.delivery USING btree (COALESCE(webhook_id, user_id), key);
CREATE INDEX inventory_age ON public.inventory USING btree (account, state, seen_at, ext);
CREATE INDEX inventory_agent ON public.inventory USING btree (account, agent_uuid, ext) WHERE (agent_uuid IS NOT NULL);
CREATE INDEX inventory_created ON public.inventory USING btree (account, seen_at, ext) WHERE ((state = 'unknown'::text) AND (source = 'created'::text));
CREATE INDEX inventory_ending ON public.inventory USING btree (account, reverse(ext), ext, state);
CREATE INDEX inventory_idle ON public.inventory USING btree (account, idle_at) WHERE (idle_at IS NOT NULL);
CREATE INDEX inventory_language ON public.inventory USING btree (account, language, ext);
CREATE INDEX inventory_left ON public.inventory USING btree (account, state_since, ext) WHERE ((state = 'unavailable'::text) AND (seen_at < state_since));
CREATE INDEX inventory_state ON public.inventory USING btree (account, state, ext);
CREATE INDEX inventory_state_language ON public.inventory USING btree (account, state, language, ext);
CREATE INDEX inventory_unlisted ON public.inventory USING btree (account, state_since, ext) WHERE ((state = 'unknown'::text) AND (bind_status = 0));
CREATE INDEX job_ended ON public.job USING btree (account, ended_at) WHERE (ended_at IS NOT NULL);
CREATE INDEX job_item_due ON public.job_item USING btree (job_id, next_look_at) WHERE (next_look_at IS NOT NULL);
CREATE INDEX job_item_ended ON public.job_item USING btree (job_id, ended_at) WHERE (ended_at IS NOT NULL);
CREATE INDEX job_item_ext ON public.job_item USING btree (account, ext);
CREATE UNIQUE INDEX job_item_open ON public.job_item USING btree (account, ext) WHERE ((state = ANY (ARRAY['pending'::text, 'sending'::text, 'inDoubt'::text, 'needsReview'::text])) OR ((state = 'done'::text) AND (checked IS NULL)));
CREATE INDEX job_item_state ON public.job_item USING btree (job_id, state, "position");
CREATE INDEX job_newest ON public.job USING btree (created_at, id);
CREATE INDEX job_open ON public.job USING btree (created_at) WHERE (ended_at IS NULL);
CREATE INDEX label_name ON public.label USING btree (account, kind, name_key, subject);
CREATE INDEX notification_newest ON public.notification USING btree (user_id, at, id);
CREATE INDEX notification_oldest ON public.notification USING btree (at);
CREATE UNIQUE INDEX notification_once ON public.notification USING btree (user_id, key);
CREATE INDEX notification_unread ON public.notification USING btree (user_id) WHERE (read_at IS NULL);
CREATE INDEX passkey_of_user ON public.passkey USING btree (user_id);
CREATE INDEX reservation_agent ON public.reservation USING btree (account, agent_uuid, reserved_at);
CREATE INDEX reservation_due ON public.reservation USING btree (account, checked_at) WHERE (state = 'reserved'::text);
CREATE INDEX reservation_ended ON public.reservation USING btree (account, ended_at) WHERE (ended_at IS NOT NULL);
CREATE INDEX reservation_expires ON public.reservation USING btree (account, expires_at) WHERE (state = 'reserved'::text);
CREATE INDEX reservation_joiner ON public.reservation USING btree (account, joiner_id) WHERE (joiner_id IS NOT NULL);
CREATE INDEX reservation_newest ON public.reservation USING btree (account, reserved_at, id);
CREATE INDEX reservation_number ON public.reservation USING btree (account, ext, reserved_at);
CREATE UNIQUE INDEX reservation_open ON public.reservation USING btree (account, ext) WHERE (state = 'reserved'::text);
CREATE INDEX reservation_user ON public.reservation USING btree (account, user_id, reserved_at);
CREATE INDEX saved_view_shared ON public.saved_view USING btree (page, name_key) WHERE (shared = 1);
CREATE INDEX service_request_assigned ON public.service_request USING btree (account, assigned_at) WHERE (assigned_at IS NOT NULL);
CREATE INDEX service_request_checked ON public.service_request USING btree (account, checked_at) WHERE (closed_at IS NULL);
CREATE INDEX service_request_closed ON public.service_request USING btree (account, closed_at) WHERE (closed_at IS NOT NULL);
CREATE INDEX service_request_due ON public.service_request USING btree (account, ((due_on IS NULL)), due_on, id);
CREATE INDEX service_request_newest ON public.service_request USING btree (account, asked_at, id);
CREATE INDEX service_request_number ON public.service_request USING btree (account, ext, id);
CREATE UNIQUE INDEX service_request_pending ON public.service_request USING btree (account, ext, kind) WHERE (closed_at IS NULL);
CREATE INDEX session_of_user ON public.session USING btree (user_id);
CREATE INDEX snapshot_count_at ON public.snapshot_count USING btree (account, at);
CREATE TRIGGER audit_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.audit FOR EACH STATEMENT EXECUTE FUNCTION public.audit_append_only();
ALTER TABLE ONLY public.authenticator
    ADD CONSTRAINT authenticator_user_id_fkey FOREIGN KEY (user_id) REFERENCES public."user"(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.backup_code
    ADD CONSTRAINT backup_code_user_id_fkey FOREIGN KEY (user_id) REFERENCES public."user"(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.passkey
    ADD CONSTRAINT passkey_user_id_fkey FOREIGN KEY (user_id) REFERENCES public."user"(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.session
    ADD CONSTRAINT session_user_id_fkey FOREIGN KEY (user_id) REFERENCES public."user"(id) ON DELETE CASCADE;
