import { writeFileSync } from 'node:fs'
import { styleText } from 'node:util'
import { checkWords, findingText, stepName } from '#contract/check-words.ts'
import { checkService, type CheckResult } from '#upstream/check/check.ts'
import type { CheckOptions } from '#upstream/check/probe.ts'
import { requestLine, type CheckStep, type Exchange, type StepResult } from '#upstream/check/step.ts'
import type { Config } from '../platform/config/config.ts'

const marks: Readonly<Record<StepResult, [mark: string, color: 'green' | 'yellow' | 'red' | 'gray']>> = {
  pass: ['✓', 'green'],
  warn: ['!', 'yellow'],
  fail: ['✗', 'red'],
  skipped: ['–', 'gray'],
}

/** What a step found. Of a problem, also what the sentence does not name: the service's own code, or a certificate's owner. */
function foundText({ result, finding, params }: CheckStep): string {
  const text = findingText('en', finding, params)
  const others = Object.entries(params).flatMap(([name, value]) =>
    value === '' || checkWords.en.findings[finding].includes(`{${name}}`) ? [] : [value],
  )
  return result === 'pass' || others.length === 0 ? text : `${text} (${others.join(' ')})`
}

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
  const { id, result, at, decided: shown, changes } = step
  const [mark, color] = marks[result]
  const paint = (text: string, by: typeof color) =>
    isInteractive ? styleText(by, text, { validateStream: false }) : text
  const first = `${isInteractive ? paint(mark, color) : result.padEnd(7)} ${stepName('en', id)}: ${foundText(step)}`
  if (result === 'pass' || result === 'skipped') return [first]
  return [
    first,
    ...(at === null ? [] : [`see       ${at}`]),
    ...(shown === null ? [] : exchangeLines(shown)),
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
  const { proposed, numbers, proposals } = checked
  if (json) say(JSON.stringify({ steps, numbers, proposed, proposals }, null, 2))
  else {
    const count = (result: StepResult) => steps.filter((step) => step.result === result).length
    const seen = numbers.map(({ ext, state, agentName }) => [ext, state, agentName ?? ''].join(' ').trim())
    if (seen.length > 0) say(`Numbers of the service: ${seen.join(', ')}`)
    if (proposals.length > 0) say('All proposals, each with the answer that shows it:')
    for (const { key, from, to, evidence } of proposals)
      say(
        `  ${key}: ${JSON.stringify(from)} → ${JSON.stringify(to)}  (${evidence.operation}: ${evidence.field} ${evidence.value})`,
      )
    say(
      `${count('pass')} passed, ${count('warn')} warnings, ${count('fail')} failed, ${count('skipped')} skipped`,
    )
  }
  if (propose !== null) writeFileSync(propose, `${JSON.stringify(proposed, null, 2)}\n`)
  return steps.every(({ result }) => result !== 'fail')
}
