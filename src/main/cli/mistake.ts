// What is wrong with a command line, and where to read what to type. Thrown by the files that parse it.
import { AppError } from '../../shared/model/envelope.ts';

export const mistake = (what: string): AppError =>
  new AppError('INVALID_INPUT', `${what} See \`festinger --help\`.`);
