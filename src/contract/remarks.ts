/** How remarks on a file begin, which the console writes below its rows: what the file lacks, or may lack. */
const openings = ['may be incomplete', 'incomplete', 'not included', 'at least'] as const
/** A remark with a comma is quoted in its line. */
const remark = new RegExp(`^"?# (?:${openings.join('|')})\\b`)

export const remarkOf = (opening: (typeof openings)[number], rest: string): string => `# ${opening}${rest}`

/** True for a line that is a remark on its file, and no row; the first cell suffices. */
export const isRemark = (line: string): boolean => remark.test(line)
