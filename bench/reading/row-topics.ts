export type Kind = 'text' | 'code' | 'money' | 'integer' | 'date' | 'word' | 'time';

export interface Column {
  readonly key: string;
  readonly kind: Kind;
  readonly headers: readonly string[];
  readonly values?: readonly string[];
}

export interface Topic {
  /** Name of the array in the schema. */
  readonly array: string;
  readonly columns: readonly Column[];
  readonly title: string;
  /** Whether the last amount in a row is the product of quantity and price. */
  readonly product?: true;
}

const col = (key: string, kind: Kind, headers: string, values?: string): Column => ({
  key,
  kind,
  headers: headers.split('|'),
  ...(values !== undefined && { values: values.split('|') }),
});

const goods =
  'Steel bracket, galvanised|Garden hose 25 m|Oak shelf board|Paint roller set with tray and spare sleeve|Cable ties black|LED lamp warm white dimmable|Wall anchor nylon 8 mm|Door handle brushed nickel|Copper pipe 15 mm|Sanding paper assorted grits|Work gloves size L|Ceramic tile glue, flexible, 25 kg bag|Extension cord|Ladder 3 steps aluminium|Toolbox';

/** Topics of tables that were used to write the rules of the engine. */
export const tunedTopics: readonly Topic[] = [
  {
    array: 'items',
    title: 'Delivery and invoice',
    product: true,
    columns: [
      col('article_code', 'code', 'Article no.|Item code|SKU|Art. Nr.'),
      col('description', 'text', 'Description|Product|Item description', goods),
      col('quantity', 'integer', 'Qty|Quantity|Units'),
      col('unit_price', 'money', 'Unit price|Price|Price each'),
      col('amount', 'money', 'Amount|Total|Line total'),
    ],
  },
  {
    array: 'transactions',
    title: 'Account statement',
    columns: [
      col('date', 'date', 'Date|Booking date|Transaction date'),
      col(
        'description',
        'text',
        'Description|Details|Transaction',
        'Card payment Blue Lantern Cafe|Rent payment|Salary March|Transfer to savings|Cash withdrawal Main Street|Direct debit City Power|Refund Nordlicht Shop|Interest',
      ),
      col('amount', 'money', 'Amount|Debit/Credit|Value'),
      col('balance', 'money', 'Balance|Running balance'),
    ],
  },
  {
    array: 'results',
    title: 'Laboratory report',
    columns: [
      col(
        'test',
        'text',
        'Test|Analyte|Investigation',
        'Haemoglobin|White cell count|Platelets|Sodium|Potassium|Creatinine|Total bilirubin|Alkaline phosphatase|Ferritin|Vitamin D',
      ),
      col('result', 'money', 'Result|Value'),
      col('unit', 'word', 'Unit|Units', 'g/dL|mmol/L|U/L|ng/mL|umol/L'),
      col(
        'reference_range',
        'word',
        'Reference range|Normal range|Ref. range',
        '12.0 - 15.5|3.5 - 5.1|135 - 145|0.2 - 1.2|30 - 120',
      ),
    ],
  },
  {
    array: 'entries',
    title: 'Time sheet',
    columns: [
      col('date', 'date', 'Date|Day'),
      col('employee', 'word', 'Employee|Name|Worker', 'Ada Brandt|Tom Okafor|Mia Lund|Jon Reyes|Lena Vogel'),
      col(
        'task',
        'text',
        'Task|Activity|Work done',
        'Site inspection|Foundation work, east wing|Scaffolding|Painting of the stairwell|Electrical installation|Cleaning',
      ),
      col('hours', 'money', 'Hours|Time (h)|Hrs'),
    ],
  },
];

/** Topics of tables that were not used to write the rules of the engine. */
export const otherTopics: readonly Topic[] = [
  {
    array: 'shipments',
    title: 'Shipping manifest',
    columns: [
      col('tracking_number', 'code', 'Tracking number|Tracking no.|Tracking'),
      col(
        'destination',
        'word',
        'Destination|Ship to|Destination city',
        'Bergen|Porto|Graz|Leeds|Turin|Nantes|Gdansk|Ghent',
      ),
      col(
        'contents',
        'text',
        'Contents|Description of contents',
        'Machine parts|Printed matter and stationery|Textiles, cotton|Glassware, fragile, this side up|Spare tyres|Books',
      ),
      col('weight', 'money', 'Weight|Weight (kg)|Gross weight'),
      col('pieces', 'integer', 'Pieces|Pcs|Pieces count'),
    ],
  },
  {
    array: 'members',
    title: 'Directory of members',
    columns: [
      col('member_id', 'code', 'Member ID|Member no.|ID'),
      col(
        'full_name',
        'word',
        'Name|Full name|Member',
        'Ada Brandt|Tom Okafor|Mia Lund|Jon Reyes|Lena Vogel|Piet de Groot|Ana Sofia Melo',
      ),
      col(
        'department',
        'word',
        'Department|Dept.|Section',
        'Finance|Logistics|Human Resources|Research and Development|Sales',
      ),
      col('joined', 'date', 'Joined|Member since|Date joined'),
    ],
  },
  {
    array: 'holdings',
    title: 'Statement of holdings',
    columns: [
      col(
        'security',
        'text',
        'Security|Holding|Name of security',
        'Northern Rail Common Stock|Harbour Trust Bond Fund|Green Valley Water Shares Class B|Pacific Telecom 4 % Notes|Alpine Growth Fund',
      ),
      col('isin', 'code', 'ISIN|ISIN code'),
      col('shares', 'integer', 'Shares|Units held|No. of shares'),
      col('price', 'money', 'Price|Market price'),
      col('market_value', 'money', 'Market value|Value'),
    ],
  },
  {
    array: 'grades',
    title: 'Transcript of records',
    columns: [
      col('course_code', 'code', 'Course code|Course|Code'),
      col(
        'course_title',
        'text',
        'Title|Course title|Module',
        'Linear Algebra I|Introduction to Databases|Organic Chemistry Laboratory Course|Microeconomics|History of the Baltic Sea Trade|Statistics',
      ),
      col('credits', 'integer', 'Credits|ECTS|Credit points'),
      col('grade', 'word', 'Grade|Mark', 'A|B|C|A-|B+|D'),
    ],
  },
  {
    array: 'sessions',
    title: 'Programme',
    columns: [
      col('start_time', 'time', 'Time|Start|Start time'),
      col(
        'session',
        'text',
        'Session|Title|Topic',
        'Opening and welcome|Soil moisture from space|Panel: who pays for open data, and why|Coffee break|Mapping old forests|Closing',
      ),
      col('speaker', 'word', 'Speaker|Presenter|Speakers', 'A. Brandt|T. Okafor|M. Lund|J. Reyes|L. Vogel'),
      col('room', 'word', 'Room|Hall|Location', 'Aula|Room 12|North Hall|Lab 3'),
    ],
  },
];
