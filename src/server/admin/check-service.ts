import { writeFileSync } from 'node:fs'
import { styleText } from 'node:util'
import { checkService, type CheckResult } from '#upstream/check/check.ts'
import type { CheckOptions } from '#upstream/check/probe.ts'
import {
  requestLine,
  type CheckStep,
  type Exchange,
  type Finding,
  type StepId,
  type StepResult,
} from '#upstream/check/step.ts'
import type { Config } from '../platform/config/config.ts'

const stepNames: Readonly<Record<StepId, string>> = {
  address: 'Address',
  'extensions-address': 'Address of the extension service',
  clock: 'Clock',
  token: 'Token and signature',
  'time-zones': 'Time zones',
  authentication: 'Authentication of extension operations',
  'refused-token': 'Refused token',
  company: 'Company',
  'idle-page': 'Idle extensions, pages 1 and 2',
  'first-page': 'First page',
  'page-size': 'Largest page',
  search: 'Search by the beginning of a number',
  detail: 'Extension detail',
  'absent-number': 'Detail of an absent number',
  'bound-number': 'Detail of a bound number',
  'search-idle': 'First idle extension',
  'unbound-page': 'Unbound extensions of an agent',
  language: 'Language of an extension',
  suggestions: 'Suggestions',
  creates: 'Creates',
}

/** `{name}` is a parameter of the finding. */
const sentences: Readonly<Record<Finding, string>> = {
  ok: 'As expected.',
  answers: 'The address answers.',
  'answers-tls':
    'The address answers over {tls}. Its certificate is that of {subject}, issued by {issuer}, until {until}.',
  unresolved: 'The name {host} has no address.',
  'no-connection': 'No connection to {host}.',
  'proxy-refused': 'The proxy refuses the connection ({code}).',
  unreachable: 'The connection was lost ({code}).',
  certificate:
    'The certificate of {host} is not valid: {code}. Subject {subject}, issuer {issuer}, until {until}.',
  timeout: 'No answer in time.',
  failing: 'The service fails ({code}).',
  'not-offered': 'There is nothing at this path ({code}).',
  'not-json': 'The answer is not JSON; something else answers at this address.',
  invalid: 'The answer has another shape ({code}).',
  paging: 'The pages contradict each other ({code}).',
  credentials: 'The service refuses the app id or key: {code} {message}',
  clock:
    'The service refuses the signature ({code}), and its clock differs by {seconds} s. Set the clock of this machine.',
  token: 'The service refuses a new token ({code}).',
  'extensions-auth': 'The extension operations refuse every documented credential: {code} {message}',
  restricted: 'The service has no permission for this account: {code} {message}',
  busy: 'The service asks for fewer requests ({code}).',
  paused: 'Not sent, because the service keeps failing.',
  refused: 'The service refuses: {code} {message}',
  'clock-same': 'The clocks are {seconds} s apart.',
  'clock-apart': 'The clocks are {seconds} s apart.',
  'clock-unknown': 'The service does not tell its time.',
  'token-issued': 'The service issued a token, valid for {seconds} s.',
  'token-in-use': 'The token in use works.',
  'key-refused': 'The service refuses the signature: {code} {message}',
  'app-id-refused': 'The service does not know the app id: {code} {message}',
  'signed-otherwise': 'The service refuses the signature ({code}) and accepts it with another case or unit.',
  'success-code': 'The service reports success with another code: {value}.',
  rows: '{rows} rows.',
  'no-rows': 'The answer is empty.',
  'token-refusal-known': 'The answer to an invalid token is known: {code}.',
  'token-refusal-unknown':
    'The answer to an invalid token is unknown: {code}. The console would not renew its token.',
  'token-not-checked': 'The service accepts any token.',
  'other-authentication': 'The service refuses the credential ({code}) and accepts it another way.',
  'company-needed': 'The service needs a company: {code} {message}',
  'company-refused': 'The service refuses the company: {code} {message}',
  'company-elsewhere': 'The service expects the company elsewhere: {code} {message}',
  'pages-differ': 'Pages 1 and 2 differ; {total} rows in all.',
  'too-few-rows': 'Too few rows to compare: {rows}.',
  'page-ignored': 'The service ignores the page.',
  'size-ignored': 'The service ignores the page size: {rows} rows instead of 5.',
  'other-names': 'The service knows the parameters by other names or in another place.',
  'total-missing': 'The answer has no total.',
  'first-page': 'The service counts pages from {firstPage}.',
  'page-size': 'A page of {size} arrives: {rows} rows.',
  'smaller-pages': 'A page of {size} does not arrive whole; one of {most} does.',
  'search-matches': 'The search for {start} finds only such numbers.',
  'search-ignored': 'The service ignores the search for {start} under this name.',
  'binding-unknown': 'Number {ext} has the unknown bindStatus {value}.',
  'not-found-code': 'Number {ext} does not exist: {code}.',
  'empty-means-not-found': 'The service answers without data for number {ext}, which does not exist.',
  'no-absent-number': 'No absent number was found.',
  'no-bound-number': 'No bound number was found.',
  'other-shape': 'The data is of another kind: {shape}.',
  'no-agent': 'No agent was seen.',
  needs: 'Needs: {step}.',
  'too-many-requests':
    'Not checked: the check has sent its 40 requests. Run it again with the proposed profile.',
  'not-checked': 'Not checked: a check creates nothing.',
}

