// What the memory says in the log; pino's shape, so that the program's logger can be passed in as it is.

export interface MemoryLog {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}
