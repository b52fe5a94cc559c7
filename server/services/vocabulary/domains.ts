/**
 * Level one of the vocabulary. The ids and their order are the contract's; names and descriptions are for people and
 * models.
 */
import type { DOMAINS } from '../../api/schemas/fields'

export type Domain = (typeof DOMAINS)[number]

export interface DescribedDomain {
  readonly name: string
  readonly description: string
}

export const DOMAIN_TEXTS: Readonly<Record<Domain, DescribedDomain>> = {
  finance: {
    name: 'Finance',
    description: 'An organisation’s own money: budgets, expenses, invoices, accounting, treasury and tax.',
  },
  consumer_finance: {
    name: 'Consumer finance',
    description: 'Financial services for consumers: loans, mortgages, cards, accounts, payments and collections.',
  },
  capital_markets: {
    name: 'Capital markets',
    description: 'Trading, funds, securities and derivatives, and the conduct of those who deal in them.',
  },
  insurance: {
    name: 'Insurance',
    description: 'Insurance of any kind: underwriting, premiums, claims, exclusions and reinsurance.',
  },
  regulatory_compliance: {
    name: 'Regulatory compliance',
    description:
      'Duties that a law or an authority places on organisations of any industry: data protection, sanctions, money laundering, reporting.',
  },
  hr_workforce: {
    name: 'People and workforce',
    description: 'Employment: hiring, leave, working time, pay, benefits, conduct and leaving.',
  },
  security_access: {
    name: 'Security and access',
    description: 'Who may use which system or enter which place, and how that is granted, checked and withdrawn.',
  },
  security_classification: {
    name: 'Classification of information',
    description: 'How sensitive information is, how it is marked, handled and shared, and when it is released.',
  },
  healthcare: {
    name: 'Healthcare',
    description: 'Health care and everything around it: eligibility, treatment, medicines, trials and health records.',
  },
  legal_contracts: {
    name: 'Legal and contracts',
    description:
      'Agreements and obligations between parties: terms, liability, termination, leases, licences and disputes.',
  },
  procurement: {
    name: 'Procurement',
    description: 'Buying and suppliers: tenders, approval of purchases, selection, risk and performance of vendors.',
  },
  engineering_release: {
    name: 'Engineering and release',
    description:
      'Building and shipping products: changes, tests, deployments, incidents, quality and safety of design.',
  },
  content_safety: {
    name: 'Content safety',
    description:
      'Rules for publishing, advertising and generating content: moderation, protection of minors, rights and claims.',
  },
  other: {
    name: 'Other',
    description: 'Policies of any field that the other domains do not cover.',
  },
}
