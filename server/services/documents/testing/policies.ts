/**
 * Policies of twelve clauses, written for tests: with tables, references to other clauses, years, amounts and lists. A
 * blank line ends each paragraph.
 */

export interface WrittenPolicy {
  readonly kind: string
  readonly text: string
  /** Labels of all clauses, in order, by hand. */
  readonly labels: readonly string[]
}

export const POLICIES: readonly WrittenPolicy[] = [
  {
    kind: 'travel expenses',
    text: `Travel Expense Policy TE-07

1. Purpose

1.1 This policy applies to all business travel from 1 January 2026. It replaces the policy of 2024.

2. Meals

2.1 Meals are reimbursed up to the amount for the country in the table. Amounts above it need the approval in section 4.2.

| Country | Amount a day in USD |
| Germany | 60 |
| 1. Other | 45.50 |

2.2 The following are not reimbursed:

(a) alcohol, except at dinners under clause 2.1 above;

(b) meals that a conference includes; and

(c) tips of more than 15 percent.

3. Hotels

3.1 A night costs at most USD 180, or USD 250 in the cities that the list of section 2. names.

3.2 Bookings shall be made at least seven days before the journey.

4. Claims

4.1 A claim must be filed within thirty (30) days after the journey, with receipts for every amount of more than USD 25.

4.2 A manager decides within 10 working days. Claims of more than USD 1,500 also need the approval of the finance director.
`,
    labels: [
      'preamble',
      '1',
      '1.1',
      '2',
      '2.1',
      '2.2',
      '2.2(a)',
      '2.2(b)',
      '2.2(c)',
      '3',
      '3.1',
      '3.2',
      '4',
      '4.1',
      '4.2',
    ],
  },
  {
    kind: 'lending',
    text: `Consumer Lending Standard

1. Eligibility

1.1 The applicant is at least 18 years old and resident for not less than twelve months.

1.2 The monthly income, net of tax, is at least EUR 1.500 for one applicant and EUR 2.200 for two.

1.3 No loan is granted if:

(a) payment is more than 90 days late on another loan;

(b) an insolvency was opened within the last 5 years; or

(c) the score is in one of these bands:

(i) band E with a loan of more than EUR 5,000;

(ii) band F in every case.

2. Amounts

2.1 The loan must not exceed four times the monthly income and EUR 50,000, whichever is lower. See 1.2 for the income.

2.2 The rate depends on the term:

| Term in months | Rate in % |
| 12 | 4.9 |
| 36 | 5.4 |

3. Decisions

3.1 A loan of more than EUR 25,000 is decided by two officers, as section 2.1 and

3.2 says nothing else. It is kept for 10 years.
`,
    labels: [
      ...['preamble', '1', '1.1', '1.2', '1.3', '1.3(a)', '1.3(b)', '1.3(c)', '1.3(c)(i)', '1.3(c)(ii)'],
      ...['2', '2.1', '2.2', '3', '3.1', '3.2'],
    ],
  },
  {
    kind: 'leave',
    text: `Leave Policy

Section 1. Annual leave

(1) Every employee is entitled to 25 days of paid leave in each calendar year.

(2) Up to 5 days may be carried over until 31 March 2027. Section 3 remains unaffected.

(3) Leave must be requested at least two weeks in advance, unless the manager agrees.

Section 2. Sick leave

(1) The employee reports an illness before 10 a.m. on the first day.

(2) A certificate is required from the third day. It names:

(a) the first day of the illness;

(b) the day on which it is expected to end.

(3) Pay continues for six weeks.

Section 3. Parental leave

(1) Parents are entitled to leave until the child is 36 months old.

(2) The request must be made not later than 7 weeks before the leave begins.

| Child | Weeks |
| First | 14 |
| (3) Third | 18 |
`,
    labels: [
      ...['preamble', '1', '1(1)', '1(2)', '1(3)', '2', '2(1)', '2(2)', '2(2)(a)', '2(2)(b)', '2(3)'],
      ...['3', '3(1)', '3(2)'],
    ],
  },
  {
    kind: 'data protection',
    text: `Data Protection Rules

Article 1

Scope

1. These rules apply to personal data of customers and employees.

2. They do not apply to anonymous data. Article 4 of the Regulation (EU) 2016/679 applies.

Article 2

Principles

1. Personal data shall be:

(a) collected for specified purposes, in accordance with Article 1;

(b) limited to what is necessary; and

(c) deleted within 36 months after the last contact, unless Article 3 applies.

2. The responsible department must be able to show this.

Article 3

Transfers

1. A transfer outside the Union is allowed only if the contract contains the standard clauses of 2021.

2. The data protection officer approves a transfer within 14 days.
`,
    labels: [
      ...[
        'preamble',
        'Art.1',
        'Art.1(1)',
        'Art.1(2)',
        'Art.2',
        'Art.2(1)',
        'Art.2(1)(a)',
        'Art.2(1)(b)',
        'Art.2(1)(c)',
      ],
      ...['Art.2(2)', 'Art.3', 'Art.3(1)', 'Art.3(2)'],
    ],
  },
  {
    kind: 'procurement',
    text: `Procurement Rules

A. Thresholds

1. Orders of up to USD 5,000 need one offer.

2. Orders of more than USD 5,000 need three written offers, and those of more than USD 100,000 a public tender.

3. Orders must not be divided to stay below the thresholds of number 1. or 2. of this part.

B. Suppliers

1. A supplier must be registered for at least 24 months and

2. must have insurance of not less than USD 1,000,000.

3. The following are excluded:

(a) suppliers on the list of 2025;

(b) relatives of the buyer.

C. Approval

1. The approver depends on the amount:

| Up to USD | Approver |
| 10,000 | Team lead |
| 2. 50,000 | Director |

2. Nobody may approve an own order.
`,
    labels: ['preamble', 'A', 'A.1', 'A.2', 'A.3', 'B', 'B.1', 'B.2', 'B.3', 'B.3(a)', 'B.3(b)', 'C', 'C.1', 'C.2'],
  },
]
