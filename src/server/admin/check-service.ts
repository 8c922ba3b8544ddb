import { writeFileSync } from 'node:fs'
import { styleText } from 'node:util'
import { stepName, stepText } from '#contract/check-words.ts'
import { checkService, type CheckResult, type CheckStep } from '#upstream/check/check.ts'
import type { CheckOptions } from '#upstream/check/probe.ts'
import type { StepResult } from '#upstream/check/step.ts'
import { valueAt } from '#upstream/records.ts'
import type { Config } from '../platform/config/config.ts'
import { lineOf, resultOf } from '../service/check.ts'

const marks: Readonly<Record<StepResult, [mark: string, color: 'green' | 'yellow' | 'red' | 'gray']>> = {
  pass: ['✓', 'green'],
  warn: ['!', 'yellow'],
  fail: ['✗', 'red'],
  skipped: ['–', 'gray'],
}

/** Words a step: one line when it passed, otherwise with what was sent and answered, and the proposal. */
function linesOf(step: CheckStep, isInteractive: boolean): string[] {
  const { result, at, changes } = step
  const line = lineOf(step)
  const { id, sent, status, serviceCode, excerpt } = line
  const [mark, color] = marks[result]
  const paint = (text: string, by: typeof color) =>
    isInteractive ? styleText(by, text, { validateStream: false }) : text
  const first = `${isInteractive ? paint(mark, color) : result.padEnd(7)} ${stepName('en', id)}: ${stepText('en', line)}`
  if (result === 'pass' || result === 'skipped') return [first]
  const details: [caption: string, text: string | null][] = [
    ['see', at],
    ['sent', sent],
    [
      'received',
      sent === null
        ? null
        : [status === null ? null : `HTTP ${status}`, serviceCode].filter((part) => part !== null).join(', '),
    ],
    ['', excerpt],
    ...changes.map(({ key, from, to }): [string, string] => [
      'propose',
      paint(`${key}: ${JSON.stringify(from)} → ${JSON.stringify(to)}`, 'green'),
    ]),
  ]
  const indented = details.flatMap(([caption, text]) =>
    (text ?? '')
      .split('\n')
      .filter((part) => part !== '')
      .map((part, n) => `    ${(n === 0 ? caption : '').padEnd(9)} ${part}`),
  )
  return [first, ...indented]
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
  const { rows, evidence } = resultOf(checked)
  if (json) say(JSON.stringify({ steps, numbers, proposed, proposals }, null, 2))
  else {
    const count = (result: StepResult) => steps.filter((step) => step.result === result).length
    const seen = rows.map(({ ext, state, agentName }) => [ext, state, agentName ?? ''].join(' ').trim())
    if (seen.length > 0) say(`Numbers of the service: ${seen.join(', ')}`)
    if (evidence.length > 0) say('All proposals, each with the answer that shows it:')
    for (const { key, operation, field, value } of evidence) {
      const [from, to] = [profile, proposed].map((each) => JSON.stringify(valueAt(each, key)))
      say(`  ${key}: ${from} → ${to}  (${operation}: ${field} = ${value})`)
    }
    say(
      `${count('pass')} passed, ${count('warn')} warnings, ${count('fail')} failed, ${count('skipped')} skipped`,
    )
  }
  if (propose !== null) writeFileSync(propose, `${JSON.stringify(proposed, null, 2)}\n`)
  return steps.every(({ result }) => result !== 'fail')
}
