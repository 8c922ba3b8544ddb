import { describe, expect, test } from 'vitest'
import { numbersIn, rangesIn } from '#contract/numbers-in-text.ts'
import { rangeOf } from '#contract/number-set.ts'

/** Text, numbers, what is ignored, what is asked. */
const messages: readonly (readonly [string, string, string?, string?])[] = [
  [
    'Hi, please set up 8301001-8301003 for 12 new people by 12:30 on 2026-12-05. Room 214, ticket INC-10422. Thanks, Dana (+49 30 5550123)',
    '8301001 8301002 8301003',
    '12 new|12:30|2026-12-05|Room 214|INC-10422|+49 30 5550123',
  ],
  [
    'Hello, we get 14 new people on 2026-12-07 at 9:30, please prepare 8302001-8302003. Room 118, ticket OPS-20931, call +49 40 5559876',
    '8302001 8302002 8302003',
    '14 new|2026-12-07|9:30|Room 118|OPS-20931|+49 40 5559876',
  ],
  ['8301001-03', '8301001 8301002 8301003'],
  ['8301001-8301003', '8301001 8301002 8301003'],
  ['８３０１００１－０３', '8301001 8301002 8301003'],
  ['8301001–3', '8301001 8301002 8301003'],
  ['8301001~8301003', '8301001 8301002 8301003'],
  ['8301001 to 8301003', '8301001 8301002 8301003'],
  ['8301001-03 new people', '8301001 8301002 8301003'],
  ['I request 8001-8003', '8001 8002 8003'],
  ['phone 8001-8003', '8001 8002 8003'],
  ['2001 until 2003', '2001 2002 2003'],
  ['998-1002', '998 999 1000 1001 1002'],
  ['0098-0101', '0098 0099 0100 0101'],
  ['801-803 extensions', '801 802 803'],
  ['08010 08020 08030', '08010 08020 08030'],
  ['11,12,13', '11 12 13'],
  ['801、\n802、\n803', '801 802 803'],
  ['8301009-03', '', '', '8301009-03'],
  ['8301001-9301001', '', '', '8301001-9301001'],
  ['8204-001-002', '', '', '8204-001-002'],
  ['82 04 001', '', '', '82 04 001'],
  ['8210 7', '8210', '7'],
  ['8,204,001', '', '', '8,204,001'],
  ['8001,8002', '8001 8002'],
  ['8001/8002', '8001 8002'],
  [
    '12月8日上午10点前开好 8601-8603，一共 25 人，会议室 305，工单 88213',
    '8601 8602 8603',
    '12月8日|10点|一共 25|会议室 305|工单 88213',
  ],
  ['请从8601到8603开通，联系电话 13900001111', '8601 8602 8603', '电话 13900001111'],
  ['张伟 13900001111', '', '', '13900001111'],
  ['需要5个：8601、8602、8603、8604、8605', '8601 8602 8603 8604 8605', '5个'],
  ['把李明从8601换到8650', '8601 8650'],
  ['把李明从8601调整，8601到8650', '8601', '', '8601到8650'],
  ['9号之前给我，8601号', '8601', '9号'],
  ['工号 1802 的同事要 8601', '8601', '工号 1802'],
  ['２０２６年１月５日 8601', '8601', '2026年1月5日'],
  [
    'Bitte bis 5.12. um 14 Uhr: 4101, 4102 und 4105 bis 4107. Raum 2.14, Tel. 030 5550123',
    '4101 4102 4105 4106 4107',
    '5.12.|14 Uhr|Raum 2.14|Tel. 030 5550123',
  ],
  ['Wir brauchen 6 neue Nebenstellen ab 4110, am 3. Dezember', '4110', '6 neue|3. Dezember'],
  ['Umzug in KW 50, 4101 wechselt von 4101 bis 4180', '4101', 'KW 50', '4101 bis 4180'],
  ['We need 30 by Friday', '', '', '30'],
  ['8001, 8002 and 214', '8001 8002', '', '214'],
  ['8001 and 70001', '', '', '8001|70001'],
  ['8001-8002, 70001-70002', '8001 8002 70001 70002'],
  ['Move Ingrid from 4101 to 4180', '', '', '4101 to 4180'],
  ['8OO1 and 80x5, 8003', '8003', '', '8OO1|80x5'],
  ['8003 on 3CX', '8003', '3CX'],
  ['1. 8001\n2. 8002\n3) 8003', '8001 8002 8003', '1.|2.|3)'],
  ['- 8001\r\n- 8005\r\n- 8010', '8001 8005 8010'],
  ['ext8001, x8002, Ext. 8003', '8001 8002 8003'],
  [
    'see https://wiki.example/8001 or mail 8002@example.com',
    '',
    'https://wiki.example/8001|8002@example.com',
  ],
  ['#4412: 8001 (24/7), v2.1, 50 %, $300', '8001', '#4412|24/7|v2.1|50 %|$300'],
  ['10.0.0.12 8001', '8001', '10.0.0.12'],
  ['8001 8002 8001', '8001 8002'],
  ['', ''],
]

describe('numbers in a text', () => {
  test.each(messages)('%j', (text = '', numbers = '', ignored = '', unclear = '') => {
    const found = numbersIn(text)
    expect({
      numbers: found.numbers.join(' '),
      ignored: found.ignored.map((one) => one.text).join('|'),
      unclear: found.unclear.map((one) => one.text).join('|'),
    }).toEqual({ numbers, ignored, unclear })
  })

  test('adds what was asked only when the user says so', () => {
    const text = '8001, 8002 and 214, or 8OO5 and 8009-03'
    expect(numbersIn(text, { added: ['214', '8OO5', '8009-03'] })).toMatchObject({
      numbers: ['8001', '8002', '214', '8005'],
      unclear: [{ text: '8009-03', why: 'backwards', first: null }],
    })
  })

  test('reads numbers of every length in a field of ranges', () => {
    const text = '8001-8060\n91200-91299\n13800138000-13800138099'
    expect(rangesIn(text, { isField: true }).ranges.map((one) => one.text)).toEqual(text.split('\n'))
  })

  test('reads one range alike from its end', () => {
    expect(rangeOf('8301001', '03')).toEqual({ first: '8301001', last: '8301003' })
    expect(rangeOf('998', '1002')).toEqual({ first: '998', last: '1002' })
    expect(rangeOf('8204', '001')).toBeNull()
  })

  test.each([
    '9'.repeat(100_000),
    '1-'.repeat(50_000),
    '1 '.repeat(50_000),
    'a1'.repeat(50_000),
    '1.'.repeat(50_000),
  ])('ends on a hostile text', (text) => expect(numbersIn(text).numbers).toEqual([]))
})
