// A file to the core over plain HTTP, with how much of it is out. Only the browser door has it: in the desktop window the page has no address it could send to.
// Called by the features that take files.

/** Whether this page came through a door that takes files, and gives them. */
export const canSendFiles = (): boolean => !navigator.userAgent.includes('Electron');

interface Answer {
  readonly ok?: boolean;
  readonly data?: unknown;
  readonly error?: { readonly message?: string };
}

/** @returns what the core answers @throws Error with what it says */
export function answerOf(status: number, text: string): unknown {
  let answer: Answer = {};
  try {
    answer = JSON.parse(text) as Answer;
  } catch {
    // No answer of the core's: its status has to do.
  }
  if (status >= 200 && status < 300) return answer.data;
  throw new Error(answer.error?.message ?? `The program answered with status ${String(status)}.`);
}

const aborted = () => new DOMException('The upload was cancelled.', 'AbortError');

/**
 * Sends a file as the body of one request. Not `fetch`: that does not tell how much of a file is out.
 * @param url path and query on the core
 * @param sent is told how many bytes went out so far
 * @returns what the core answers @throws Error with what the core says; TypeError where the connection broke; AbortError
 */
export const sendFile = (
  url: string,
  file: Blob,
  sent: (bytes: number) => void,
  signal: AbortSignal,
): Promise<unknown> =>
  new Promise((resolve, reject) => {
    if (signal.aborted) return reject(aborted());
    const request = new XMLHttpRequest();
    const stop = () => request.abort();
    signal.addEventListener('abort', stop, { once: true });
    const end = (then: () => void) => {
      signal.removeEventListener('abort', stop);
      then();
    };
    request.upload.addEventListener('progress', ({ loaded }) => sent(loaded));
    request.addEventListener('load', () =>
      end(() => {
        try {
          resolve(answerOf(request.status, request.responseText));
        } catch (error) {
          reject(error);
        }
      }),
    );
    request.addEventListener('error', () => end(() => reject(new TypeError('The connection broke.'))));
    request.addEventListener('abort', () => end(() => reject(aborted())));
    request.open('POST', url);
    request.setRequestHeader('content-type', 'application/octet-stream');
    request.send(file);
  });
