import {
  choice,
  city,
  code,
  company,
  count,
  day,
  digits,
  type FormPlan,
  job,
  money,
  note,
  person,
  street,
  yesNo,
} from './form-plans.ts';

/** More forms with drawn boxes, printed values and form fields: orders, claims, certificates and declarations. */
export const officialPlans: readonly FormPlan[] = [
  {
    name: 'transport order',
    title: 'TRANSPORT ORDER',
    style: 'columns',
    columns: 1,
    parts: [
      {
        title: 'Shipper',
        fields: [
          ['shipper.name', 'Company', company],
          ['shipper.street', 'Street', street],
          ['shipper.city', 'City', city],
        ],
      },
      {
        title: 'Consignee',
        fields: [
          ['consignee.name', 'Company', company],
          ['consignee.street', 'Street', street],
          ['consignee.city', 'City', city],
        ],
      },
      {
        title: 'Load',
        fields: [
          ['order_number', 'Order number', code('TO-999999')],
          ['pallets', 'Number of pallets', count(1, 33)],
          ['loading_date', 'Loading date', day('iso', 2023, 2026)],
          ['freight', 'Freight charge', money(100, 3000)],
          ['hazardous', 'Hazardous goods', yesNo()],
        ],
      },
    ],
  },
  {
    name: 'warranty claim',
    title: 'Warranty claim',
    style: 'fieldsAbove',
    columns: 2,
    parts: [
      {
        fields: [
          ['customer', 'Customer name', person],
          ['serial_number', 'Serial number of the device', code('SN9999-AA99')],
          ['purchased_on', 'Purchase date', day('us', 2019, 2025)],
          ['dealer', 'Dealer', company],
          ['fault', 'Describe the fault', note],
          ['price_paid', 'Price paid', money(20, 3000)],
          ['receipt_enclosed', 'Is the receipt enclosed?', yesNo()],
          ['remedy', 'Preferred remedy', choice('Repair', 'Exchange', 'Refund')],
        ],
      },
    ],
  },
  {
    name: 'exam registration',
    title: 'Registration for an examination',
    style: 'fieldsLeft',
    parts: [
      {
        fields: [
          ['candidate', 'Candidate', person],
          ['candidate_number', 'Candidate number', digits(8)],
          ['school', 'School', company],
          ['exam_date', 'Date of the exam', day('words', 2024, 2026)],
          ['fee', 'Fee paid', money(30, 300)],
          ['attempt', 'Attempt', count(1, 4)],
          ['level', 'Level', choice('A1', 'B1', 'C1')],
          ['extra_time', 'Extra time requested', yesNo()],
        ],
      },
    ],
  },
  {
    name: 'estate inventory',
    title: 'Inventory of an estate',
    style: 'fieldsInside',
    columns: 2,
    parts: [
      {
        title: 'Deceased',
        fields: [
          ['deceased.name', 'Full name', person],
          ['deceased.date_of_death', 'Date of death', day('us', 2015, 2025)],
          ['deceased.last_occupation', 'Last occupation', job],
          ['deceased.address', 'Last address', street],
        ],
      },
      {
        title: 'Executor',
        fields: [
          ['executor.name', 'Full name', person],
          ['executor.address', 'Address', street],
        ],
      },
      {
        title: 'Assets',
        fields: [
          ['real_estate', 'Value of real estate', money(0, 900000)],
          ['bank_accounts', 'Bank accounts', money(0, 90000)],
          ['debts', 'Total debts', money(0, 50000)],
          ['case_number', 'Case no.', code('PR-99-9999')],
        ],
      },
    ],
  },
  {
    name: 'kennel booking',
    title: 'Kennel booking',
    style: 'fieldsBelow',
    columns: 2,
    parts: [
      {
        fields: [
          ['owner', 'Owner', person],
          ['phone', 'Telephone of owner', digits(10)],
          ['arrival', 'Arrival', day('iso', 2024, 2026)],
          ['departure', 'Departure', day('iso', 2024, 2026)],
          ['chip_number', 'Microchip number', digits(15)],
          ['daily_rate', 'Rate per day', money(10, 80)],
          ['vaccinated', 'Vaccinated', yesNo()],
          ['size', 'Size of the animal', choice('Small', 'Medium', 'Large')],
        ],
      },
    ],
  },
  {
    name: 'German tax advisor mandate',
    title: 'Vollmacht',
    style: 'fieldsInside',
    language: 'de',
    columns: 2,
    parts: [
      {
        title: 'Mandant',
        fields: [
          ['mandant.name', 'Name', person],
          ['mandant.steuernummer', 'Steuernummer', code('99/999/99999')],
          ['mandant.ort', 'Wohnort', city],
        ],
      },
      {
        title: 'Bevollmächtigter',
        fields: [
          ['bevollmaechtigter.name', 'Name', person],
          ['bevollmaechtigter.ort', 'Ort', city],
        ],
      },
      {
        title: 'Umfang',
        fields: [
          ['gueltig_ab', 'Gültig ab', day('dots', 2022, 2026)],
          ['empfang_bescheide', 'Empfang von Bescheiden', yesNo('Ja', 'Nein')],
        ],
      },
    ],
  },
  {
    name: 'interest certificate',
    title: 'Certificate of interest and tax',
    style: 'grid',
    isBeside: true,
    parts: [
      {
        title: 'Account holder',
        fields: [
          ['holder.name', 'Holder', person],
          ['holder.customer_number', 'Customer no.', digits(9)],
          ['holder.city', 'Place', city],
        ],
      },
      {
        title: 'Interest',
        fields: [
          ['interest_credited', 'Interest credited', money(1, 9000)],
          ['tax_deducted', 'Tax deducted', money(1, 2000)],
          ['statement_date', 'Statement date', day('uk', 2020, 2025)],
        ],
      },
    ],
  },
  {
    name: 'crew list entry',
    title: 'Crew member declaration',
    style: 'leaders',
    parts: [
      {
        fields: [
          ['family_name', 'Surname', person],
          ['rank', 'Rank or rating', job],
          ['vessel', 'Name of ship', company],
          ['seaman_book', "Seaman's book number", code('AA999999')],
          ['joined_on', 'Joined ship on', day('words', 2020, 2025)],
          ['port', 'Port of joining', city],
          ['wage', 'Basic monthly wage', money(900, 9000)],
          ['medically_fit', 'Medically fit', yesNo()],
        ],
      },
    ],
  },
  {
    name: 'fuel log',
    title: 'Refuelling record',
    style: 'letteredBoxes',
    columns: 3,
    parts: [
      {
        fields: [
          ['driver', 'Driver', person],
          ['plate', 'Registration', code('AA99 AAA')],
          ['refuelled_on', 'Date', day('uk', 2022, 2026)],
          ['odometer', 'Odometer reading', count(1000, 250000)],
          ['litres', 'Litres', money(10, 90)],
          ['amount_paid', 'Amount paid', money(10, 200)],
          ['station', 'Filling station', company],
          ['card_number', 'Fuel card no.', digits(12)],
          ['location', 'Place', city],
        ],
      },
    ],
  },
];
