import { languageMismatches, languageStandings, type LanguageSummary } from '#contract/extension-languages.ts'

type Counts = LanguageSummary['counts']

export interface LanguageTally {
  /** Empty for none. */
  language: string
  count: number
  mismatches: number
}

const isMismatch = (standing: Counts[number]['standing']) => languageMismatches.includes(standing)

/** Extensions per language, the most first. */
export function byLanguage(counts: Counts): LanguageTally[] {
  const tallies = new Map<string, LanguageTally>()
  for (const { language, standing, count } of counts) {
    const tally = tallies.get(language) ?? { language, count: 0, mismatches: 0 }
    tally.count += count
    if (isMismatch(standing)) tally.mismatches += count
    tallies.set(language, tally)
  }
  return [...tallies.values()].toSorted((a, b) => b.count - a.count || a.language.localeCompare(b.language))
}

/** Extensions per standing, the gravest first. */
export const byStanding = (counts: Counts) =>
  languageStandings.map((standing) => ({
    standing,
    count: counts.filter((each) => each.standing === standing).reduce((sum, { count }) => sum + count, 0),
  }))
