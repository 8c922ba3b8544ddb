import { Hono } from 'hono'
import { csrf } from 'hono/csrf'
import { html, raw } from 'hono/html'
import { languageDetector } from 'hono/language'
import type { MessageLanguage } from './codes.ts'
import { deskMessages } from './desk-messages.ts'
import type { AgentRow, ExtensionRow } from './schema.ts'
import { sentinelTable } from './sentinels.ts'
import type { Store } from './store.ts'

type Html = ReturnType<typeof html>
type Action = keyof (typeof deskMessages)['en']['done']

interface Change {
  ext: string
  action: Action
  agent: string
  at: number
}

/** What the user typed, and what is wrong with the agent. */
interface Form {
  ext: string
  agent: string
  agentError: string | null
  /** Agents to choose from when the text matches several. */
  matches: AgentRow[]
}

const mostChanges = 10
const nameOf = ({ agent_name: name, agent_id: workNumber }: AgentRow) => `${name} (${workNumber})`

const style = raw(`
  :root { color-scheme: light dark; background: Canvas; font: 1rem/1.5 system-ui, sans-serif }
  body { max-width: 46rem; margin: 0 auto; padding: 1rem; overflow-wrap: anywhere }
  h1 { font-size: 1.5rem }
  h2 { font-size: 1.2rem; margin-top: 2rem }
  h3 { font-size: 1rem }
  form { margin: 1rem 0 }
  form p { margin: 0.3rem 0 }
  label { font-weight: 600 }
  input, button, summary { font: inherit; padding: 0.3rem 0.7rem; margin: 0 0 0.3rem }
  input { width: 20rem; max-width: 100%; box-sizing: border-box }
  summary { width: fit-content; cursor: pointer }
  dl { display: grid; grid-template-columns: auto 1fr; gap: 0 1.5rem }
  dd { margin: 0 }
  .error { color: light-dark(#b3261e, #f2b8b5) }
`)

function field(name: string, label: string, value: string, hint: string, error: string | null): Html {
  return html`<p><label for="${name}">${label}</label></p>
    <p id="${name}-hint">${hint}</p>
    ${error === null ? '' : html`<p id="${name}-error" class="error">${error}</p>`}
    <input
      id="${name}"
      name="${name}"
      value="${value}"
      required
      autocomplete="off"
      aria-describedby="${name}-hint${error === null ? '' : ` ${name}-error`}"
      ${error === null ? '' : html`aria-invalid="true" autofocus`}
    />`
}

/**
 * The sandbox's front page: the changes that people make at the service, because the API has no operation for them; the numbers
 * that fail on purpose; and the calls since the start.
 */
