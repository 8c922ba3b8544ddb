import { hash } from 'node:crypto'

const surnames = [
  '王',
  '李',
  '张',
  '刘',
  '陈',
  '杨',
  '黄',
  '赵',
  '周',
  '吴',
  '徐',
  '孙',
  '马',
  '朱',
  '胡',
  '郭',
  '何',
  '林',
  '罗',
  '欧阳',
]
const givenNames = [
  '伟',
  '芳',
  '娜',
  '秀英',
  '敏',
  '静',
  '丽',
  '强',
  '磊',
  '军',
  '洋',
  '勇',
  '艳',
  '杰',
  '娟',
  '涛',
  '明',
  '超',
  '秀兰',
  '霞',
  '梓涵',
  '子轩',
]
const firstNames = [
  'Olivia',
  'Liam',
  'Amelia',
  'Noah',
  'Aisha',
  'Mateo',
  'Sofia',
  'Arjun',
  'Chloé',
  'Jonas',
  'Mei',
  'Kwame',
  'Ingrid',
  'Tomás',
  'Yuki',
  'Priya',
]
const lastNames = [
  'Smith',
  'Nguyen',
  'García',
  'Müller',
  'Patel',
  'Kowalski',
  'Okafor',
  'Rossi',
  'Tanaka',
  'Johansson',
  'O’Brien',
  'da Silva',
  'Lefèvre',
  'Haddad',
]
/** Some names are long, as in real companies, because pages have to fit them. */
const departments = [
  '客户服务一部',
  '客户服务二部',
  '技术支持中心',
  '华东大区重点客户服务与投诉处理中心（上海浦东新区金桥出口加工区）',
  '电话销售部',
  '海外业务部',
  'Billing',
  'Technical Support',
  'Retention & Loyalty',
  'Escalations (24/7)',
]
/** Some people have long names too, for the same reason. */
const longNames = [
  '阿卜杜热西提·买买提明·吐尔逊江·玉素甫艾力',
  'Maria Fernanda de los Ángeles Etcheverría Gutiérrez',
]
const titles = ['坐席', '组长', '质检', 'Agent', 'Team lead']

const pick = <Item>(items: readonly Item[], n: number): Item => {
  const item = items[n % items.length]
  if (item === undefined) throw new RangeError('nothing to pick from')
  return item
}

export const md5 = (text: string): string => hash('md5', text)

export interface Person {
  uuid: string
  agentID: string
  agentName: string
  agentNick: string
  agentEmail: string
  depart: string
  departId: string
  role: string
  phoneType: string
}

/** Returns the n-th agent of a company, the same in every sandbox: names and departments in both languages, work numbers from 1001. */
export function person(companyId: string, n: number): Person {
  const isChinese = n % 5 < 3
  const family = Math.floor(n / 5)
  const agentName =
    n % 61 === 60
      ? pick(longNames, n)
      : isChinese
        ? pick(surnames, n * 7 + family) + pick(givenNames, n * 3 + family * 5)
        : `${pick(firstNames, n * 3 + family)} ${pick(lastNames, n + family * 3)}`
  const depart = pick(departments, n * 3 + Math.floor(n / 40))
  const workNumber = String(1001 + n)
  return {
    uuid: md5(`agent ${companyId} ${n}`),
    agentID: workNumber,
    agentName,
    agentNick: isChinese ? `${agentName}（${workNumber}）` : (agentName.split(' ')[0] ?? agentName),
    agentEmail: `agent${workNumber}@example.com`,
    depart,
    departId: md5(`department ${depart}`),
    role: pick(titles, n),
    phoneType: pick(['webrtc', 'sip', 'pstn'], n),
  }
}
