import { numbersIn } from '#contract/numbers-in-text.ts'
import { rangesOf, rangeText } from '../../entities/extension/number-ranges.ts'
import { lastPeriod, periodText } from '../../entities/history/periods.ts'
import { paths } from '../../lib/paths.ts'
import type { Option, PaletteContext } from './palette-context.ts'

/** Some mail programs break the URL of a longer list. */
const longestList = 1_500
/** More ranges than these are named as "…". */
const maxRanges = 3
/** Matches numbers without words. */
const bare = /^[\d\s,，、;；~～–—至到-]+$/u

/** Returns the numbers of a text such as `1010` or `8001-8050`; empty for a text with words. */
export const typedNumbers = (query: string): readonly string[] =>
  bare.test(query) && query.length <= longestList ? numbersIn(query).numbers : []

export const canReserve = ({ isAllowed }: PaletteContext): boolean => isAllowed('extension.reserve')

const offer = (label: string, to: string | Option['action'], note?: string): Option => ({
  group: 'do',
  label,
  action: typeof to === 'string' ? { to } : to,
  ...(note === undefined ? {} : { note }),
})

/** Returns a number's page with who holds it, then what can be done with a number in this state. */
export function numberOptions(ext: string, context: PaletteContext): Option[] {
  const { t, now, language, isAllowed } = context
  const number = context.number?.ext === ext ? context.number : null
  const state = number?.state ?? null
  const holder = number?.holder ?? null
  const note = state === null ? t('palette.number.absent') : t(`numbers.state.${state}`)
  const page: Option = {
    group: 'go',
    label:
      holder === null ? t('search.extension', { text: ext }) : t('palette.number.holder', { ext, holder }),
    ...(number === null ? {} : { note }),
    action: { to: paths.extension(ext) },
    recall: ext,
  }
  const lastMonth = lastPeriod('month', now)
  const isOwn =
    state === 'bound' &&
    context.limit.includesNumber({ ext, isBound: true, department: number?.department ?? null })
  const actions = [
    ...(isOwn && isAllowed('request.manage')
      ? [
          offer(t('palette.request', { ext }), { request: ext }, t('palette.request.note')),
          ...(holder === null
            ? []
            : [
                offer(
                  t('palette.leave', { agent: holder }),
                  { leave: { name: holder, numbers: [ext] } },
                  t('palette.leave.note'),
                ),
              ]),
        ]
      : []),
    ...(isOwn && isAllowed('secret.reveal')
      ? [offer(t('palette.reveal', { ext }), { reveal: ext }, t('palette.reveal.note'))]
      : []),
    ...(state === 'free' &&
    canReserve(context) &&
    context.limit.includesNumber({ ext, isBound: false, department: null })
      ? [offer(t('palette.reserve', { numbers: ext }), { reserve: { ext } }, t('palette.reserve.note'))]
      : []),
    ...(number !== null && state === null && isAllowed('extension.create')
      ? [offer(t('palette.create.one', { ext }), paths.newExtension({ ext }), t('palette.create.one.note'))]
      : []),
    ...(state === null
      ? []
      : [
          offer(t('palette.history', { ext }), paths.extensionHistory(ext)),
          offer(
            t('palette.history.period', { ext, period: periodText(lastMonth, language) }),
            paths.extensionHistory(ext, { period: lastMonth }),
            t('palette.history.note'),
          ),
          offer(t('palette.language', { ext }), paths.extensionLanguage(ext)),
        ]),
    ...(isAllowed('audit.read')
      ? [offer(t('palette.audit.object', { object: ext }), paths.audit({ object: ext }))]
      : []),
  ]
  return [page, ...actions]
}

/** Returns what can be done with several numbers. `typed` is passed on as it is: written out as single numbers, it would be cut. */
export function rangeOptions(query: string, numbers: readonly string[], context: PaletteContext): Option[] {
  const { t, isAllowed } = context
  const ranges = rangesOf(numbers).map(rangeText)
  const range = [...ranges.slice(0, maxRanges), ...(ranges.length > maxRanges ? ['…'] : [])].join(
    t('list.separator'),
  )
  return [
    ...(canReserve(context)
      ? [
          offer(
            t('palette.reserve', { numbers: range }),
            paths.reserveBatch({ numbers: query }),
            t('palette.reserve.several'),
          ),
        ]
      : []),
    ...(isAllowed('job.run')
      ? [
          offer(
            t('palette.create.many', { count: numbers.length, numbers: range }),
            paths.newJob({ numbers: query }),
            t('palette.create.many.note'),
          ),
        ]
      : []),
  ]
}
