/** Column names in `plainHeader` form, likeliest first. */
export const headerNames = {
  ext: 'ext extension extensionnumber extnumber extno exts number phonenumber 分机号 分机 分机号码 内线号 内线 内线号码 话机号 号码',
  agentUuid: 'agentuuid uuid 坐席uuid',
  workNumber: 'worknumber workno employeenumber employeeid agentid 工号 坐席工号 员工号',
  agentName: 'name fullname agentname 姓名 坐席姓名 名字',
} as const

/** Normalizes a header: removes case, spaces, punctuation and remarks in brackets; reads 座席 as 坐席. */
export const plainHeader = (name: string): string =>
  name
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll('座席', '坐席')
    .replaceAll(/\([^)]*\)|\[[^\]]*\]|【[^】]*】/g, '')
    .replaceAll(/[\s_\-.*:#'"/\u200B-\u200D\uFEFF]/g, '')

/** Returns the column with one of the names; `null` when there is none. `headers` are in `plainHeader` form. */
export const columnCalled = (headers: readonly string[], names: string): number | null =>
  names
    .split(' ')
    .map((name) => headers.indexOf(name))
    .find((column) => column !== -1) ?? null