export function deskPage(store: Store, now: () => number, calls: () => string[]): Hono {
  const { desk, homeCompanyId: company } = store
  /** The newest first. */
  let changes: Change[] = []

  const apply: Record<Exclude<Action, 'bind'>, (ext: string) => void> = {
    unbind: (ext) => desk.unbind(company, ext),
    'sign-out': (ext) => desk.use(company, ext, null),
    enable: (ext) => desk.enable(company, ext, true),
    disable: (ext) => desk.enable(company, ext, false),
    delete: (ext) => desk.remove(company, ext),
  }
  const isAction = (action: string): action is keyof typeof apply => Object.hasOwn(apply, action)

  function page(language: MessageLanguage, { ext, agent, agentError, matches }: Form): Html {
    const t = deskMessages[language]
    const time = new Intl.DateTimeFormat(t.lang, { dateStyle: 'medium', timeStyle: 'medium' })
    const agentOf = (uuid: string | null) => {
      const match = uuid === null ? null : store.findAgent(company, uuid)
      return match === null ? (uuid ?? '–') : nameOf(match)
    }
    const button = (action: Action) =>
      html`<button name="action" value="${action}">${t.actions[action]}</button>`

    const stateOf = ({ bind_status: bound, enabled, using_uuid: user }: ExtensionRow) =>
      bound === 1 ? t.bound : enabled === 1 && user === null ? t.free : t.unavailable

    const numberSection = (row: ExtensionRow) => {
      const free = store.agentWithoutExtension(company)
      return html`<dl>
          <dt>${t.state}</dt>
          <dd>${stateOf(row)}</dd>
          <dt>${t.agent}</dt>
          <dd>${agentOf(row.agent_uuid)}</dd>
          <dt>${t.boundAt}</dt>
          <dd>${row.bind_time === 0 ? '–' : time.format(row.bind_time)}</dd>
          <dt>${t.enabled}</dt>
          <dd>${row.enabled === 1 ? t.yes : t.no}</dd>
          <dt>${t.inUse}</dt>
          <dd>${agentOf(row.using_uuid)}</dd>
        </dl>
        <form method="post" action="/">
          <input type="hidden" name="ext" value="${ext}" />
          ${row.bind_status === 1 ? button('unbind') : ''}
          ${row.using_uuid === null ? '' : button('sign-out')}
          ${button(row.enabled === 1 ? 'disable' : 'enable')}
          <details>
            <summary>${t.actions.delete}…</summary>
            <p>${t.deleteText(ext)}</p>
            <button name="action" value="delete">${t.deleteNow(ext)}</button>
          </details>
        </form>
        <form method="post" action="/">
          <input type="hidden" name="ext" value="${ext}" />
          ${field('agent', t.bindTo, agent, t.agentHint(free === null ? '–' : nameOf(free)), agentError)}
          ${button('bind')}
          ${matches.map(
            (match) =>
              html`<p>
                <button name="uuid" value="${match.uuid}">${nameOf(match)}</button>
                ${match.depart} ${match.ext === null ? '' : t.has(match.ext)}
              </p>`,
          )}
        </form>`
    }

    const row = store.extension(company, ext)
    const numberError =
      row !== null || ext === '' ? null : /^\d{2,15}$/.test(ext) ? t.noNumber(ext) : t.badNumber
    const heading = row === null ? numberError : `${ext}: ${stateOf(row)}`
    return html`<!doctype html>
      <html lang="${t.lang}">
        <head>
          <meta charset="utf-8" />
          <meta name="viewport" content="width=device-width" />
          <title>${heading === null ? '' : `${heading} – `}${t.title}</title>
          <style>
            ${style}
          </style>
        </head>
        <body>
          <main>
            <h1>${t.title}</h1>
            <p>${t.intro}</p>
            <form action="/">
              ${field('ext', t.number, ext, t.numberHint, numberError)}
              <button>${t.lookUp}</button>
            </form>
            ${row === null ? '' : numberSection(row)}
            <h2>${t.changes}</h2>
            ${changes.length === 0 ? html`<p>${t.noChanges}</p>` : ''}
            <ul>
              ${changes.map(
                (change) =>
                  html`<li>
                    <a href="/?ext=${change.ext}">${change.ext}</a> ${t.done[change.action]} ${change.agent}
                    (${time.format(change.at)})
                  </li>`,
              )}
            </ul>
            <h2>${t.failures}</h2>
            <p>${t.failuresText}</p>
            ${sentinelTable.map(
              ({ where, sentinels }) =>
                html`<h3>${where[language]}</h3>
                  <ul>
                    ${sentinels.map(
                      ({ number, effect }) => html`<li><code>${number}…</code> ${effect[language]}</li>`,
                    )}
                  </ul>`,
            )}
            <h2>${t.calls}</h2>
            <ul>
              ${calls().map((call) => html`<li>${call}</li>`)}
            </ul>
          </main>
        </body>
      </html>`
  }

  const app = new Hono()
  app.use(languageDetector({ supportedLanguages: ['en', 'zh'], order: ['header'], caches: false }))
  const languageOf = (language: string): MessageLanguage => (language === 'zh' ? 'zh' : 'en')

  app.get('/', (c) => {
    const ext = (c.req.query('ext') ?? '').trim()
    return c.html(page(languageOf(c.get('language')), { ext, agent: '', agentError: null, matches: [] }))
  })

  app.post('/', csrf(), async (c) => {
    const body = await c.req.parseBody()
    const sent = (name: string) => {
      const value = body[name]
      return typeof value === 'string' ? value.trim() : ''
    }
    const [ext, text, action] = [sent('ext'), sent('agent'), sent('action')]
    const language = languageOf(c.get('language'))
    const refuse = (agentError: string | null, matches: AgentRow[] = []) =>
      c.html(page(language, { ext, agent: text, agentError, matches }), 422)
    const done = (change: Action, agent = '') => {
      changes = [{ ext, action: change, agent, at: now() }, ...changes].slice(0, mostChanges)
      return c.redirect(change === 'delete' ? '/' : `/?ext=${ext}`, 303)
    }

    // The page says that the number does not exist.
    if (store.extension(company, ext) === null) return refuse(null)
    if (isAction(action)) {
      apply[action](ext)
      return done(action)
    }
    const t = deskMessages[language]
    const exact = store.findAgent(company, sent('uuid') || text)
    const matches = exact === null ? store.agentsNamed(company, text) : [exact]
    const [agent] = matches
    if (agent === undefined) return refuse(t.noAgent(text))
    if (matches.length > 1) return refuse(t.severalAgents(text), matches)
    if (agent.ext !== null && agent.ext !== ext) return refuse(t.hasNumber(nameOf(agent), agent.ext))
    desk.bind(company, ext, agent.uuid)
    return done('bind', nameOf(agent))
  })

  return app
}
