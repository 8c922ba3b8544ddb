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
CREATE TABLE public.act_use (
    user_id text NOT NULL,
    act text NOT NULL,
    times text NOT NULL
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
    chain text,
    prev_hash text,
    hash text,
    seq bigint
);
CREATE TABLE public.audit_head (
    chain text NOT NULL,
    seq bigint NOT NULL,
    hash text NOT NULL,
    at bigint NOT NULL,
    mac text
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
CREATE TABLE public.code_sighting (
    account text NOT NULL,
    field text NOT NULL,
    value text NOT NULL,
    count bigint NOT NULL,
    first_seen_at bigint NOT NULL,
    last_seen_at bigint NOT NULL
);
CREATE TABLE public.inventory (
    account text NOT NULL,
    ext text NOT NULL COLLATE pg_catalog."C",
    state text NOT NULL,
    bind_status bigint,
    agent_uuid text COLLATE pg_catalog."C",
    agent_name text,
    agent_key text COLLATE pg_catalog."C",
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
    idle_at bigint
);
CREATE TABLE public.inventory_count (
    account text NOT NULL,
    length integer NOT NULL,
    prefix text NOT NULL COLLATE pg_catalog."C",
    state text NOT NULL,
    language text NOT NULL,
    count bigint NOT NULL
);
CREATE TABLE public.inventory_walk (
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
    wanted text NOT NULL,
    paused_because text,
    waiting_for text,
    total integer NOT NULL,
    pending integer NOT NULL,
    sending integer DEFAULT 0 NOT NULL,
    unknown integer DEFAULT 0 NOT NULL,
    done integer DEFAULT 0 NOT NULL,
    failed integer DEFAULT 0 NOT NULL,
    review integer DEFAULT 0 NOT NULL,
    cancelled integer DEFAULT 0 NOT NULL,
    unchecked integer DEFAULT 0 NOT NULL,
    deviating integer DEFAULT 0 NOT NULL,
    lease_owner text,
    lease_until bigint,
    fence bigint DEFAULT 0 NOT NULL,
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
    fence bigint DEFAULT 0 NOT NULL,
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
CREATE TABLE public.reservation (
    id text NOT NULL,
    account text NOT NULL,
    ext text NOT NULL,
    agent_uuid text NOT NULL COLLATE pg_catalog."C",
    agent_name text,
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
    reason text
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
    prefix text NOT NULL,
    free integer NOT NULL,
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
    prefix text NOT NULL,
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
INSERT INTO public.account VALUES ('Y4PzA6t2SJEbUtpVGuwYCIk67ffWHAhv', '2Pc7Ucp3VPgoQOOzd5U3gvyIrzO6nb0e', 'credential', '2Pc7Ucp3VPgoQOOzd5U3gvyIrzO6nb0e', NULL, NULL, NULL, NULL, NULL, NULL, '$scrypt$ln=13,r=8,p=10$HVY7ClqmzLp0kNPth3cSxg$uCW/1GU/9RWTyGvx21aMS9J3iLvLALhIAxcKzz8WspLHDEXPEQctkvmQVZyMqooWhP0Lq3eE7Txn0gmbXX1LqQ', '2026-11-26 03:41:20.786+00', '2026-11-26 03:41:20.786+00');
INSERT INTO public.account VALUES ('sXWE7WSe5q7qggKO94TFEO8AfMlvfCed', 'qiaBfrbWR117RMot3oYbXy88u0E6Q1zG', 'credential', 'qiaBfrbWR117RMot3oYbXy88u0E6Q1zG', NULL, NULL, NULL, NULL, NULL, NULL, '$scrypt$ln=13,r=8,p=10$HX8WQgokXMa/5fFYnNIbYw$S4/KvGlVQj2i245OUAInw41A7qeH4WloMdNuX19/4GlzE1E8nL2VJgWZyWrhJmxxnNvDYA+WhLEy3lOSqq1fWA', '2026-11-26 03:41:21.094+00', '2026-11-26 03:41:21.094+00');
INSERT INTO public.account VALUES ('LOGN8xHHGO29gyFCusNgqT50B3yrlgBj', 'jjVSujteJOBxe4uyYuveAklnXe7ZIbwB', 'credential', 'jjVSujteJOBxe4uyYuveAklnXe7ZIbwB', NULL, NULL, NULL, NULL, NULL, NULL, '$scrypt$ln=13,r=8,p=10$ers7d4oV80qPoy4brUDg8g$aqn/Ee3EspIyk0eZiVEdwU2bWs0RwGyygHtrCBdelGYi3jX8xrl0HHa5F1FORrkwAQOR2l0tQd7kAFQ1FwXN2w', '2026-11-26 03:42:22.906+00', '2026-11-26 03:42:22.906+00');
INSERT INTO public.act_use VALUES ('2Pc7Ucp3VPgoQOOzd5U3gvyIrzO6nb0e', 'reveal', '[1795664542977]');
INSERT INTO public.audit VALUES ('00000000-0001-4412-8c17-17f8c7661baa', 1795664481445, 'console', 'console', 'audit.begin', 'e98b0017-e009-4231-a530-0c67fad93c87', 'outcome', '[]', NULL, NULL, NULL, NULL, NULL, 'e98b0017-e009-4231-a530-0c67fad93c87', '', '327a7668393198c1e09aa1b6a21751079ebec859c1786f5f95102bc9c04b376e', 1);
INSERT INTO public.audit VALUES ('00000000-0002-48a8-a3fa-0b8165feb879', 1795664481446, '-', 'admin@example.com', 'session.refused', 'admin@example.com', 'outcome', 'sign-in-failed', '0ecc3d0a-3899-43e9-9e4f-524e23dac3b2', NULL, NULL, '', NULL, 'e98b0017-e009-4231-a530-0c67fad93c87', '327a7668393198c1e09aa1b6a21751079ebec859c1786f5f95102bc9c04b376e', '800ccf7060fb4e0fd8476c9f64ad6d74c4f6fad25b5c1151539ecd9e9e7207aa', 2);
INSERT INTO public.audit VALUES ('00000000-0003-4461-8232-7c57b3b7ec3a', 1795664481832, '2Pc7Ucp3VPgoQOOzd5U3gvyIrzO6nb0e', 'admin@example.com', 'session.begin', 'admin@example.com', 'outcome', 'done', '76f530ed-754d-46e8-981a-028c3309799b', 'admin', 'add52a9bdfa1e5df', '', NULL, 'e98b0017-e009-4231-a530-0c67fad93c87', '800ccf7060fb4e0fd8476c9f64ad6d74c4f6fad25b5c1151539ecd9e9e7207aa', '82e303e21f109ba4fd1d96333f8e4dc36279547a5384b0b36f68982d5866810d', 3);
INSERT INTO public.audit VALUES ('00000000-0004-4889-91e1-61ce8d9c24fc', 1795664482167, 'qiaBfrbWR117RMot3oYbXy88u0E6Q1zG', 'supervisor@example.com', 'session.begin', 'supervisor@example.com', 'outcome', 'done', 'e12c3700-ce02-414a-b060-23876bc29925', 'supervisor', 'f6d38ccc9da66394', '', NULL, 'e98b0017-e009-4231-a530-0c67fad93c87', '82e303e21f109ba4fd1d96333f8e4dc36279547a5384b0b36f68982d5866810d', 'a1bfb239aede5a30b9f2ec54824c5a6db7df2f015f3a7258baede2713809d5a1', 4);
INSERT INTO public.audit VALUES ('00000000-0005-4dd4-aaa0-41088974be64', 1795664482172, '2Pc7Ucp3VPgoQOOzd5U3gvyIrzO6nb0e', 'admin@example.com', 'settings.change', '{"legacyCreate":true,"backgroundRate":100}', 'intent', NULL, '95ee2cdc-b22e-4ea4-9886-9dff7f6e1fb8', 'admin', 'add52a9bdfa1e5df', '', NULL, 'e98b0017-e009-4231-a530-0c67fad93c87', 'a1bfb239aede5a30b9f2ec54824c5a6db7df2f015f3a7258baede2713809d5a1', 'ace350807466aa40ba5d912068e1978baa11a5d2a8ad53809ce890ae5415faf7', 5);
INSERT INTO public.audit VALUES ('00000000-0006-4529-a524-4e3558cfe50d', 1795664482175, '2Pc7Ucp3VPgoQOOzd5U3gvyIrzO6nb0e', 'admin@example.com', 'settings.change', '{"legacyCreate":true,"backgroundRate":100}', 'outcome', 'done', '95ee2cdc-b22e-4ea4-9886-9dff7f6e1fb8', 'admin', 'add52a9bdfa1e5df', '', NULL, 'e98b0017-e009-4231-a530-0c67fad93c87', 'ace350807466aa40ba5d912068e1978baa11a5d2a8ad53809ce890ae5415faf7', 'f81916f34b9455d9bf410878b170b7c5927292b0fdc74e42b12af818f0ab012c', 6);
INSERT INTO public.audit VALUES ('00000000-0007-41a2-9c49-60fe8b6517c6', 1795664482180, '2Pc7Ucp3VPgoQOOzd5U3gvyIrzO6nb0e', 'admin@example.com', 'extension.create', '7001', 'intent', NULL, '989f5693-294f-4d2e-9f4c-9380aa381a30', 'admin', 'add52a9bdfa1e5df', '', NULL, 'e98b0017-e009-4231-a530-0c67fad93c87', 'f81916f34b9455d9bf410878b170b7c5927292b0fdc74e42b12af818f0ab012c', '73c7494421a4ec006ecd108c65c37cb626c4824952d77842a3edb49c40ac4cf5', 7);
INSERT INTO public.audit VALUES ('00000000-0008-43c2-bb92-6bdd37166115', 1795664493202, '2Pc7Ucp3VPgoQOOzd5U3gvyIrzO6nb0e', 'admin@example.com', 'job.create', 'b2f24974-9820-4b4b-ae01-c556a31a164a', 'outcome', '3 rows', 'cf0a9a20-8dfb-4da1-8ff7-358ddc729920', 'admin', 'add52a9bdfa1e5df', '', NULL, 'e98b0017-e009-4231-a530-0c67fad93c87', '73c7494421a4ec006ecd108c65c37cb626c4824952d77842a3edb49c40ac4cf5', '335cea2b9a78debd694fdc8bda28d9583319c468695f01b6d0728717b834e43f', 8);
INSERT INTO public.audit VALUES ('00000000-0009-475e-a161-75d1e0bf0e08', 1795664513785, '2Pc7Ucp3VPgoQOOzd5U3gvyIrzO6nb0e', 'admin@example.com', 'job.create', 'd587ced8-e0cd-492b-a7c2-1f03478be6db', 'outcome', '2 rows', 'a5c1d8c7-4336-45fe-8325-39e85f19f84c', 'admin', 'add52a9bdfa1e5df', '', NULL, 'e98b0017-e009-4231-a530-0c67fad93c87', '335cea2b9a78debd694fdc8bda28d9583319c468695f01b6d0728717b834e43f', '6b81d7016aa3e63b7f39dabab8fccbaaa0be1171a4d1eb6fa49d0bc2ddce06a5', 9);
INSERT INTO public.audit VALUES ('00000000-000a-401d-8b2f-8e6971d1d341', 1795664541568, '2Pc7Ucp3VPgoQOOzd5U3gvyIrzO6nb0e', 'admin@example.com', 'reservation.reserve', '1004', 'intent', NULL, '94fd4b3a-be9a-4bb0-a63e-56be490972b2', 'admin', 'add52a9bdfa1e5df', '', 'agent aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa', 'e98b0017-e009-4231-a530-0c67fad93c87', '6b81d7016aa3e63b7f39dabab8fccbaaa0be1171a4d1eb6fa49d0bc2ddce06a5', '8d3fb5701b2373b905f7f29e0ef21b94f140895f161134752b3038d398b9707b', 10);
INSERT INTO public.audit VALUES ('00000000-000b-4014-9dd2-83c6ea7b9e09', 1795664541615, '2Pc7Ucp3VPgoQOOzd5U3gvyIrzO6nb0e', 'admin@example.com', 'reservation.reserve', '1004', 'outcome', 'done', '94fd4b3a-be9a-4bb0-a63e-56be490972b2', 'admin', 'add52a9bdfa1e5df', '', 'agent aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa', 'e98b0017-e009-4231-a530-0c67fad93c87', '8d3fb5701b2373b905f7f29e0ef21b94f140895f161134752b3038d398b9707b', '84e07443aa59b848d9b9cd3970602a8cb886e9eb07a0cf3669e26af3ec0714d0', 11);
INSERT INTO public.audit VALUES ('00000000-000c-463a-b86a-38246f48a939', 1795664541647, '2Pc7Ucp3VPgoQOOzd5U3gvyIrzO6nb0e', 'admin@example.com', 'reservation.reserve', '1006', 'intent', NULL, 'f10d35ee-14d5-4bee-b18d-fc00d547f24d', 'admin', 'add52a9bdfa1e5df', '', 'agent bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb', 'e98b0017-e009-4231-a530-0c67fad93c87', '84e07443aa59b848d9b9cd3970602a8cb886e9eb07a0cf3669e26af3ec0714d0', 'dfdfd80e65a48f0bdf3459318d9c59cdc88ee5e18db3d4aa2c03b8b4ff72a72c', 12);
INSERT INTO public.audit VALUES ('00000000-000d-4860-b5e1-70e92f318d83', 1795664541681, '2Pc7Ucp3VPgoQOOzd5U3gvyIrzO6nb0e', 'admin@example.com', 'reservation.reserve', '1006', 'outcome', 'done', 'f10d35ee-14d5-4bee-b18d-fc00d547f24d', 'admin', 'add52a9bdfa1e5df', '', 'agent bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb', 'e98b0017-e009-4231-a530-0c67fad93c87', 'dfdfd80e65a48f0bdf3459318d9c59cdc88ee5e18db3d4aa2c03b8b4ff72a72c', '1f12afab8eb907ed824795283ffe76966375f6dbb4e3af0b7ff57d7947a142ba', 13);
INSERT INTO public.audit VALUES ('00000000-000e-4e73-b29b-7a3f57ef3734', 1795664541729, '2Pc7Ucp3VPgoQOOzd5U3gvyIrzO6nb0e', 'admin@example.com', 'reservation.release', '1006', 'outcome', 'done', '3781225e-55a8-4eb1-a354-32ae7afa23d4', 'admin', 'add52a9bdfa1e5df', '', 'not needed', 'e98b0017-e009-4231-a530-0c67fad93c87', '1f12afab8eb907ed824795283ffe76966375f6dbb4e3af0b7ff57d7947a142ba', '8ffa7ce67ba71cc18ed58d41f60cc5f56b4cee1473e56ebae6c381319194577e', 14);
INSERT INTO public.audit VALUES ('00000000-000f-4e32-bdd2-a21d0c7c200c', 1795664541754, '2Pc7Ucp3VPgoQOOzd5U3gvyIrzO6nb0e', 'admin@example.com', 'code.name', 'extension.extType 1', 'intent', NULL, '0038e8c0-022b-4000-91f3-50910fb13508', 'admin', 'add52a9bdfa1e5df', '', NULL, 'e98b0017-e009-4231-a530-0c67fad93c87', '8ffa7ce67ba71cc18ed58d41f60cc5f56b4cee1473e56ebae6c381319194577e', '15d40d22eebf2a37034a9a75cf1625f4f4ec133f7df8f05790d3371d550c1ae6', 15);
INSERT INTO public.audit VALUES ('00000000-0010-44e3-9b47-33fd96bc1ae5', 1795664541773, '2Pc7Ucp3VPgoQOOzd5U3gvyIrzO6nb0e', 'admin@example.com', 'code.name', 'extension.extType 1', 'outcome', 'done', '0038e8c0-022b-4000-91f3-50910fb13508', 'admin', 'add52a9bdfa1e5df', '', NULL, 'e98b0017-e009-4231-a530-0c67fad93c87', '15d40d22eebf2a37034a9a75cf1625f4f4ec133f7df8f05790d3371d550c1ae6', '611b3e350f389af821d4618aafff54d11ee53572b5217f068b36e5ef8b5aeded', 16);
INSERT INTO public.audit VALUES ('00000000-0011-49e4-91b4-da0091294f7d', 1795664541782, '2Pc7Ucp3VPgoQOOzd5U3gvyIrzO6nb0e', 'admin@example.com', 'code.name', 'extension.status 0', 'intent', NULL, 'e9e12084-c5f1-4b6c-96f3-a2ef71d3d1f3', 'admin', 'add52a9bdfa1e5df', '', NULL, 'e98b0017-e009-4231-a530-0c67fad93c87', '611b3e350f389af821d4618aafff54d11ee53572b5217f068b36e5ef8b5aeded', '06f465ffbdb3d83d42fa78baa220415bc805679eca4bfbd43f1779545b7dd692', 17);
INSERT INTO public.audit VALUES ('00000000-0012-4ac0-9345-0f2e5b73bc18', 1795664541797, '2Pc7Ucp3VPgoQOOzd5U3gvyIrzO6nb0e', 'admin@example.com', 'code.name', 'extension.status 0', 'outcome', 'done', 'e9e12084-c5f1-4b6c-96f3-a2ef71d3d1f3', 'admin', 'add52a9bdfa1e5df', '', NULL, 'e98b0017-e009-4231-a530-0c67fad93c87', '06f465ffbdb3d83d42fa78baa220415bc805679eca4bfbd43f1779545b7dd692', 'd1bdadbc97467a62057da2e67486aeb0364760b23568d89b7968445a445143a1', 18);
INSERT INTO public.audit VALUES ('00000000-0013-46ff-835d-02ae7a718048', 1795664541824, '2Pc7Ucp3VPgoQOOzd5U3gvyIrzO6nb0e', 'admin@example.com', 'view.save', 'Bound ones', 'intent', NULL, '53bb6bcd-108b-4913-900e-ec8c928b7a4a', 'admin', 'add52a9bdfa1e5df', '', NULL, 'e98b0017-e009-4231-a530-0c67fad93c87', 'd1bdadbc97467a62057da2e67486aeb0364760b23568d89b7968445a445143a1', '23ff7c898d959d415f3c87b4bd7ee52867239bc544dc06e72f533b91a2f59542', 19);
INSERT INTO public.audit VALUES ('00000000-0014-406c-b750-e752c34e185a', 1795664541851, '2Pc7Ucp3VPgoQOOzd5U3gvyIrzO6nb0e', 'admin@example.com', 'view.save', 'Bound ones', 'outcome', 'done', '53bb6bcd-108b-4913-900e-ec8c928b7a4a', 'admin', 'add52a9bdfa1e5df', '', NULL, 'e98b0017-e009-4231-a530-0c67fad93c87', '23ff7c898d959d415f3c87b4bd7ee52867239bc544dc06e72f533b91a2f59542', '201188c85f9ba6576eca5089d206d9c38f17c71eea486a4cf5212f7af27e1f67', 20);
INSERT INTO public.audit VALUES ('00000000-0015-44cb-af84-e50f75c00769', 1795664541915, '2Pc7Ucp3VPgoQOOzd5U3gvyIrzO6nb0e', 'admin@example.com', 'user.change', 'ben@example.com', 'intent', NULL, 'eab8450d-d58a-4203-a1c3-5f22cb71d772', 'admin', 'add52a9bdfa1e5df', '', 'invited as supervisor', 'e98b0017-e009-4231-a530-0c67fad93c87', '201188c85f9ba6576eca5089d206d9c38f17c71eea486a4cf5212f7af27e1f67', '73ae0b13a4c7f924edc2cc045d01cd017621f827a22ceef33377f2e4b7dd14f4', 21);
INSERT INTO public.audit VALUES ('00000000-0016-422b-87ad-cd69d1be3dcb', 1795664542951, '2Pc7Ucp3VPgoQOOzd5U3gvyIrzO6nb0e', 'admin@example.com', 'user.change', 'ben@example.com', 'outcome', 'invited as supervisor', 'eab8450d-d58a-4203-a1c3-5f22cb71d772', 'admin', 'add52a9bdfa1e5df', '', 'invited as supervisor', 'e98b0017-e009-4231-a530-0c67fad93c87', '73ae0b13a4c7f924edc2cc045d01cd017621f827a22ceef33377f2e4b7dd14f4', '2d59555869453321ebee0e4dcd6cc0c8d98ff8744ea1130de5f295657923102a', 22);
INSERT INTO public.audit VALUES ('00000000-0017-4352-8f47-e28865a4da62', 1795664542999, '2Pc7Ucp3VPgoQOOzd5U3gvyIrzO6nb0e', 'admin@example.com', 'extension.reveal', '7001', 'intent', NULL, 'cca50479-e89e-4886-83be-6e8cc551e12f', 'admin', 'add52a9bdfa1e5df', '', 'phone was replaced', 'e98b0017-e009-4231-a530-0c67fad93c87', '2d59555869453321ebee0e4dcd6cc0c8d98ff8744ea1130de5f295657923102a', 'c1265999443d92d3864afc23830a1196170d0cf1593056f601d428afd24ba513', 23);
INSERT INTO public.audit VALUES ('00000000-0018-4782-8b0b-c2808cdb9cc8', 1795664543039, '2Pc7Ucp3VPgoQOOzd5U3gvyIrzO6nb0e', 'admin@example.com', 'extension.reveal', '7001', 'outcome', 'extension-not-found', 'cca50479-e89e-4886-83be-6e8cc551e12f', 'admin', 'add52a9bdfa1e5df', '', 'phone was replaced', 'e98b0017-e009-4231-a530-0c67fad93c87', 'c1265999443d92d3864afc23830a1196170d0cf1593056f601d428afd24ba513', 'f54878b2ee3d91391f8c7097294444bb4ea34a2229a0465429223eaffd0ab1b0', 24);
INSERT INTO public.audit_head VALUES ('e98b0017-e009-4231-a530-0c67fad93c87', 24, 'f54878b2ee3d91391f8c7097294444bb4ea34a2229a0465429223eaffd0ab1b0', 1795664543041, 'e618b21e691d72df8479077d7f5a0ebbacc6de67532a3971929804c6680cbb92');
INSERT INTO public.code_name VALUES ('http://127.0.0.1:9 sandbox', 'extension.extType', '1', 'Softphone', '软电话', '', 1, 'admin@example.com', 1795664541768);
INSERT INTO public.code_name VALUES ('http://127.0.0.1:9 sandbox', 'extension.status', '0', 'Ready', '就绪', '', 1, 'admin@example.com', 1795664541788);
INSERT INTO public.code_sighting VALUES ('http://127.0.0.1:9 sandbox', 'extension.bindStatus', '1', 8, 1795664540619, 1795664540934);
INSERT INTO public.code_sighting VALUES ('http://127.0.0.1:9 sandbox', 'extension.status', '1', 3, 1795664540539, 1795664540901);
INSERT INTO public.code_sighting VALUES ('http://127.0.0.1:9 sandbox', 'extension.enabled', '0', 1, 1795664540526, 1795664540526);
INSERT INTO public.code_sighting VALUES ('http://127.0.0.1:9 sandbox', 'extension.bindStatus', '0', 36, 1795664485549, 1795664541659);
INSERT INTO public.code_sighting VALUES ('http://127.0.0.1:9 sandbox', 'extension.status', '0', 41, 1795664485549, 1795664541659);
INSERT INTO public.code_sighting VALUES ('http://127.0.0.1:9 sandbox', 'extension.enabled', '1', 43, 1795664485549, 1795664541659);
INSERT INTO public.code_sighting VALUES ('http://127.0.0.1:9 sandbox', 'extension.extType', '1', 44, 1795664485549, 1795664541659);
INSERT INTO public.code_sighting VALUES ('http://127.0.0.1:9 sandbox', 'extensions.retCode', '310121', 1, 1795664543037, 1795664543037);
INSERT INTO public.inventory VALUES ('http://127.0.0.1:9 sandbox', '1004', 'free', 0, NULL, NULL, NULL, '1', 'Opus', 'Opus', 'ebe3006413c7a116e4005bc10b7d1561.sip.example', 0, 1, 1, 1769648431676, NULL, 'idle', 1795664485453, 1795664485453, 1795664485453, 1795664485453);
INSERT INTO public.inventory VALUES ('http://127.0.0.1:9 sandbox', '1006', 'free', 0, NULL, NULL, NULL, '2', 'G.711 alaw', 'G.711 alaw', 'ebe3006413c7a116e4005bc10b7d1561.sip.example', 0, 1, 1, 1786410047514, NULL, 'idle', 1795664485453, 1795664485453, 1795664485453, 1795664485453);
INSERT INTO public.inventory VALUES ('http://127.0.0.1:9 sandbox', '1007', 'free', 0, NULL, NULL, NULL, '3', 'G.711 ulaw', 'G.711 ulaw', 'ebe3006413c7a116e4005bc10b7d1561.sip.example', 0, 1, 1, 1737766855433, NULL, 'idle', 1795664485453, 1795664485453, 1795664485453, 1795664485453);
INSERT INTO public.inventory VALUES ('http://127.0.0.1:9 sandbox', '1008', 'free', 0, NULL, NULL, NULL, '1', 'Opus', 'Opus', 'ebe3006413c7a116e4005bc10b7d1561.sip.example', 0, 1, 1, 1746147663352, NULL, 'idle', 1795664485453, 1795664485453, 1795664485453, 1795664485453);
INSERT INTO public.inventory VALUES ('http://127.0.0.1:9 sandbox', '1014', 'free', 0, NULL, NULL, NULL, '2', 'G.711 alaw', 'G.711 alaw', 'ebe3006413c7a116e4005bc10b7d1561.sip.example', 0, 1, 1, 1739408510866, NULL, 'idle', 1795664485453, 1795664485453, 1795664485453, 1795664485453);
INSERT INTO public.inventory VALUES ('http://127.0.0.1:9 sandbox', '1015', 'free', 0, NULL, NULL, NULL, '3', 'G.711 ulaw', 'G.711 ulaw', 'ebe3006413c7a116e4005bc10b7d1561.sip.example', 0, 1, 1, 1747789318785, NULL, 'idle', 1795664485453, 1795664485453, 1795664485453, 1795664485453);
INSERT INTO public.inventory VALUES ('http://127.0.0.1:9 sandbox', '1016', 'free', 0, NULL, NULL, NULL, '1', 'Opus', 'Opus', 'ebe3006413c7a116e4005bc10b7d1561.sip.example', 0, 1, 1, 1756170126704, NULL, 'idle', 1795664485453, 1795664485453, 1795664485453, 1795664485453);
INSERT INTO public.inventory VALUES ('http://127.0.0.1:9 sandbox', '1017', 'free', 0, NULL, NULL, NULL, '1', 'Opus', 'Opus', 'ebe3006413c7a116e4005bc10b7d1561.sip.example', 0, 1, 1, 1764550934623, NULL, 'idle', 1795664485453, 1795664485453, 1795664485453, 1795664485453);
INSERT INTO public.inventory VALUES ('http://127.0.0.1:9 sandbox', '1018', 'free', 0, NULL, NULL, NULL, '2', 'G.711 alaw', 'G.711 alaw', 'ebe3006413c7a116e4005bc10b7d1561.sip.example', 0, 1, 1, 1772931742542, NULL, 'idle', 1795664485453, 1795664485453, 1795664485453, 1795664485453);
INSERT INTO public.inventory VALUES ('http://127.0.0.1:9 sandbox', '1019', 'free', 0, NULL, NULL, NULL, '3', 'G.711 ulaw', 'G.711 ulaw', 'ebe3006413c7a116e4005bc10b7d1561.sip.example', 0, 1, 1, 1781312550461, NULL, 'idle', 1795664485453, 1795664485453, 1795664485453, 1795664485453);
INSERT INTO public.inventory VALUES ('http://127.0.0.1:9 sandbox', '1024', 'free', 0, NULL, NULL, NULL, '1', 'Opus', 'Opus', 'ebe3006413c7a116e4005bc10b7d1561.sip.example', 0, 1, 1, 1766192590056, NULL, 'idle', 1795664485453, 1795664485453, 1795664485453, 1795664485453);
INSERT INTO public.inventory VALUES ('http://127.0.0.1:9 sandbox', '1025', 'free', 0, NULL, NULL, NULL, '1', 'Opus', 'Opus', 'ebe3006413c7a116e4005bc10b7d1561.sip.example', 0, 1, 1, 1774573397975, NULL, 'idle', 1795664485453, 1795664485453, 1795664485453, 1795664485453);
INSERT INTO public.inventory VALUES ('http://127.0.0.1:9 sandbox', '1026', 'free', 0, NULL, NULL, NULL, '2', 'G.711 alaw', 'G.711 alaw', 'ebe3006413c7a116e4005bc10b7d1561.sip.example', 0, 1, 1, 1782954205894, NULL, 'idle', 1795664485453, 1795664485453, 1795664485453, 1795664485453);
INSERT INTO public.inventory VALUES ('http://127.0.0.1:9 sandbox', '1027', 'free', 0, NULL, NULL, NULL, '3', 'G.711 ulaw', 'G.711 ulaw', 'ebe3006413c7a116e4005bc10b7d1561.sip.example', 0, 1, 1, 1791335013813, NULL, 'idle', 1795664485453, 1795664485453, 1795664485453, 1795664485453);
INSERT INTO public.inventory VALUES ('http://127.0.0.1:9 sandbox', '1028', 'free', 0, NULL, NULL, NULL, '1', 'Opus', 'Opus', 'ebe3006413c7a116e4005bc10b7d1561.sip.example', 0, 1, 1, 1742691821732, NULL, 'idle', 1795664485453, 1795664485453, 1795664485453, 1795664485453);
INSERT INTO public.inventory VALUES ('http://127.0.0.1:9 sandbox', '1029', 'free', 0, NULL, NULL, NULL, '1', 'Opus', 'Opus', 'ebe3006413c7a116e4005bc10b7d1561.sip.example', 0, 1, 1, 1751072629651, NULL, 'idle', 1795664485453, 1795664485453, 1795664485453, 1795664485453);
INSERT INTO public.inventory VALUES ('http://127.0.0.1:9 sandbox', '1005', 'free', 0, NULL, NULL, NULL, '1', 'Opus', 'Opus', 'ebe3006413c7a116e4005bc10b7d1561.sip.example', 0, 0, 1, 1778029239595, NULL, 'detail', 1795664540506, 1795664540506, 1795664540506, NULL);
INSERT INTO public.inventory VALUES ('http://127.0.0.1:9 sandbox', '1009', 'free', 0, NULL, NULL, NULL, '1', 'Opus', 'Opus', 'ebe3006413c7a116e4005bc10b7d1561.sip.example', 1, 1, 1, 1754528471271, NULL, 'detail', 1795664540536, 1795664540536, 1795664540536, NULL);
INSERT INTO public.inventory VALUES ('http://127.0.0.1:9 sandbox', '1010', 'bound', 1, '5dba8fb9df13490c2567728fc5085f78', 'Ingrid Patel', 'ingrid patel', '2', 'G.711 alaw', 'G.711 alaw', 'ebe3006413c7a116e4005bc10b7d1561.sip.example', 0, 1, 1, 1762909279190, 1763773279190, 'detail', 1795664540591, 1795664540591, 1795664540591, NULL);
INSERT INTO public.inventory VALUES ('http://127.0.0.1:9 sandbox', '1011', 'bound', 1, 'eefbd07f8bd747ca4b93c1b28f47efd2', '何梓涵', '何梓涵', '3', 'G.711 ulaw', 'G.711 ulaw', 'ebe3006413c7a116e4005bc10b7d1561.sip.example', 0, 1, 1, 1771290087109, 1772240487109, 'detail', 1795664540636, 1795664540636, 1795664540636, NULL);
INSERT INTO public.inventory VALUES ('http://127.0.0.1:9 sandbox', '1012', 'bound', 1, '49907e5be6f8e3a3daa1c6de6c5b4412', '刘芳', '刘芳', '1', 'Opus', 'Opus', 'ebe3006413c7a116e4005bc10b7d1561.sip.example', 1, 1, 1, 1779670895028, 1780707695028, 'detail', 1795664540693, 1795664540693, 1795664540693, NULL);
INSERT INTO public.inventory VALUES ('http://127.0.0.1:9 sandbox', '1013', 'bound', 1, '64471b8c72669ca01ff1a9bb16d4ea60', '徐敏', '徐敏', '1', 'Opus', 'Opus', 'ebe3006413c7a116e4005bc10b7d1561.sip.example', 0, 1, 1, 1788051702947, 1789174902947, 'detail', 1795664540727, 1795664540727, 1795664540727, NULL);
INSERT INTO public.inventory VALUES ('http://127.0.0.1:9 sandbox', '1020', 'bound', 1, '6c20610df135fc5371a9caae5afc4785', 'Jonas da Silva', 'jonas da silva', '1', 'Opus', 'Opus', 'ebe3006413c7a116e4005bc10b7d1561.sip.example', 0, 1, 1, 1789693358380, 1790125358380, 'detail', 1795664540819, 1795664540819, 1795664540819, NULL);
INSERT INTO public.inventory VALUES ('http://127.0.0.1:9 sandbox', '1021', 'bound', 1, '25320b686c4eec9e06f5b041f1ee6af5', 'Ingrid Lefèvre', 'ingrid lefèvre', '1', 'Opus', 'Opus', 'ebe3006413c7a116e4005bc10b7d1561.sip.example', 1, 1, 1, 1741050166299, 1741568566299, 'detail', 1795664540886, 1795664540886, 1795664540886, NULL);
INSERT INTO public.inventory VALUES ('http://127.0.0.1:9 sandbox', '1022', 'bound', 1, '4e1cbb967fdc8653e42f48e9ac3ba1a1', '马秀兰', '马秀兰', '2', 'G.711 alaw', 'G.711 alaw', 'ebe3006413c7a116e4005bc10b7d1561.sip.example', 0, 1, 1, 1749430974218, 1750035774218, 'detail', 1795664540911, 1795664540911, 1795664540911, NULL);
INSERT INTO public.inventory VALUES ('http://127.0.0.1:9 sandbox', '1023', 'bound', 1, '9cd20290da2bea82b6e832ebe8d7ebb5', '欧阳子轩', '欧阳子轩', '3', 'G.711 ulaw', 'G.711 ulaw', 'ebe3006413c7a116e4005bc10b7d1561.sip.example', 0, 1, 1, 1757811782137, 1758502982137, 'detail', 1795664540932, 1795664540932, 1795664540932, NULL);
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
INSERT INTO public.inventory_count VALUES ('http://127.0.0.1:9 sandbox', 4, '1008', 'free', 'Opus', 1);
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
INSERT INTO public.inventory_count VALUES ('http://127.0.0.1:9 sandbox', 1, '1', 'free', 'Opus', 10);
INSERT INTO public.inventory_count VALUES ('http://127.0.0.1:9 sandbox', 2, '10', 'free', 'Opus', 10);
INSERT INTO public.inventory_count VALUES ('http://127.0.0.1:9 sandbox', 3, '100', 'free', 'Opus', 4);
INSERT INTO public.inventory_count VALUES ('http://127.0.0.1:9 sandbox', 4, '1005', 'free', 'Opus', 1);
INSERT INTO public.inventory_count VALUES ('http://127.0.0.1:9 sandbox', 4, '1009', 'free', 'Opus', 1);
INSERT INTO public.inventory_count VALUES ('http://127.0.0.1:9 sandbox', 0, '', 'bound', 'G.711 alaw', 2);
INSERT INTO public.inventory_count VALUES ('http://127.0.0.1:9 sandbox', 1, '1', 'bound', 'G.711 alaw', 2);
INSERT INTO public.inventory_count VALUES ('http://127.0.0.1:9 sandbox', 2, '10', 'bound', 'G.711 alaw', 2);
INSERT INTO public.inventory_count VALUES ('http://127.0.0.1:9 sandbox', 3, '101', 'bound', 'G.711 alaw', 1);
INSERT INTO public.inventory_count VALUES ('http://127.0.0.1:9 sandbox', 4, '1010', 'bound', 'G.711 alaw', 1);
INSERT INTO public.inventory_count VALUES ('http://127.0.0.1:9 sandbox', 0, '', 'bound', 'G.711 ulaw', 2);
INSERT INTO public.inventory_count VALUES ('http://127.0.0.1:9 sandbox', 1, '1', 'bound', 'G.711 ulaw', 2);
INSERT INTO public.inventory_count VALUES ('http://127.0.0.1:9 sandbox', 2, '10', 'bound', 'G.711 ulaw', 2);
INSERT INTO public.inventory_count VALUES ('http://127.0.0.1:9 sandbox', 3, '101', 'bound', 'G.711 ulaw', 1);
INSERT INTO public.inventory_count VALUES ('http://127.0.0.1:9 sandbox', 4, '1011', 'bound', 'G.711 ulaw', 1);
INSERT INTO public.inventory_count VALUES ('http://127.0.0.1:9 sandbox', 0, '', 'bound', 'Opus', 4);
INSERT INTO public.inventory_count VALUES ('http://127.0.0.1:9 sandbox', 1, '1', 'bound', 'Opus', 4);
INSERT INTO public.inventory_count VALUES ('http://127.0.0.1:9 sandbox', 2, '10', 'bound', 'Opus', 4);
INSERT INTO public.inventory_count VALUES ('http://127.0.0.1:9 sandbox', 3, '101', 'bound', 'Opus', 2);
INSERT INTO public.inventory_count VALUES ('http://127.0.0.1:9 sandbox', 4, '1012', 'bound', 'Opus', 1);
INSERT INTO public.inventory_count VALUES ('http://127.0.0.1:9 sandbox', 4, '1013', 'bound', 'Opus', 1);
INSERT INTO public.inventory_count VALUES ('http://127.0.0.1:9 sandbox', 3, '102', 'bound', 'Opus', 2);
INSERT INTO public.inventory_count VALUES ('http://127.0.0.1:9 sandbox', 4, '1020', 'bound', 'Opus', 1);
INSERT INTO public.inventory_count VALUES ('http://127.0.0.1:9 sandbox', 4, '1021', 'bound', 'Opus', 1);
INSERT INTO public.inventory_count VALUES ('http://127.0.0.1:9 sandbox', 3, '102', 'bound', 'G.711 alaw', 1);
INSERT INTO public.inventory_count VALUES ('http://127.0.0.1:9 sandbox', 4, '1022', 'bound', 'G.711 alaw', 1);
INSERT INTO public.inventory_count VALUES ('http://127.0.0.1:9 sandbox', 3, '102', 'bound', 'G.711 ulaw', 1);
INSERT INTO public.inventory_count VALUES ('http://127.0.0.1:9 sandbox', 4, '1023', 'bound', 'G.711 ulaw', 1);
INSERT INTO public.inventory_walk VALUES ('http://127.0.0.1:9 sandbox', 'idle', 1795664485443, '1', 16, 16, 1, 1795664485584, 1795664485443, 16, NULL);
INSERT INTO public.inventory_walk VALUES ('http://127.0.0.1:9 sandbox', 'agents', 1795664495420, NULL, 0, NULL, 1, 1795664495425, 1795664495420, 0, NULL);
INSERT INTO public.inventory_walk VALUES ('http://127.0.0.1:9 sandbox', 'gaps', 1795664540489, '1029', 10, NULL, 1, 1795664540957, 1795664540489, 10, NULL);
INSERT INTO public.job VALUES ('b2f24974-9820-4b4b-ae01-c556a31a164a', '2Pc7Ucp3VPgoQOOzd5U3gvyIrzO6nb0e', 'admin@example.com', '299934ba-f833-4014-9e83-f130ec355b03', '696e30b96ef7db3690831a63c48bd479f5de960e410e7c77c4973fffe860e381', 'Spring intake', 'http://127.0.0.1:9 sandbox', 1795664493201, 1795664493206, NULL, 'run', NULL, NULL, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0, NULL, NULL, 3555, 'random', 16, NULL, 1, NULL, 'bulk', 'create_extension', NULL);
INSERT INTO public.job VALUES ('d587ced8-e0cd-492b-a7c2-1f03478be6db', '2Pc7Ucp3VPgoQOOzd5U3gvyIrzO6nb0e', 'admin@example.com', '9ca0e9fd-1bf7-4a9d-9bc1-5c8937e328bd', '264ba14e1e80c551d257aa7269aaf2cef6284af5b0e511b9883762127ae8d681', 'Waiting intake', 'http://127.0.0.1:9 sandbox', 1795664513783, 1795664513793, NULL, 'run', NULL, NULL, 2, 2, 0, 0, 0, 0, 0, 0, 0, 0, NULL, NULL, 1564, 'none', 16, NULL, 1, NULL, 'bulk', 'create_extension', NULL);
INSERT INTO public.job VALUES ('98f37bf2-b86d-473c-9849-5c8077685244', '2Pc7Ucp3VPgoQOOzd5U3gvyIrzO6nb0e', 'admin@example.com', 'ea4d2859-fa33-4877-a68e-dbed71cbe5d3', '48509bfeac669588a4395ee60c56bac8426a12f18f68e8705b05a1207d4aa788', '7001', 'http://127.0.0.1:9 sandbox', 1795664482180, 1795664482184, NULL, 'run', NULL, NULL, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, NULL, NULL, 5164, 'none', 0, NULL, 0, NULL, 'single', 'create_extension', '{"id":"2Pc7Ucp3VPgoQOOzd5U3gvyIrzO6nb0e","name":"admin@example.com","role":"admin","session":"add52a9bdfa1e5df","address":"","requestId":"989f5693-294f-4d2e-9f4c-9380aa381a30"}');
INSERT INTO public.job_item VALUES ('98f37bf2-b86d-473c-9849-5c8077685244', 0, 'http://127.0.0.1:9 sandbox', '7001', NULL, NULL, NULL, NULL, NULL, 'none', 0, 'pending', 0, 0, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 0, NULL);
INSERT INTO public.job_item VALUES ('b2f24974-9820-4b4b-ae01-c556a31a164a', 2, 'http://127.0.0.1:9 sandbox', '1000', NULL, NULL, NULL, NULL, 'v2.2a0c008d.jN4Bo1ezJhAqdShzVqN3divXvu10hGxqZ4OtsM_fXoeZMFFo4f6bcEMGVnA', 'random', 0, 'pending', 0, 0, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 0, NULL);
INSERT INTO public.job_item VALUES ('b2f24974-9820-4b4b-ae01-c556a31a164a', 0, 'http://127.0.0.1:9 sandbox', '7002', NULL, NULL, NULL, NULL, 'v2.2a0c008d.4m4oo_4NamGsJSHqvT3yaDD4PbqMoXMxImKVAAK71Z87hGhYAPLMywPaFA', 'given', 0, 'pending', 0, 0, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 0, NULL);
INSERT INTO public.job_item VALUES ('b2f24974-9820-4b4b-ae01-c556a31a164a', 1, 'http://127.0.0.1:9 sandbox', '7003', NULL, NULL, NULL, NULL, 'v2.2a0c008d.Vgy1O2TgKhDvcNol8PSFQz3iNJWJmYloVQvCwPOhtp9ewkM0OTgt82GdNxQ', 'random', 0, 'pending', 0, 0, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 0, NULL);
INSERT INTO public.job_item VALUES ('d587ced8-e0cd-492b-a7c2-1f03478be6db', 0, 'http://127.0.0.1:9 sandbox', '7010', NULL, NULL, NULL, NULL, 'v2.2a0c008d.kdK-wh3rCNMe0RQjdOw--6zvmHJVzWMRH-OyHkiZDiOx7UaNrqGU-zG8cg', 'given', 0, 'pending', 0, 0, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 0, NULL);
INSERT INTO public.job_item VALUES ('d587ced8-e0cd-492b-a7c2-1f03478be6db', 1, 'http://127.0.0.1:9 sandbox', '7011', NULL, NULL, NULL, NULL, NULL, 'none', 0, 'pending', 0, 0, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 0, NULL);
INSERT INTO public.kysely_migration VALUES ('001-token-settings-creations', '2026-11-26T03:41:20.010Z');
INSERT INTO public.kysely_migration VALUES ('002-accepted-stays-open', '2026-11-26T03:41:20.028Z');
INSERT INTO public.kysely_migration VALUES ('003-jobs-audit', '2026-11-26T03:41:20.047Z');
INSERT INTO public.kysely_migration VALUES ('004-audit-chain', '2026-11-26T03:41:20.074Z');
INSERT INTO public.kysely_migration VALUES ('005-sign-in-tries', '2026-11-26T03:41:20.084Z');
INSERT INTO public.kysely_migration VALUES ('006-act-use', '2026-11-26T03:41:20.086Z');
INSERT INTO public.kysely_migration VALUES ('008-renewals-learned-codes', '2026-11-26T03:41:20.088Z');
INSERT INTO public.kysely_migration VALUES ('009-audit-reads', '2026-11-26T03:41:20.125Z');
INSERT INTO public.kysely_migration VALUES ('010-inventory', '2026-11-26T03:41:20.144Z');
INSERT INTO public.kysely_migration VALUES ('011-assignments', '2026-11-26T03:41:20.152Z');
INSERT INTO public.kysely_migration VALUES ('012-saved-views', '2026-11-26T03:41:20.156Z');
INSERT INTO public.kysely_migration VALUES ('013-snapshots-thresholds', '2026-11-26T03:41:20.165Z');
INSERT INTO public.kysely_migration VALUES ('014-codes-languages', '2026-11-26T03:41:20.185Z');
INSERT INTO public.kysely_migration VALUES ('015-byte-order', '2026-11-26T03:41:20.190Z');
INSERT INTO public.kysely_migration VALUES ('016-created-unread', '2026-11-26T03:41:20.194Z');
INSERT INTO public.kysely_migration VALUES ('017-sign-in-failures', '2026-11-26T03:41:20.195Z');
INSERT INTO public.kysely_migration VALUES ('018-one-creation-engine', '2026-11-26T03:41:20.198Z');
INSERT INTO public.kysely_migration VALUES ('019-no-language-coverage', '2026-11-26T03:41:20.200Z');
INSERT INTO public.kysely_migration VALUES ('020-no-code-notices', '2026-11-26T03:41:20.200Z');
INSERT INTO public.kysely_migration VALUES ('021-no-learned-codes', '2026-11-26T03:41:20.201Z');
INSERT INTO public.kysely_migration VALUES ('022-audit-by-user', '2026-11-26T03:41:20.203Z');
INSERT INTO public.kysely_migration VALUES ('023-review-stays-open', '2026-11-26T03:41:20.211Z');
INSERT INTO public.kysely_migration VALUES ('024-reservation-table', '2026-11-26T03:41:20.212Z');
INSERT INTO public.kysely_migration_lock VALUES ('migration_lock', 0);
INSERT INTO public.reservation VALUES ('07937d02-bad8-4b94-b37e-a7e0b15175a9', 'http://127.0.0.1:9 sandbox', '1004', 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa', 'Ingrid Patel', 'ebe3006413c7a116e4005bc10b7d1561.sip.example', 'Opus', '2Pc7Ucp3VPgoQOOzd5U3gvyIrzO6nb0e', 'admin', 'b0926298-9132-4584-90b4-986cd2d68c13', 'ff77a3eec2cf74aaa40d415ac76ab33c7fcfae93ae641b432dd1cacf5235bfd8', 'reserved', 1795664541607, 1796269341607, 1795664541607, 0, NULL, NULL, NULL, NULL);
INSERT INTO public.reservation VALUES ('4c4b98e8-7c19-475e-9ce6-09f7ed0b873b', 'http://127.0.0.1:9 sandbox', '1006', 'bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb', 'Omar Haddad', 'ebe3006413c7a116e4005bc10b7d1561.sip.example', 'G.711 alaw', '2Pc7Ucp3VPgoQOOzd5U3gvyIrzO6nb0e', 'admin', '786ea005-45b0-4f9c-aabe-97197cc298f3', '36fb3f7b5fa0f230146a1d3ff410cbc7554f49883851f45e225cbffcaea4a4ee', 'released', 1795664541676, 1795750941676, 1795664541676, 0, NULL, 1795664541728, 'admin', 'not needed');
INSERT INTO public.saved_view VALUES ('4c6cc18f-833e-4bee-b9bd-579766e2ed37', 'inventory', '2Pc7Ucp3VPgoQOOzd5U3gvyIrzO6nb0e', 'admin@example.com', 'Bound ones', 'bound ones', 'state=bound', 1, 1795664541844);
INSERT INTO public.session VALUES ('JhCOMFwRohj6ttqEBspK6oVdZgmxzUSF', '2026-11-26 04:12:21.894+00', 'rteNZ3GcvwFP30XuT4ReBpsb52Pfg7NI', '2026-11-26 03:41:21.816+00', '2026-11-26 03:42:21.894+00', '', '', '2Pc7Ucp3VPgoQOOzd5U3gvyIrzO6nb0e', NULL, NULL);
INSERT INTO public.session VALUES ('BGOT321YF1Rv9nhgC0P3ozvGr5nRZgFO', '2026-11-26 04:12:23.08+00', 'RPXgmCdt4RbftwPjjE8kTO6JlYfXkVFE', '2026-11-26 03:41:22.151+00', '2026-11-26 03:42:23.08+00', '', '', 'qiaBfrbWR117RMot3oYbXy88u0E6Q1zG', NULL, NULL);
INSERT INTO public.setting VALUES ('legacyCreate', 'true');
INSERT INTO public.setting VALUES ('backgroundRate', '100');
INSERT INTO public.sign_in_try VALUES ('b4895d1a0301d1cf6b43b999d970dd685a075a996dca47f4b5d27e3380cd161e', 1, 1795664481112, 1);
INSERT INTO public.sign_in_try VALUES ('98b6dafd780bf6ceb4777b679c8930ef38db689b18f2eb6b3030d71e04375427', 1, 1795664481111, 1);
INSERT INTO public.sign_in_try VALUES ('7695eb82c517b7e61b1107b78d0a9aad6e9a87f69dff4ecb8d117cc7587a8858', 0, 1795664481843, 0);
INSERT INTO public.snapshot VALUES ('http://127.0.0.1:9 sandbox', 1795662000000);
INSERT INTO public.snapshot_count VALUES ('http://127.0.0.1:9 sandbox', 1795662000000, '', 16, 0, 0);
INSERT INTO public.snapshot_count VALUES ('http://127.0.0.1:9 sandbox', 1795662000000, '10', 16, 0, 0);
INSERT INTO public.snapshot_count VALUES ('http://127.0.0.1:9 sandbox', 1795662000000, '100', 4, 0, 0);
INSERT INTO public.snapshot_count VALUES ('http://127.0.0.1:9 sandbox', 1795662000000, '101', 6, 0, 0);
INSERT INTO public.snapshot_count VALUES ('http://127.0.0.1:9 sandbox', 1795662000000, '102', 6, 0, 0);
INSERT INTO public.task_lease VALUES ('inventory idle pages', NULL, 0, 1795664545664);
INSERT INTO public.task_lease VALUES ('inventory details', NULL, 0, 1795664545827);
INSERT INTO public.task_lease VALUES ('inventory gaps', NULL, 0, 1795664600976);
INSERT INTO public.task_lease VALUES ('snapshots', NULL, 0, 1795664546332);
INSERT INTO public.task_lease VALUES ('inventory agents', NULL, 0, 1795664555482);
INSERT INTO public.task_lease VALUES ('reservations', NULL, 0, 1795664555592);
INSERT INTO public.token_state VALUES ('v5 http://127.0.0.1:9 sandbox', 'v2.2a0c008d.p8_59xZ7GNQK5nohFjcJ30lamYZsJzogUIeHcozY5WyBFIf4-jX1Zx7d9hojKW7LeEKcg2p4HSWJmpcz', 1, 1795664485514, 1795750885514, NULL, NULL, NULL, NULL, '[{"at":1795664485455,"because":"due"}]');
INSERT INTO public."user" VALUES ('2Pc7Ucp3VPgoQOOzd5U3gvyIrzO6nb0e', 'admin', 'admin@example.com', false, NULL, '2026-11-26 03:41:20.778+00', '2026-11-26 03:41:21.828+00', NULL, NULL, NULL, 'admin', false, NULL, NULL, false, false, NULL, '2026-11-26 03:41:21.828+00');
INSERT INTO public."user" VALUES ('qiaBfrbWR117RMot3oYbXy88u0E6Q1zG', 'supervisor', 'supervisor@example.com', false, NULL, '2026-11-26 03:41:21.092+00', '2026-11-26 03:41:22.164+00', NULL, NULL, NULL, 'supervisor', false, NULL, NULL, false, false, NULL, '2026-11-26 03:41:22.164+00');
INSERT INTO public."user" VALUES ('jjVSujteJOBxe4uyYuveAklnXe7ZIbwB', 'Ben', 'ben@example.com', false, NULL, '2026-11-26 03:42:22.893+00', '2026-11-26 03:42:22.893+00', NULL, NULL, NULL, 'supervisor', false, NULL, NULL, false, true, '2026-11-27 03:42:22.88+00', NULL);
ALTER TABLE ONLY public.account
    ADD CONSTRAINT account_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.act_use
    ADD CONSTRAINT act_use_key PRIMARY KEY (user_id, act);
ALTER TABLE ONLY public.reservation
    ADD CONSTRAINT assignment_key UNIQUE (user_id, idempotency_key, ext);
ALTER TABLE ONLY public.reservation
    ADD CONSTRAINT assignment_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.audit_head
    ADD CONSTRAINT audit_head_pkey PRIMARY KEY (chain);
ALTER TABLE ONLY public.audit
    ADD CONSTRAINT audit_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.code_name
    ADD CONSTRAINT code_name_key PRIMARY KEY (account, field, value);
ALTER TABLE ONLY public.code_sighting
    ADD CONSTRAINT code_sighting_key PRIMARY KEY (account, field, value);
ALTER TABLE ONLY public.inventory_count
    ADD CONSTRAINT inventory_count_key PRIMARY KEY (account, length, prefix, state, language);
ALTER TABLE ONLY public.inventory
    ADD CONSTRAINT inventory_key PRIMARY KEY (account, ext);
ALTER TABLE ONLY public.inventory_walk
    ADD CONSTRAINT inventory_walk_key PRIMARY KEY (account, kind);
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
ALTER TABLE ONLY public.saved_view
    ADD CONSTRAINT saved_view_name UNIQUE (user_id, page, name_key);
ALTER TABLE ONLY public.saved_view
    ADD CONSTRAINT saved_view_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.session
    ADD CONSTRAINT session_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.session
    ADD CONSTRAINT session_token_key UNIQUE (token);
ALTER TABLE ONLY public.setting
    ADD CONSTRAINT setting_pkey PRIMARY KEY (name);
ALTER TABLE ONLY public.sign_in_try
    ADD CONSTRAINT sign_in_try_pkey PRIMARY KEY (account);
ALTER TABLE ONLY public.snapshot_count
    ADD CONSTRAINT snapshot_count_key PRIMARY KEY (account, prefix, at);
ALTER TABLE ONLY public.snapshot
    ADD CONSTRAINT snapshot_key PRIMARY KEY (account, at);
ALTER TABLE ONLY public.task_lease
    ADD CONSTRAINT task_lease_pkey PRIMARY KEY (name);
ALTER TABLE ONLY public.threshold
    ADD CONSTRAINT threshold_key PRIMARY KEY (account, prefix);
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
CREATE INDEX assignment_agent ON public.reservation USING btree (account, agent_uuid, reserved_at);
CREATE INDEX assignment_due ON public.reservation USING btree (account, checked_at) WHERE (state = 'reserved'::text);
CREATE INDEX assignment_newest ON public.reservation USING btree (account, reserved_at, id);
CREATE INDEX assignment_number ON public.reservation USING btree (account, ext, reserved_at);
CREATE UNIQUE INDEX assignment_open ON public.reservation USING btree (account, ext) WHERE (state = 'reserved'::text);
CREATE INDEX assignment_user ON public.reservation USING btree (account, user_id, reserved_at);
CREATE INDEX audit_action ON public.audit USING btree (action, at, id);
CREATE INDEX audit_actor ON public.audit USING btree (actor_id, at, id);
CREATE INDEX audit_actor_action ON public.audit USING btree (actor_id, action, at, id);
CREATE UNIQUE INDEX audit_chain ON public.audit USING btree (chain, seq);
CREATE INDEX audit_name ON public.audit USING btree (actor_name, actor_id, at, id);
CREATE INDEX audit_newest ON public.audit USING btree (at, id);
CREATE INDEX audit_object ON public.audit USING btree (object, at, id);
CREATE INDEX audit_request ON public.audit USING btree (request_id, at, id) WHERE (request_id IS NOT NULL);
CREATE INDEX inventory_age ON public.inventory USING btree (account, state, seen_at, ext);
CREATE INDEX inventory_agent ON public.inventory USING btree (account, agent_uuid, ext) WHERE (agent_uuid IS NOT NULL);
CREATE INDEX inventory_agent_name ON public.inventory USING btree (account, agent_key, agent_uuid) WHERE (agent_key IS NOT NULL);
CREATE INDEX inventory_created ON public.inventory USING btree (account, seen_at, ext) WHERE ((state = 'unknown'::text) AND (source = 'created'::text));
CREATE INDEX inventory_idle ON public.inventory USING btree (account, idle_at) WHERE (idle_at IS NOT NULL);
CREATE INDEX inventory_language ON public.inventory USING btree (account, language, ext);
CREATE INDEX inventory_state ON public.inventory USING btree (account, state, ext);
CREATE INDEX inventory_state_language ON public.inventory USING btree (account, state, language, ext);
CREATE INDEX job_item_due ON public.job_item USING btree (job_id, next_look_at) WHERE (next_look_at IS NOT NULL);
CREATE INDEX job_item_ended ON public.job_item USING btree (job_id, ended_at) WHERE (ended_at IS NOT NULL);
CREATE UNIQUE INDEX job_item_open ON public.job_item USING btree (account, ext) WHERE ((state = ANY (ARRAY['pending'::text, 'sending'::text, 'unknown'::text, 'review'::text])) OR ((state = 'done'::text) AND (checked IS NULL)));
CREATE INDEX job_item_state ON public.job_item USING btree (job_id, state, "position");
CREATE INDEX job_newest ON public.job USING btree (created_at, id);
CREATE INDEX job_open ON public.job USING btree (created_at) WHERE (ended_at IS NULL);
CREATE INDEX saved_view_shared ON public.saved_view USING btree (page, name_key) WHERE (shared = 1);
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