const marks: Readonly<Record<StepResult, [mark: string, color: 'green' | 'yellow' | 'red' | 'gray']>> = {
  pass: ['✓', 'green'],
  warn: ['!', 'yellow'],
  fail: ['✗', 'red'],
  skipped: ['–', 'gray'],
}

const isStepId = (id: string): id is StepId => id in stepNames

const sentenceOf = ({ finding, params }: CheckStep): string =>
  sentences[finding]
    .replaceAll(/\{(\w+)\}/g, (_, name: string) => {
      const value = String(params[name] ?? '')
      return finding === 'needs' && isStepId(value) ? stepNames[value] : value
    })
    .trim()

function exchangeLines(exchange: Exchange): string[] {
  const { headers, body, status, code, answer } = exchange
  const credentials = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  return [
    `sent      ${requestLine(exchange)}`,
    ...credentials.map((line) => `          ${line}`),
    ...(body === null ? [] : [`          ${body}`]),
    `received  ${[status === null ? '' : `HTTP ${status}`, code ?? ''].filter((text) => text !== '').join(', ')}`,
    ...(answer === null ? [] : [`          ${answer}`]),
  ]
}

/** Words a step: one line when it passed, otherwise with what was sent and answered, and the proposal. */
function linesOf(step: CheckStep, isInteractive: boolean): string[] {
  const { id, result, at, exchanges, changes } = step
  const [mark, color] = marks[result]
  const paint = (text: string, by: typeof color) =>
    isInteractive ? styleText(by, text, { validateStream: false }) : text
  const first = `${isInteractive ? paint(mark, color) : result.padEnd(7)} ${stepNames[id]}: ${sentenceOf(step)}`
  const shown = changes.length === 0 ? exchanges[0] : exchanges.at(-1)
  if (result === 'pass' || result === 'skipped') return [first]
  return [
    first,
    ...(at === null ? [] : [`see       ${at}`]),
    ...(shown === undefined ? [] : exchangeLines(shown)),
    ...changes.map(
      ({ key, from, to }) =>
        `propose   ${paint(`${key}: ${JSON.stringify(from)} → ${JSON.stringify(to)}`, 'green')}`,
    ),
  ].map((line, n) => (n === 0 ? line : `    ${line}`))
}

/** Checks the configured service and prints each step as it ends. Returns true when nothing failed. */
export async function checkConfigured(
  { upstream, profile, companyId, authorization, network }: Config,
  { json, propose }: { json: boolean; propose: string | null },
  {
    say,
    printError,
    isInteractive = false,
  }: { say: (line: string) => void; printError: (line: string) => void; isInteractive?: boolean },
  options: CheckOptions,
): Promise<boolean> {
  if (upstream === null) {
    printError(
      'No service is configured, so there is nothing to check: set UPSTREAM_URL, UPSTREAM_APP_ID and UPSTREAM_APP_KEY.',
    )
    return false
  }
  const running = checkService({ ...upstream, profile, companyId, authorization, network }, options)
  const steps: CheckStep[] = []
  let checked: CheckResult | null = null
  while (checked === null) {
    const { done, value } = await running.next()
    if (done === true) checked = value
    else {
      steps.push(value)
      if (!json) for (const line of linesOf(value, isInteractive)) say(line)
    }
  }
  const { proposed, numbers } = checked
  if (json) say(JSON.stringify({ steps, numbers, proposed }, null, 2))
  else {
    const count = (result: StepResult) => steps.filter((step) => step.result === result).length
    const seen = numbers.map(({ ext, state, agentName }) => [ext, state, agentName ?? ''].join(' ').trim())
    if (seen.length > 0) say(`Numbers of the service: ${seen.join(', ')}`)
    say(
      `${count('pass')} passed, ${count('warn')} warnings, ${count('fail')} failed, ${count('skipped')} skipped`,
    )
  }
  if (propose !== null) writeFileSync(propose, `${JSON.stringify(proposed, null, 2)}\n`)
  return steps.every(({ result }) => result !== 'fail')
}
