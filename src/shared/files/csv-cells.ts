// Cells of a CSV file by RFC 4180 that no spreadsheet takes for a formula. Pure.

/** What a spreadsheet starts a formula with (OWASP "CSV injection"), white space in front or not. */
const FORMULA = /^\s*[=+\-@\t\r\n＝＋－＠]/;
const QUOTED = /[",\r\n]|^\s|\s$/;

/** One line with its CRLF. Text that could be a formula gets an apostrophe in front, as spreadsheets write text themselves. */
export function csvRow(cells: readonly (string | number)[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`;
}

function csvCell(value: string | number): string {
  if (typeof value === 'number') return String(value);
  const text = FORMULA.test(value) ? `'${value}` : value;
  return QUOTED.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
