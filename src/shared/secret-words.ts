// Words behind which secrets stand, in the languages people write them in, as parts of patterns. Data only.
// Used by secret-places.ts and secret-tables.ts.

export const raw = String.raw;

/** What opens a door and is said to be so. Longest first where one begins another. */
const WORDS = [
  'pass[ -]?words?|pass[ -]?phrases?|pass[ -]?codes?|passwd|passwort|passwörter|pwd|kennwort|zugangscode',
  "mot de passe|mots de passe|mdp|contraseñas?|contrasenas?|palabra clave|senha|palavra-passe|parola d[’']ordine",
  'parola|parolă|wachtwoord|hasło|haslo|heslo|lösenord|passord|adgangskode|kodeord|salasana|şifre|sifre|jelszó|geslo|lozinka',
  'пароль|пароля|парол|лозинка|κωδικός|סיסמה|كلمة المرور|كلمة السر|पासवर्ड|mật khẩu|kata sandi',
].join('|');
/** The same where words are not set apart. */
export const HAN = '密码|密碼|口令|パスワード|暗証番号|비밀번호|암호';
export const PASSWORD = `${WORDS}|${HAN}`;
/** Too short or too common to be looked for within words. */
export const SHORT_PASSWORD = 'pw|pass|pin|clave|cvv2?|cvc2?|otp|geheimzahl';
/** Words for what may be public, too: they need a value that looks like one. */
const KEY_OWNER =
  'api|access|account|secret|private|auth|client|signing|encryption|shared|master|licen[cs]e|service|storage|session|app|admin|deploy|security|function|host|root|consumer|bot|webhook';
export const KEY = raw`(?:${KEY_OWNER})[ _.-]{0,1}(?:access[ _.-]{0,1})?keys?|secret|token|credentials?|schlüssel|ключ|токен|секрет|密钥|令牌`;
export const PHRASE =
  'pass ?phrase|seed phrase|seed words|recovery phrase|backup phrase|secret phrase|mnemonic(?: phrase)?';
export const CODES =
  '(?:recovery|backup|rescue|emergency|scratch|security|verification|confirmation|access|door|alarm|gate|unlock|one-time|login|sign-in|sms|2fa|mfa|auth(?:entication)?|pairing|wiederherstellungs|zugangs|bestätigungs)[ -]?(?:codes?|keys?)';
/** In front of a word of its own. */
export const LEFT = raw`(?<![\p{L}\p{N}])`;
