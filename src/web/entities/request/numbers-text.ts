import type { ServiceRequest } from '#contract/service-requests.ts'
import type { Translate } from '../../i18n/catalogue.ts'

type Numbers = Pick<ServiceRequest, 'ext' | 'swapWith'>

/** Returns the number of a request, or both of a swap. */
export const numbersText = (t: Translate, { ext, swapWith }: Numbers): string =>
  swapWith === null ? ext : t('requests.swap.both', { ext, other: swapWith })

/** Returns the kind and the number of a request, or both of a swap. */
export const requestText = (t: Translate, request: Numbers & Pick<ServiceRequest, 'kind'>): string =>
  t('requests.what', { kind: t(`requests.kind.${request.kind}`), ext: numbersText(t, request) })
