import type { ServiceCheckStep } from './service.ts'
import type { UiLanguage } from './text.ts'

const en = {
  steps: {
    'absent-number': "A number that doesn't exist",
    address: 'Address answers',
    authentication: 'Credential of the extension operations',
    'bound-number': 'A bound number',
    clock: 'Clock',
    company: 'Company',
    creates: 'Create',
    detail: 'Details of a number',
    'extensions-address': 'Extension operations answer',
    'first-page': 'Number of the first page',
    'idle-page': 'Idle extensions, pages',
    language: 'Language of a number',
    'page-size': 'Largest page',
    'refused-token': 'Answer to a wrong token',
    search: 'Search in the idle list',
    'search-idle': 'First idle extension of an agent',
    suggestions: 'Suggestions',
    'time-zones': 'Time zones',
    token: 'Token and signature',
    'unbound-page': 'Unbound page of an agent',
  },
  findings: {
    answers: 'The address answers',
    'answers-tls':
      'The address answers over {tls}, with the certificate of {subject} by {issuer}, valid until {until}',
    'app-id-refused': "The service doesn't know this app ID",
    'as-idle-page': 'No agent was found to test with; the list probably differs as the idle list does',
    'binding-unknown': "The service marks a binding with a value that the profile doesn't know: {value}",
    blocked: 'A gateway refused the request before the service',
    busy: 'The service asks to slow down. Test again in a minute.',
    certificate: "The server's certificate is not valid for this address, so nothing was sent",
    clock:
      "The service refused the signature, and its clock differs from the console's. Set the console server's clock.",
    'clock-apart':
      "The clocks are {seconds} s apart, so that the service may refuse signatures. Set the console server's clock.",
    'clock-same': 'The clocks agree within {seconds} s',
    'clock-unknown': "The service doesn't say what time it is",
    'company-elsewhere': 'The service wants the company ID in another place or under another name',
    'company-needed': 'The service needs the company ID',
    'company-refused': "The service doesn't know this company ID",
    credentials: 'The service refused the app ID or the app key',
    'empty-means-anything':
      "The service answers a dead token with success and no data, as it does for a missing number, so that the two can't be told apart",
    'empty-means-not-found':
      "For the number {ext}, which doesn't exist, the service answers success without data",
    'extensions-auth': 'The extension operations refused the credential, in each known way of sending it',
    failing: 'The service failed while answering',
    'first-page': 'The first page has the number {firstPage}',
    invalid: 'The answer has another shape than the specification says',
    'integer-numbers':
      'Numbers arrive as integers, without leading zeros: numbers that begin with 0 cannot be found',
    'key-refused': 'The service refused the signature. The app key is probably wrong.',
    'list-elsewhere': 'The list is in another place of the answer: {value}',
    needs: 'Needs the step {step}',
    'no-absent-number': 'Every number tried exists, so that the answer for a missing one could not be tested',
    'no-agent': 'No agent was found to test with',
    'no-bound-number': 'No bound number was found to test with',
    'no-connection': 'Nothing answers at {host}. Check the address, the port and the firewall.',
    'no-list': 'The answer has no list of numbers that the console can find',
    'no-rows': 'The service sent no rows',
    'not-checked': 'Not tested, because a test creates nothing',
    'not-found-code': "For the number {ext}, which doesn't exist, the service answers code {code}",
    'not-json': 'A web page was returned instead of data. The address probably belongs to another server.',
    'not-offered':
      "The service doesn't know this path. Check the address and the part of its path before the operations.",
    ok: 'As expected',
    'order-changes': 'The list has another order with each request, so that a page can lack numbers',
    'other-authentication': 'The extension operations want their credential in another way',
    'other-names': 'The service did not find a parameter: it has another name or place there',
    'other-shape': 'The operation answers with another kind of data: {shape}',
    'page-ignored': 'Pages 1 and 2 are the same: the service did not find the page number',
    'page-size': 'A page can have {size} rows',
    'pages-differ': 'Pages 1 and 2 differ, of {total} numbers',
    paging: 'The pages of the list contradict each other',
    paused: 'Not sent, because the service keeps failing',
    'proxy-refused': 'The proxy refused the connection',
    refused: 'The service refused the request',
    restricted: 'This account may not use the operation',
    rows: 'Rows received: {rows}',
    'search-contains': 'The search for {start} also finds numbers that contain it elsewhere',
    'search-ignored': 'The search for {start} did not filter the list',
    'search-matches': 'The search for {start} finds only numbers that start with it',
    'signed-otherwise': 'The service wants the signature in another form',
    'size-ignored':
      'The page has {rows} rows instead of the number requested: the service did not find the page size',
    'smaller-pages': 'A page has at most {most} rows, not {size}',
    'success-code': 'The service reports success with another code: {value}',
    timeout: 'The service did not answer in time',
    token: 'The service refused a new token',
    'token-in-use': 'The token in use works',
    'token-issued': 'A token for {seconds} s was issued',
    'token-not-checked': 'The service accepts a wrong token here, so that its refusal could not be tested',
    'token-refusal-known': 'The service refuses a wrong token as expected',
    'token-refusal-unknown':
      "The service refuses a wrong token in a way that the profile doesn't know, so that an expired token would not be renewed",
    'too-few-rows': 'Only {rows} rows: too few to test the pages',
    'too-many-requests':
      'Not tested, because the test had sent all its requests. Apply what it proposes and test again.',
    'total-missing': "The service doesn't say how many numbers there are",
    unreachable: 'The connection was lost before an answer arrived',
    unresolved: 'No computer has the name {host}. Check the spelling of the address.',
  },
}

