/** The sandbox's return codes and their texts (docs/upstream-api.md#refusal-codes). */
const texts = {
  // docs/upstream-api.md#errors: the same text in every language.
  '000000': ['Success', 'Success'],
  '400004': ['请求参数不能为空', 'Request parameter must not be empty'],
  '500025': ['参数校验错误', 'Parameter validation error'],
  '900001': ['token为空', 'Blank token!'],
  '900002': ['token已失效，请重新获取', 'Token invalid or not found. Get a new one!'],
  '900003': ['signature错误', 'Incorrect signature!'],
  '900004': ['没有找到公司的api配置信息!', 'Company api configuration info not found!'],
  '900005': ['被限制访问!', 'Restricted access!'],
  '900006': ['没有找到公司信息!', 'Company info not found!'],
  '900007': ['token信息为空，请重新获取!', 'Blank token info. Get a new one!'],
  '999999': ['系统未知异常', 'Unknown system error'],
  '310003': ['分页查询时未提供必要页数和条数', 'Necessary page & entry no. not provided upon query by page'],
  '310004': ['存在重复数据', 'Data repeated'],
  '310013': ['bad request,参数类型错误', 'Bad request, param type error'],
  '310120': [
    '分机帐号创建数大于公司最大订阅数',
    'No. of ext. accounts created is more than the max no. subscribed by the company',
  ],
  '310121': ['分机不存在', 'Extension not found'],
  '310122': ['分机已经被绑定', 'Extension bound'],
  '310123': ['系统无法识别当前公司', 'System failed to identify current company'],
  '310147': ['座席不存在', 'Agent not found'],
  '310204': ['参数错误', 'Param error'],
  '330007': ['频繁操作', 'Frequent operation'],
  '330144': ['未开通权限', 'Permission not enabled'],
  '392001': ['token校验失败', 'Token verification failed'],
  '888888': ['未公布的返回码', 'An unpublished return code'],
} as const

export type Code = keyof typeof texts
export type MessageLanguage = 'zh' | 'en'

/** Returns the text of a code. Chinese is the service's default for refusals (docs/upstream-api.md#reference-values). */
export function textOf(code: Code, language: MessageLanguage): string {
  return texts[code][language === 'zh' ? 0 : 1]
}

/** Thrown by an operation that refuses a request; the service's envelope carries the code. */
export class Refusal extends Error {
  override readonly name = 'Refusal'
  readonly code: Code
  constructor(code: Code) {
    super(code)
    this.code = code
  }
}
