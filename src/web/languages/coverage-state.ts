import * as z from 'zod/mini'
import { listExtensionLanguages } from '#contract/extension-languages.ts'
import { pageQuery } from '#contract/page.ts'
import { optionalParam, param } from '../url-state.ts'

const { language, standing, ext, after, before } = listExtensionLanguages.query.shape

/** All that the page is, as its URL holds it. */
export const coverageState = z.object({
  language: optionalParam(language),
  standing: optionalParam(standing),
  ext: optionalParam(ext),
  after: optionalParam(after),
  before: optionalParam(before),
  pageSize: param(pageQuery.pageSize, 50),
})
export type CoverageState = z.infer<typeof coverageState>
export type CoverageFilter = Pick<CoverageState, 'language' | 'standing' | 'ext'>

/** The filters alone, as the export takes them. */
export const filterOf = ({ language: of, standing: how, ext: start }: CoverageState): CoverageFilter => ({
  language: of,
  standing: how,
  ext: start,
})
export const isFiltered = (state: CoverageState): boolean =>
  state.language !== undefined || state.standing !== undefined || state.ext !== undefined

/** The first page: where every changed filter leads. */
export const firstPage = { after: undefined, before: undefined } as const
export const noFilters = {
  ...firstPage,
  language: undefined,
  standing: undefined,
  ext: undefined,
} as const