const zh: typeof en = {
  steps: {
    'absent-number': '不存在的号码',
    address: '地址有响应',
    authentication: '分机操作的凭据',
    'bound-number': '已绑定的号码',
    clock: '时钟',
    company: '企业',
    creates: '创建',
    detail: '号码详情',
    'extensions-address': '分机操作有响应',
    'first-page': '首页页码',
    'idle-page': '空闲分机分页',
    language: '号码的语言',
    'page-size': '最大页',
    'refused-token': '对错误令牌的响应',
    search: '空闲列表搜索',
    'search-idle': '坐席的首个空闲分机',
    suggestions: '搜索建议',
    'time-zones': '时区',
    token: '令牌和签名',
    'unbound-page': '坐席的未绑定页',
  },
  findings: {
    answers: '地址有响应',
    'answers-tls': '地址通过 {tls} 响应，证书属于 {subject}，由 {issuer} 签发，有效期至 {until}',
    'app-id-refused': '服务没有此应用 ID',
    'as-idle-page': '没有找到可供测试的坐席；该列表可能与空闲列表有相同的差异',
    'binding-unknown': '服务用配置文件中没有的值表示绑定：{value}',
    blocked: '网关在服务之前拒绝了请求',
    busy: '服务要求降低频率。请一分钟后重新测试。',
    certificate: '服务器证书对此地址无效，因此未发送任何内容',
    clock: '服务拒绝了签名，且其时钟与控制台不同。请校准控制台服务器的时钟。',
    'clock-apart': '时钟相差 {seconds} 秒，服务可能拒绝签名。请校准控制台服务器的时钟。',
    'clock-same': '时钟相差不超过 {seconds} 秒',
    'clock-unknown': '服务未提供时间',
    'company-elsewhere': '服务要求在其他位置或以其他名称发送企业 ID',
    'company-needed': '服务需要企业 ID',
    'company-refused': '服务没有此企业 ID',
    credentials: '服务拒绝了应用 ID 或应用密钥',
    'empty-means-anything': '令牌失效时，服务同样返回成功但没有数据，与号码不存在时无法区分',
    'empty-means-not-found': '对于不存在的号码 {ext}，服务返回成功但没有数据',
    'extensions-auth': '分机操作拒绝了凭据，所有已知的发送方式均被拒绝',
    failing: '服务在响应时出错',
    'first-page': '首页页码为 {firstPage}',
    invalid: '响应的结构与规范不同',
    'integer-numbers': '号码以整数返回，不含开头的 0：以 0 开头的号码无法查到',
    'key-refused': '服务拒绝了签名。应用密钥可能有误。',
    'list-elsewhere': '列表位于响应的其他位置：{value}',
    needs: '需要先通过步骤“{step}”',
    'no-absent-number': '尝试的号码都存在，因此无法测试不存在时的响应',
    'no-agent': '没有找到可供测试的坐席',
    'no-bound-number': '没有找到可供测试的已绑定号码',
    'no-connection': '{host} 没有响应。请检查地址、端口和防火墙。',
    'no-list': '响应中找不到号码列表',
    'no-rows': '服务未返回任何行',
    'not-checked': '未测试：测试不会创建任何内容',
    'not-found-code': '对于不存在的号码 {ext}，服务返回代码 {code}',
    'not-json': '收到的是网页而不是数据。该地址可能属于其他服务器。',
    'not-offered': '服务没有此路径。请检查地址以及操作之前的路径。',
    ok: '符合预期',
    'order-changes': '每次请求返回的列表顺序不同，因此某一页可能缺少号码',
    'other-authentication': '分机操作要求以其他方式发送凭据',
    'other-names': '服务没有找到某个参数：其名称或位置不同',
    'other-shape': '该操作返回其他类型的数据：{shape}',
    'page-ignored': '第 1 页和第 2 页相同：服务没有找到页码',
    'page-size': '一页可有 {size} 行',
    'pages-differ': '第 1 页和第 2 页不同，共 {total} 个号码',
    paging: '列表各页相互矛盾',
    paused: '服务持续出错，因此未发送',
    'proxy-refused': '代理拒绝了连接',
    refused: '服务拒绝了请求',
    restricted: '此账号无权使用该操作',
    rows: '收到行数：{rows}',
    'search-contains': '搜索 {start} 也会返回其他位置包含它的号码',
    'search-ignored': '搜索 {start} 没有筛选列表',
    'search-matches': '搜索 {start} 只返回以其开头的号码',
    'signed-otherwise': '服务要求其他形式的签名',
    'size-ignored': '该页有 {rows} 行，与请求的行数不符：服务没有找到每页行数',
    'smaller-pages': '一页最多 {most} 行，而不是 {size} 行',
    'success-code': '服务以其他代码表示成功：{value}',
    timeout: '服务未及时响应',
    token: '服务拒绝了新令牌',
    'token-in-use': '使用中的令牌有效',
    'token-issued': '已签发令牌，有效期 {seconds} 秒',
    'token-not-checked': '服务在此接受错误令牌，因此无法测试其拒绝方式',
    'token-refusal-known': '服务按预期拒绝错误令牌',
    'token-refusal-unknown': '服务拒绝错误令牌的方式不在配置文件中，过期令牌将不会更新',
    'too-few-rows': '仅 {rows} 行，不足以测试分页',
    'too-many-requests': '未测试：测试已用完全部请求。请应用建议后重新测试。',
    'total-missing': '服务未提供号码总数',
    unreachable: '收到响应之前连接中断',
    unresolved: '找不到名为 {host} 的主机。请检查地址拼写。',
  },
}

