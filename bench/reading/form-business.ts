import { bool, date, type FormLayout, group, integer, list, number, oneOf, text } from './form-sheet.ts';

/** Forms of insurers, banks, carriers and employers. */
export const businessForms: readonly FormLayout[] = [
  {
    name: 'insurance claim',
    properties: {
      policy_number: text(),
      insured_name: text(),
      date_of_loss: date(),
      time_of_loss: text(),
      location: text('Where the accident happened'),
      claim_amount: number(),
      police_report_filed: bool(),
      anyone_injured: bool(),
      description: text('What happened'),
    },
    draw: (s) => {
      s.form.print('NOTICE OF LOSS', 240, 805, 14);
      const [policy, name, where] = [s.code('AA-999999'), s.person(), s.word('street')];
      const loss = s.day('us', 2020, 2025);
      const time = s.maybe(
        () => `${s.draw.int(1, 12)}:${s.draw.pick(['05', '30', '45'])} ${s.draw.pick(['AM', 'pm'])}`,
      );
      s.above('Policy number', policy, [50, 760, 200]);
      s.above('Name of insured', name, [300, 760, 240]);
      s.above('Date of loss', loss.shown, [50, 720, 90]);
      s.above('Time', time, [160, 720, 90]);
      s.above('Place of accident', where, [300, 720, 240]);
      const amount = s.amount(100, 20000);
      s.above('Amount claimed', amount.shown, [50, 680, 120]);
      const police = s.yesNo('Was a report filed with the police?', 50, 655, 170);
      const injured = s.yesNo('Was anyone injured?', 320, 655, 110);
      const story = s.maybe(() =>
        s.draw.pick(['Hit a parked car.\nNo other people involved.', 'Tree fell on roof during storm']),
      );
      s.above('Describe what happened', story, [50, 560, 490], 70);
      return {
        policy_number: policy,
        insured_name: name,
        date_of_loss: loss.value,
        time_of_loss: time,
        location: where,
        claim_amount: amount.value,
        police_report_filed: police,
        anyone_injured: injured,
        description: story,
      };
    },
  },
  {
    name: 'job application',
    properties: {
      position: text('Position applied for'),
      applicant_name: text(),
      email: text(),
      available_from: date(),
      desired_salary: number(),
      legally_authorized_to_work: bool(),
      employment_history: list({ employer: text(), job_title: text(), from: text(), to: text() }),
      highest_degree: oneOf(['High school', "Bachelor's", "Master's", 'Doctorate']),
    },
    draw: (s) => {
      s.form.print('Application for employment', 200, 805, 13);
      const [name, job] = [s.person(), s.word('job')];
      const mail = s.maybe(() => s.draw.pick(['t.hartley@mail.example', 'aisha_ford77@post.example']));
      const start = s.day('us', 2024, 2026);
      const pay = s.amount(28000, 90000, 0);
      s.left('Name:', name, [50, 770, 180], 60);
      s.left('E-mail:', mail, [310, 770, 180], 60);
      s.left('Position applied for:', job, [50, 745, 150], 100);
      s.left('Date available:', start.shown, [310, 745, 80], 80);
      s.left('Desired salary:', pay.shown, [50, 720, 90], 100);
      const legal = s.yesNo('Are you legally authorized to work in this country?', 50, 695, 220);
      s.form.print('Highest level of education', 50, 670);
      const degree = s.maybe(() => s.draw.pick(['High school', "Bachelor's", "Master's", 'Doctorate']));
      s.form.choice(degree, ['High school', "Bachelor's", "Master's", 'Doctorate'], [170, 666, 120, 15]);
      s.form.print('Previous employment (most recent first)', 50, 640, 10);
      const columns = [50, 220, 380, 460];
      ['Employer', 'Job title', 'From', 'To'].forEach((head, at) => {
        s.form.print(head, columns[at] ?? 0, 622);
      });
      const history = Array.from({ length: s.draw.int(1, 3) }, (_, at) => {
        const row = {
          employer: s.draw.pick(['Kestrel Freight Inc.', 'Mill Lane Dairy', '3 Rivers Co-op']),
          job_title: s.draw.pick(['Driver', 'Packer', 'Shift lead']),
          from: `0${s.draw.int(1, 9)}/20${s.draw.int(10, 15)}`,
          to: `0${s.draw.int(1, 9)}/20${s.draw.int(16, 24)}`,
        };
        const y = 602 - at * 19;
        s.form
          .text(row.employer, [50, y, 160, 15])
          .text(row.job_title, [220, y, 150, 15])
          .text(row.from, [380, y, 70, 15])
          .text(row.to, [460, y, 70, 15]);
        return row;
      });
      return {
        position: job,
        applicant_name: name,
        email: mail,
        available_from: start.value,
        desired_salary: pay.value,
        legally_authorized_to_work: legal,
        employment_history: history,
        highest_degree: degree,
      };
    },
  },
  {
    name: 'German direct debit',
    properties: {
      glaeubiger_id: text('Gläubiger-Identifikationsnummer'),
      mandatsreferenz: text(),
      kontoinhaber: text(),
      iban: text(),
      bic: text(),
      kreditinstitut: text(),
      zahlungsart: oneOf(['Einmalige Zahlung', 'Wiederkehrende Zahlung']),
      datum: date(),
      ort: text(),
    },
    draw: (sheet) => {
      const s = sheet.in('de');
      s.form.print('SEPA-Lastschriftmandat', 50, 800, 14);
      const [creditor, mandate, holder] = [s.code('DE99ZZZ99999999999'), s.code('M-999999'), s.person()];
      const iban = s.maybe(() => `DE${s.draw.int(10, 99)}50010517540732${s.draw.int(1000, 9999)}`);
      const bic = s.maybe(() => s.draw.pick(['INGDDEFFXXX', 'COBADEFF', 'SSKMDEMM']));
      const bank = s.maybe(() => s.draw.pick(['Sparkasse Ulm', 'Volksbank Göttingen eG']));
      s.left('Gläubiger-ID', creditor, [50, 765, 200], 120);
      s.left('Mandatsreferenz', mandate, [50, 743, 200], 120);
      s.form.print(
        'Ich ermächtige den Verein, Zahlungen von meinem Konto mittels Lastschrift einzuziehen.',
        50,
        725,
      );
      const kind = s.oneChecked(['Einmalige Zahlung', 'Wiederkehrende Zahlung'], 50, 705, 140);
      s.below('Vorname und Name (Kontoinhaber)', holder, [50, 670, 300]);
      s.form.print('IBAN', 50, 639, 9).text(iban ?? '', [90, 635, 330, 16], { comb: 22 });
      s.form.print('BIC', 430, 639, 9).text(bic ?? '', [455, 635, 100, 16]);
      s.below('Kreditinstitut (Name)', bank, [50, 605, 300]);
      const signed = s.day('dots', 2020, 2025);
      const city = s.word('city');
      s.below('Ort', city, [50, 560, 130]);
      s.below('Datum', signed.shown, [200, 560, 80]);
      s.below('Unterschrift', '', [300, 560, 200]);
      return {
        glaeubiger_id: creditor,
        mandatsreferenz: mandate,
        kontoinhaber: holder,
        iban,
        bic,
        kreditinstitut: bank,
        zahlungsart: kind,
        datum: signed.value,
        ort: city,
      };
    },
  },
  {
    name: 'expense report',
    properties: {
      employee_name: text(),
      cost_center: text(),
      period_start: date(),
      period_end: date(),
      expenses: list({ date: date(), description: text(), category: text(), amount: number() }),
      total: number(),
      advance: number('Cash advance already paid'),
      amount_due: number(),
      approved: bool(),
    },
    draw: (s) => {
      s.form.print('EXPENSE REPORT', 240, 805, 14);
      const [name, center] = [s.person(), s.digits(4)];
      const [start, end] = [s.day('us', 2023, 2023), s.day('us', 2024, 2024)];
      s.left('Employee', name, [50, 770, 180], 70);
      s.left('Cost center', center, [320, 770, 80], 70);
      s.form.print('Period from', 50, 749).text(start.shown, [120, 745, 70, 15]);
      s.form.print('to', 198, 749).text(end.shown, [212, 745, 70, 15]);
      const columns = [50, 130, 330, 440];
      ['Date', 'Description', 'Category', 'Amount'].forEach((head, at) => {
        s.form.print(head, columns[at] ?? 0, 720);
      });
      const expenses = Array.from({ length: s.draw.int(2, 5) }, (_, at) => {
        const day = `2023-0${s.draw.int(1, 9)}-1${s.draw.int(0, 9)}`;
        const row = {
          date: day,
          description: s.draw.pick(['Taxi to airport', 'Hotel, 2 nights', 'Client lunch', 'Train ticket']),
          category: s.draw.pick(['Travel', 'Lodging', 'Meals']),
          amount: s.draw.int(500, 50000) / 100,
        };
        const [year, month, date] = day.split('-');
        const y = 700 - at * 18;
        s.form
          .text(`${month}/${date}/${year}`, [50, y, 75, 15])
          .text(row.description, [130, y, 190, 15])
          .text(row.category, [330, y, 100, 15])
          .text(row.amount.toFixed(2), [440, y, 90, 15]);
        return row;
      });
      for (let at = expenses.length; at < 7; at++)
        columns.forEach((x) => {
          s.form.text('', [x, 700 - at * 18, 70, 15]);
        });
      const [total, advance, due] = [s.amount(100, 2000), s.amount(10, 90), s.amount(50, 1900)];
      s.left('Total', total.shown, [330, 560, 90]);
      s.left('Less cash advance', advance.shown, [330, 540, 90]);
      s.left('Amount due employee', due.shown, [330, 520, 90]);
      const approved = s.single('Approved', 50, 520);
      return {
        employee_name: name,
        cost_center: center,
        period_start: start.value,
        period_end: end.value,
        expenses,
        total: total.value,
        advance: advance.value,
        amount_due: due.value,
        approved,
      };
    },
  },
  {
    name: 'leave request',
    properties: {
      employee: text(),
      department: text(),
      leave_type: oneOf(['Annual leave', 'Sick leave', 'Parental leave', 'Unpaid leave']),
      first_day: date('First day of the absence'),
      last_day: date('Last day of the absence'),
      days: number('Number of working days'),
      deputy: text('Person who covers the absence'),
      decision: oneOf(['Approved', 'Rejected']),
    },
    draw: (s) => {
      s.form.print('Request for leave', 240, 805, 13);
      const [name, dept] = [s.person(), s.maybe(() => s.draw.pick(['Logistics', 'R&D', 'Ward 7']))];
      s.form.print('I,', 50, 770, 9).text(name ?? '', [65, 766, 150, 15], { name: 'employee_name' });
      s.form
        .print('of department', 220, 770, 9)
        .text(dept ?? '', [285, 766, 100, 15], { name: 'department' });
      s.form.print(', request leave', 390, 770, 9);
      const [from, to] = [s.day('iso', 2024, 2024), s.day('iso', 2025, 2025)];
      s.form.print('from', 50, 748, 9).text(from.shown, [75, 744, 70, 15], { name: 'leave_from' });
      s.form.print('to', 150, 748, 9).text(to.shown, [165, 744, 70, 15], { name: 'leave_to' });
      const days = s.maybe(() => s.draw.int(1, 30) / 2);
      s.form
        .print('(', 240, 748, 9)
        .text(days === null ? '' : String(days), [246, 744, 30, 15], { name: 'days' });
      s.form.print('working days).', 280, 748, 9);
      s.form.print('Type of leave', 50, 720, 9);
      const options = ['Annual leave', 'Sick leave', 'Parental leave', 'Unpaid leave'];
      const type = s.maybe(() => s.draw.pick(options));
      s.form.radio(
        type,
        Object.fromEntries(options.map((option, at) => [option, [60, 702 - at * 14] as const])),
      );
      options.forEach((option, at) => {
        s.form.print(option, 75, 703 - at * 14);
      });
      const deputy = s.person();
      s.left('Replacement during absence', deputy, [50, 630, 180], 130);
      s.form.print('For the manager:', 50, 600, 9);
      const decision = s.oneChecked(['Approved', 'Rejected'], 140, 599, 80);
      return {
        employee: name,
        department: dept,
        leave_type: type,
        first_day: from.value,
        last_day: to.value,
        days,
        deputy,
        decision,
      };
    },
  },
  {
    name: 'loan application',
    properties: {
      loan_amount: number(),
      loan_purpose: text(),
      applicant: group({ name: text(), date_of_birth: date(), employer: text(), monthly_income: number() }),
      co_applicant: group({
        name: text(),
        date_of_birth: date(),
        employer: text(),
        monthly_income: number(),
      }),
      owns_home: bool(),
    },
    draw: (s) => {
      s.form.print('CONSUMER LOAN APPLICATION', 190, 805, 13);
      const amount = s.amount(1000, 50000);
      const purpose = s.maybe(() => s.draw.pick(['New kitchen', 'used car', 'debt consolidation']));
      s.left('Amount requested', amount.shown, [50, 770, 100]);
      s.left('Purpose of loan', purpose, [300, 770, 140], 90);
      s.form.print('Applicant', 180, 740, 10).print('Co-applicant', 380, 740, 10);
      ['Full name', 'Date of birth', 'Employer', 'Monthly income'].forEach((caption, at) => {
        s.form.print(caption, 50, 720 - at * 20, 9);
      });
      const person = (x: number) => {
        const born = s.day('us', 1950, 2000);
        const income = s.amount(1200, 9000);
        const value = { name: s.person(), employer: s.word('company') };
        [value.name, born.shown, value.employer, income.shown].forEach((shown, at) => {
          s.form.text(shown ?? '', [x, 716 - at * 20, 170, 15]);
        });
        return { ...value, date_of_birth: born.value, monthly_income: income.value };
      };
      return {
        loan_amount: amount.value,
        loan_purpose: purpose,
        applicant: person(180),
        co_applicant: person(380),
        owns_home: s.yesNo('Do you own your home?', 50, 620, 120),
      };
    },
  },
  {
    name: 'vehicle registration',
    properties: {
      vin: text('Vehicle identification number'),
      make: text(),
      model: text(),
      model_year: integer(),
      odometer: integer('Odometer reading in miles'),
      fuel_type: oneOf(['Gasoline', 'Diesel', 'Electric', 'Hybrid']),
      plate_number: text(),
      lienholder: text(),
      purchase_price: number(),
      purchase_date: date(),
    },
    draw: (s) => {
      s.form.print('VEHICLE REGISTRATION / TITLE APPLICATION', 150, 805, 12);
      const vin = s.code('9AAAA99A9AA999999');
      s.form
        .print('VEHICLE IDENTIFICATION NUMBER (VIN)', 50, 785, 7)
        .text(vin ?? '', [50, 765, 300, 17], { comb: 17 });
      const year = s.maybe(() => s.draw.int(1998, 2025));
      const make = s.maybe(() => s.draw.pick(['Toyota', 'Ford', 'Kia', 'Volvo']));
      const model = s.maybe(() => s.draw.pick(['Corolla', 'F-150', 'e-Niro', 'XC40']));
      s.form.print('YEAR', 50, 752, 7).text(year === null ? '' : String(year), [50, 733, 50, 16]);
      s.form.print('MAKE', 110, 752, 7).choice(make, ['Toyota', 'Ford', 'Kia', 'Volvo'], [110, 733, 110, 16]);
      s.form.print('MODEL', 230, 752, 7).text(model ?? '', [230, 733, 120, 16]);
      const plate = s.code('AAA 9999');
      s.form.print('LICENSE PLATE', 360, 752, 7).text(plate ?? '', [360, 733, 100, 16]);
      const miles = s.amount(10, 190000, 0);
      s.form
        .print('ODOMETER READING', 50, 720, 7)
        .text(miles.shown, [50, 701, 100, 16])
        .print('(no tenths)', 155, 704, 6);
      s.form.print('FUEL', 230, 720, 7);
      const options = ['Gasoline', 'Diesel', 'Electric', 'Hybrid'];
      const fuel = s.maybe(() => s.draw.pick(options));
      s.form.radio(
        fuel,
        Object.fromEntries(options.map((option, at) => [option, [230 + at * 75, 704] as const])),
      );
      options.forEach((option, at) => {
        s.form.print(option, 243 + at * 75, 705);
      });
      const lien = s.word('company');
      const price = s.amount(900, 60000);
      const bought = s.day('us', 2018, 2025);
      s.form.print('LIENHOLDER (IF NONE, LEAVE BLANK)', 50, 688, 7).text(lien ?? '', [50, 669, 250, 16]);
      s.form.print('PURCHASE PRICE', 310, 688, 7).text(price.shown, [310, 669, 100, 16]);
      s.form.print('DATE PURCHASED', 420, 688, 7).text(bought.shown, [420, 669, 100, 16]);
      return {
        vin,
        make,
        model,
        model_year: year,
        odometer: miles.value,
        fuel_type: fuel,
        plate_number: plate,
        lienholder: lien,
        purchase_price: price.value,
        purchase_date: bought.value,
      };
    },
  },
  {
    name: 'vendor onboarding',
    properties: {
      legal_name: text(),
      trading_name: text('Name under which the company trades'),
      tax_number: text(),
      contact_email: text(),
      bank_account: text('Account number'),
      payment_terms_days: integer(),
      vat_registered: bool(),
      number_of_employees: integer(),
    },
    draw: (s) => {
      s.form.print('New supplier - please complete all fields', 50, 800, 12);
      const [legal, tax, account] = [s.word('company'), s.code('GB999999999'), s.digits(8)];
      const trading = s.maybe(() => s.draw.pick(['Lowe Interiors', 'KFI', 'The Dairy']));
      const mail = s.maybe(() => s.draw.pick(['ap@brightlowe.example', 'office@kfi.example']));
      const terms = s.maybe(() => s.draw.pick([14, 30, 45, 60]));
      const staff = s.maybe(() => s.draw.int(1, 900));
      const place = (at: number) => [50, 760 - at * 28, 250, 18] as const;
      s.form.text(legal ?? '', place(0), {
        name: 'Legal name of company',
        tooltip: 'Legal name of the company',
      });
      s.form.text(trading ?? '', place(1), { name: 'trading_as', tooltip: 'Trading as (if different)' });
      s.form.text(tax ?? '', place(2), { name: 'vat_no', tooltip: 'VAT / tax number' });
      s.form.text(mail ?? '', place(3), { name: 'contactEmail', tooltip: 'Contact e-mail address' });
      s.form.text(account ?? '', place(4), { name: 'bankAccountNo', tooltip: 'Bank account number' });
      s.form.text(terms === null ? '' : String(terms), place(5), {
        name: 'terms',
        tooltip: 'Payment terms in days',
      });
      s.form.text(staff === null ? '' : String(staff), place(6), {
        name: 'staff',
        tooltip: 'Number of employees',
      });
      const vat = s.draw.chance(0.5);
      s.form.checkbox(vat, 50, 560, { name: 'vat_registered', tooltip: 'Company is registered for VAT' });
      return {
        legal_name: legal,
        trading_name: trading,
        tax_number: tax,
        contact_email: mail,
        bank_account: account,
        payment_terms_days: terms,
        vat_registered: vat,
        number_of_employees: staff,
      };
    },
  },
  {
    name: 'bill of lading',
    properties: {
      bol_number: text(),
      shipper: group({ name: text(), address: text() }),
      consignee: group({ name: text(), address: text() }),
      carrier: text(),
      vessel: text(),
      port_of_loading: text(),
      port_of_discharge: text(),
      freight: oneOf(['Prepaid', 'Collect']),
      gross_weight_kg: number(),
      number_of_packages: integer(),
    },
    draw: (s) => {
      s.form.print('BILL OF LADING', 40, 812, 13);
      const number = s.code('AAAA9999999');
      s.inside('B/L No.', number, [400, 795, 150]);
      const party = (title: string, y: number) => {
        const value = { name: s.word('company'), address: s.word('street') };
        s.form.print(title, 40, y + 52, 8);
        s.above('Name', value.name, [50, y + 24, 220]);
        s.above('Address', value.address, [280, y + 24, 270]);
        return value;
      };
      const shipper = party('SHIPPER', 725);
      const consignee = party('CONSIGNEE', 660);
      const carrier = s.word('company');
      const vessel = s.maybe(() => s.draw.pick(['MV Arctic Tern', 'EVER GIVEN / 022E']));
      const [load, unload] = [s.word('city'), s.word('city')];
      s.inside('Carrier', carrier, [40, 635, 255]);
      s.inside('Vessel / voyage', vessel, [295, 635, 255]);
      s.inside('Port of loading', load, [40, 605, 255]);
      s.inside('Port of discharge', unload, [295, 605, 255]);
      const freight = s.oneChecked(['Prepaid', 'Collect'], 90, 585, 70);
      s.form.print('Freight:', 45, 586);
      const packages = s.maybe(() => s.draw.int(1, 400));
      const weight = s.amount(100, 20000, 1);
      s.inside('No. of packages', packages === null ? '' : String(packages), [40, 545, 120]);
      s.inside('Gross weight (kg)', weight.shown, [160, 545, 135]);
      return {
        bol_number: number,
        shipper,
        consignee,
        carrier,
        vessel,
        port_of_loading: load,
        port_of_discharge: unload,
        freight,
        gross_weight_kg: weight.value,
        number_of_packages: packages,
      };
    },
  },
];
