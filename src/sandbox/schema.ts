import * as z from 'zod'

export const tables = `
  CREATE TABLE IF NOT EXISTS meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS company (id TEXT PRIMARY KEY, name TEXT NOT NULL, domain TEXT NOT NULL, quota INTEGER NOT NULL, extensions INTEGER NOT NULL DEFAULT 0);
  CREATE TABLE IF NOT EXISTS token (token TEXT PRIMARY KEY, kind TEXT NOT NULL, company_id TEXT NOT NULL, expires_at INTEGER NOT NULL) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS agent (
    uuid TEXT PRIMARY KEY, company_id TEXT NOT NULL, agent_id TEXT NOT NULL, number INTEGER NOT NULL, agent_name TEXT NOT NULL,
    depart TEXT NOT NULL, ext TEXT, UNIQUE (company_id, agent_id)
  ) WITHOUT ROWID;
  CREATE INDEX IF NOT EXISTS agent_free ON agent (company_id, number) WHERE ext IS NULL;
  CREATE TABLE IF NOT EXISTS extension (
    company_id TEXT NOT NULL, ext TEXT NOT NULL, password TEXT, bind_status INTEGER NOT NULL, bind_time INTEGER NOT NULL,
    agent_uuid TEXT, using_uuid TEXT, lang_code_txt TEXT NOT NULL, enabled INTEGER NOT NULL, created INTEGER NOT NULL,
    creator TEXT, PRIMARY KEY (company_id, ext)
  ) WITHOUT ROWID;`

/** A stored extension. A null password means the password derived from the file's key. */
export const extensionRow = z.object({
  company_id: z.string(),
  ext: z.string(),
  password: z.string().nullable(),
  bind_status: z.number(),
  bind_time: z.number(),
  agent_uuid: z.string().nullable(),
  using_uuid: z.string().nullable(),
  lang_code_txt: z.string(),
  enabled: z.number(),
  created: z.number(),
  creator: z.string().nullable(),
})
export type ExtensionRow = z.infer<typeof extensionRow>

export const agentRow = z.object({
  uuid: z.string(),
  company_id: z.string(),
  agent_id: z.string(),
  /** The person's index in people.ts. */
  number: z.number(),
  agent_name: z.string(),
  depart: z.string(),
  ext: z.string().nullable(),
})
export type AgentRow = z.infer<typeof agentRow>

export const companyRow = z.object({
  id: z.string(),
  name: z.string(),
  domain: z.string(),
  quota: z.number(),
  extensions: z.number(),
})
export type CompanyRow = z.infer<typeof companyRow>
