/** A clause of an agreement. Names in braces are filled in. */
export interface Clause {
  readonly title: string;
  readonly text: string;
}

function clause(title: string, text: string): Clause {
  return { title, text };
}

/** Clauses of every employment contract, in this order. */
export const employmentCore: readonly Clause[] = [
  clause(
    'Position',
    'The Employer engages the Employee as {role} with effect from {start}. The Employee reports to the head of the department and carries out all work that usually belongs to the position.',
  ),
  clause(
    'Place of work',
    "The usual place of work is the Employer's premises in {city}. By agreement the Employee may work from home on up to two days a week.",
  ),
  clause(
    'Probation',
    'The first {probation} months are a probationary period, during which either party may end the employment by giving two weeks of notice.',
  ),
  clause(
    'Working hours',
    'Regular working time is {hours} hours a week, Monday to Friday. Overtime needs the prior consent of the supervisor and is balanced by time off within three months.',
  ),
  clause(
    'Remuneration',
    'The Employee receives a gross annual salary of {salary}, payable in twelve equal parts at the end of each month by bank transfer. A bonus, where one is granted, is voluntary and creates no claim for the future.',
  ),
  clause(
    'Holiday',
    'The Employee is entitled to {holiday} working days of paid leave in each calendar year. Leave is to be agreed with the supervisor in good time and is to be taken within the year.',
  ),
];

/** Optional clauses of an employment contract. */
export const employmentOptional: readonly Clause[] = [
  clause(
    'Sickness',
    'Absence and its likely length must be reported on the first day. From the fourth day a medical certificate is to be handed in. Pay goes on for six weeks as the law provides.',
  ),
  clause(
    'Confidentiality',
    'The Employee keeps secret all business matters that become known in the course of the work, during the employment and after its end. Documents and data are to be returned without being asked for.',
  ),
  clause(
    'Secondary employment',
    'Any other paid occupation needs the consent of the Employer, which is given if the work for the Employer does not suffer from it.',
  ),
  clause(
    'Work results',
    'All rights in the results of the work, inventions and software included, pass to the Employer as far as the law allows; they are paid for with the salary.',
  ),
  clause(
    'Pension',
    'After the probationary period the Employee joins the pension scheme of the Employer. The Employer contributes five per cent of the gross salary.',
  ),
  clause(
    'Notice',
    'After the probationary period the notice is three months to the end of a calendar month, for both parties. Notice has to be given in writing.',
  ),
  clause(
    'Company property',
    'Computer, telephone and keys are for use at work. They are to be treated with care and given back on the last day of work at the latest.',
  ),
  clause(
    'Forfeiture',
    'Claims arising from the employment lapse if they are not made in writing within three months of falling due.',
  ),
  clause(
    'Data protection',
    'The Employer processes personal data of the Employee as far as this is needed for payroll and the conduct of the employment.',
  ),
  clause(
    'Training',
    'The Employer bears the cost of agreed training. If the Employee leaves within a year of it, half of the cost is to be paid back.',
  ),
];

export const disclosureCore: readonly Clause[] = [
  clause(
    'Purpose',
    'The parties wish to discuss {purpose}. For this they will show each other information that is not public. This agreement says how it may be used.',
  ),
  clause(
    'Confidential Information',
    'Confidential Information means all technical and commercial information that one party (the Disclosing Party) makes known to the other (the Receiving Party), in any form, whether or not it is marked as confidential.',
  ),
  clause(
    'Duties of the Receiving Party',
    'The Receiving Party uses Confidential Information only for the purpose above, protects it with the care it takes of its own secrets, and passes it only to employees and advisers who need it and are bound in the same way.',
  ),
  clause(
    'Exceptions',
    'The duties do not cover information that was public or known to the Receiving Party before, was lawfully received from a third party, was developed independently, or has to be disclosed by order of a court.',
  ),
  clause(
    'Term',
    'This agreement comes into force on {start} and ends after {years} years. The duty of secrecy continues for {years} years after its end.',
  ),
];

export const disclosureOptional: readonly Clause[] = [
  clause(
    'Return of material',
    'On request the Receiving Party returns or destroys all documents and copies within fourteen days and confirms this in writing. Routine backups may be kept until they are overwritten.',
  ),
  clause(
    'No licence',
    'No licence, patent or other right is granted by this agreement or by the disclosure. No party is bound to enter into a further contract.',
  ),
  clause(
    'Remedies',
    'The parties agree that damages alone may not be enough and that the Disclosing Party may seek an injunction in case of breach.',
  ),
  clause(
    'Contract penalty',
    'For each culpable breach the Receiving Party pays {penalty}. Further claims for damages remain open.',
  ),
  clause(
    'No warranty',
    'Information is given as it is. The Disclosing Party does not answer for its being complete or correct.',
  ),
  clause(
    'Staff',
    'Neither party will, during the talks and for twelve months after, offer employment to staff of the other that it came to know through them.',
  ),
  clause(
    'Personal data',
    'Where personal data is exchanged, the parties conclude the agreement that the law requires beforehand.',
  ),
  clause(
    'Announcements',
    'Neither party announces the talks or their subject to the public without the written consent of the other.',
  ),
];

/** Clauses of a freelance service contract, which belongs to no class. */
export const serviceAgreement: readonly Clause[] = [
  clause(
    'Subject',
    'The Contractor advises the Client on {purpose}. The Contractor is not an employee and is free in the choice of place and time of work.',
  ),
  clause(
    'Fee',
    'The fee is {penalty} a month and is paid within 30 days of receipt of an invoice. Travel is charged at cost.',
  ),
  clause('Secrecy', 'The Contractor keeps confidential what becomes known about the business of the Client.'),
  clause(
    'Duration',
    'The agreement begins on {start} and may be ended by either party with one month of notice.',
  ),
  clause(
    'Liability',
    'The Contractor is liable for intent and gross negligence; liability is otherwise limited to the yearly fee.',
  ),
  clause('Final terms', 'Changes need to be in writing. If one term is void the others stay in force.'),
];

export const closingClauses: readonly Clause[] = [
  clause(
    'Governing law',
    'The law of the place where the first-named party has its seat applies. The courts there have jurisdiction.',
  ),
  clause(
    'Written form',
    'Changes and additions to this agreement need to be in writing, and so does a waiver of this clause.',
  ),
  clause(
    'Severability',
    'If a term of this agreement is or becomes void, the others stay in force; the parties replace it by one that comes closest to what was meant.',
  ),
];