/** The steps of a check of the service, and what they find, in words. `{name}` is a parameter of the finding. */
export const checkWords = { en, zh }

const textOf = (texts: Readonly<Record<string, string>>, id: string): string => texts[id] ?? id

/** Returns the name of a step; the ID of a newer server's step. */
export const stepName = (language: UiLanguage, id: string): string => textOf(checkWords[language].steps, id)

/** Returns what a step found; the code of a newer server's finding. A parameter can name a step. */
const findingText = (
  language: UiLanguage,
  code: string,
  parameters: Readonly<Record<string, string | number>>,
): string =>
  textOf(checkWords[language].findings, code).replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = parameters[name] ?? ''
    return typeof value === 'number' ? value.toLocaleString(language) : stepName(language, value)
  })

/**
 * Returns what a step found. Of a problem, also what the sentence does not name: the service's own code and message, or a certificate's
 * owner.
 */
export function stepText(
  language: UiLanguage,
  { state, code, parameters }: Pick<ServiceCheckStep, 'state' | 'code' | 'parameters'>,
): string {
  const text = findingText(language, code, parameters)
  const sentence = textOf(checkWords[language].findings, code)
  const others = Object.entries(parameters).flatMap(([name, value]) =>
    value === '' || sentence.includes(`{${name}}`) ? [] : [value],
  )
  return state === 'pass' || others.length === 0 ? text : `${text} (${others.join(' ')})`
}
