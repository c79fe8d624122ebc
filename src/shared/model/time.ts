// Moments as they cross a border: epoch milliseconds that a calendar has a date for, so that whoever shows one can.
// Every number that somebody sends and somebody shows as a date is held to it.
import * as z from 'zod';

/** The last moment a Date can hold. */
export const MAX_TIME = 8_640_000_000_000_000;

export const Time = z.number().int().min(0).max(MAX_TIME);
