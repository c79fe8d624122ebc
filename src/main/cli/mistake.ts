// What is wrong with a command line, and where to read what to type. Thrown by the files that parse it.
import { AppError } from '../../shared/model/envelope.ts';
import { redact } from '../../shared/redact.ts';

/** What it quotes may hold a key that somebody typed: it is shown without. */
export const mistake = (what: string): AppError =>
  new AppError('INVALID_INPUT', `${redact(what)} See \`festinger --help\`.`);
