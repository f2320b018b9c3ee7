import type { Language } from "./choices.ts";

const en = {
  help: `Usage: npm create @ventanilla@latest -- [folder] [options]
       npx @ventanilla/create [folder] [options]

Makes an Express shop that takes card payments, in a new folder, with the sandbox of the bank and a test that pays. In a
terminal it asks for what you leave out.

  --language <es | en>     language of the shop and of these messages. Default: that of your computer
  --ts | --js              TypeScript or JavaScript. Default: TypeScript
  --sqlite | --postgres    where orders and payments are kept. Default: SQLite
  --here                   adds the router to the app in this folder, and prints what to edit
  --yes                    takes the defaults, without questions
  --version                print the version
  --help                   print this

No file is ever overwritten.
`,
  helpHint: "npx @ventanilla/create --help lists the options.",
  askFolder: "Folder",
  askCode: "TypeScript or JavaScript (ts, js)",
  askDatabase: "SQLite or Postgres (sqlite, postgres)",
  askAgain: (expected: string) => `Expected: ${expected}`,
  canceled: "Nothing was made.",
  defaultFolder: "shop",
  both: (one: string, other: string) => `${one} and ${other}: expected one of the two`,
  badLanguage: (value: string) => `--language${value}: expected es or en`,
  noValue: (option: string) => `${option} takes no value`,
  unknownOption: (option: string, near: string | undefined) =>
    `${option}: unknown option${near === undefined ? "" : `, did you mean --${near}?`}`,
  oneFolder: (surplus: string) => `${surplus}: expected one folder`,
  hereFolder: (folder: string) => `${folder}: --here takes no folder: it adds to the app in the current one`,
  takenByNpm: (option: string) =>
    `npm has kept ${option} for itself. Write -- before the options: npm create @ventanilla@latest -- ${option}`,
  badName: (folder: string) => `${folder}: expected a folder whose name has a letter or a digit`,
  notEmpty: (folder: string) =>
    `${folder} is not empty, and nothing in it was changed. Choose another folder, or use --here to add to the app in it.`,
  notFolder: (folder: string) => `${folder} is not a folder: expected one that is empty, or that is not there yet.`,
  notWritable: (path: string, code: string) =>
    `${path} cannot be written (${code}): expected a folder with space left, in which you may write. Nothing was written.`,
  notReadable: (file: string, code: string) => `${file} cannot be read (${code}): expected a file that you may read.`,
  made: (folder: string) => `The shop is made: ${folder}`,
  nextSteps: "Next:",
  postgresStep: (file: string) => `# write the address of your Postgres database into ${file}`,
  production:
    "NODE_ENV is production in this terminal. Unset it first: npm install would leave out the sandbox, and npm run dev does not start.",
  thenOpen:
    "Then open http://localhost:3000 and pay with 4761 3400 0000 0050. The counter for your staff is at /staff, with the STAFF_PASSWORD of .env. README.md says how to go on.",
  noApp: "There is no package.json here: --here adds to an existing app. Without it, a new shop is made.",
  badManifest: "package.json does not hold a JSON object, which npm expects. Nothing was written.",
  exists: (file: string) => `${file} exists already. Nothing was written.`,
  wrote: (files: string) => `Written: ${files}`,
  keptEnv: "You have a .env.example already. Add these lines to it, and with your values to .env:",
  newEnv: "Copy the lines of .env.example to your .env.",
  ownEnv:
    "In .env, PUBLIC_URL has the port on which your app listens. Name .env in .gitignore: it holds secrets. A key for your own computer:",
  install: "First install, and start the sandbox of the bank in a second terminal:",
  edits: "Then three edits:",
  editOrders: (file: string) => `1. In ${file}, write order() and onPaid() for your own orders.`,
  editServer: (file: string) =>
    `2. In your server, the lines with a comment where it says, the others above them (correct the path if ${file} is not beside it):`,
  editPage: "3. In the page where an order is paid, with the id of the order:",
  start: "Then start your app so that Node reads .env:",
  poolComment: "your pg Pool",
  migratedComment: "await it before your server listens",
  firstComment: "before all else: the bank sends the buyer back with a POST without cookies",
  mountComment: "after your session, which order() may ask who the buyer is; before CSRF protection",
  closeComment: "after your server has closed",
  broken: "This is a defect of @ventanilla/create:",
};

/** Every sentence of the command line. */
export type Messages = typeof en;

const es: Messages = {
  help: `Uso: npm create @ventanilla@latest -- [carpeta] [opciones]
     npx @ventanilla/create [carpeta] [opciones]

Crea en una carpeta nueva una tienda con Express que cobra con tarjeta, con el Banco de Pruebas y una prueba que paga. En una
terminal pregunta lo que usted no diga.

  --language <es | en>     idioma de la tienda y de estos mensajes. Por defecto: el de su computadora
  --ts | --js              TypeScript o JavaScript. Por defecto: TypeScript
  --sqlite | --postgres    dónde se guardan los pedidos y los pagos. Por defecto: SQLite
  --here                   agrega el router a la aplicación de esta carpeta e imprime qué editar
  --yes                    toma los valores por defecto, sin preguntas
  --version                imprime la versión
  --help                   imprime esto

Nunca se sobrescribe un archivo.
`,
  helpHint: "npx @ventanilla/create --help muestra las opciones.",
  askFolder: "Carpeta",
  askCode: "TypeScript o JavaScript (ts, js)",
  askDatabase: "SQLite o Postgres (sqlite, postgres)",
  askAgain: (expected) => `Se espera: ${expected}`,
  canceled: "No se creó nada.",
  defaultFolder: "tienda",
  both: (one, other) => `${one} y ${other}: se espera una de las dos`,
  badLanguage: (value) => `--language${value}: se espera es o en`,
  noValue: (option) => `${option} no lleva valor`,
  unknownOption: (option, near) =>
    `${option}: opción desconocida${near === undefined ? "" : `. ¿Quiso decir --${near}?`}`,
  oneFolder: (surplus) => `${surplus}: se espera una sola carpeta`,
  hereFolder: (folder) => `${folder}: --here no lleva carpeta: agrega a la aplicación de la carpeta actual`,
  takenByNpm: (option) =>
    `npm se quedó con ${option}. Escriba -- antes de las opciones: npm create @ventanilla@latest -- ${option}`,
  badName: (folder) => `${folder}: se espera una carpeta cuyo nombre tenga una letra o un dígito`,
  notEmpty: (folder) =>
    `${folder} no está vacía, y no se cambió nada en ella. Escoja otra carpeta, o use --here para agregar a la aplicación que hay en ella.`,
  notFolder: (folder) => `${folder} no es una carpeta: se espera una vacía, o una que todavía no exista.`,
  notWritable: (path, code) =>
    `${path} no se puede escribir (${code}): se espera una carpeta con espacio libre en la que usted pueda escribir. No se escribió nada.`,
  notReadable: (file, code) => `${file} no se puede leer (${code}): se espera un archivo que usted pueda leer.`,
  made: (folder) => `La tienda está creada: ${folder}`,
  nextSteps: "Ahora:",
  postgresStep: (file) => `# escriba en ${file} la dirección de su base de datos Postgres`,
  production:
    "NODE_ENV es production en esta terminal. Quítela primero: npm install no instalaría el Banco de Pruebas, y npm run dev no arranca.",
  thenOpen:
    "Luego abra http://localhost:3000 y pague con 4761 3400 0000 0050. El mostrador para su personal está en /staff, con la STAFF_PASSWORD de .env. README.md dice cómo seguir.",
  noApp:
    "Aquí no hay package.json: --here agrega a una aplicación que existe. Sin esa opción se crea una tienda nueva.",
  badManifest: "package.json no contiene un objeto JSON, que es lo que npm espera. No se escribió nada.",
  exists: (file) => `${file} ya existe. No se escribió nada.`,
  wrote: (files) => `Se escribió: ${files}`,
  keptEnv: "Usted ya tiene un .env.example. Agréguele estas líneas, y a .env con sus valores:",
  newEnv: "Copie las líneas de .env.example a su .env.",
  ownEnv:
    "En .env, PUBLIC_URL lleva el puerto en que escucha su aplicación. Nombre .env en .gitignore: guarda secretos. Una llave para su computadora:",
  install: "Primero instale, y arranque el Banco de Pruebas en otra terminal:",
  edits: "Luego, tres cambios:",
  editOrders: (file) => `1. En ${file}, escriba order() y onPaid() para sus propios pedidos.`,
  editServer: (file) =>
    `2. En su servidor, las líneas con comentario donde este indica, las demás antes (corrija la ruta si ${file} no está al lado):`,
  editPage: "3. En la página donde se paga un pedido, con el número del pedido:",
  start: "Luego arranque su aplicación de modo que Node lea .env:",
  poolComment: "su Pool de pg",
  migratedComment: "espérelo con await antes de que su servidor escuche",
  firstComment: "antes de todo lo demás: el banco devuelve al comprador con un POST sin cookies",
  mountComment: "después de la sesión, donde order() puede ver quién es el comprador; antes de la protección CSRF",
  closeComment: "después de cerrar su servidor",
  broken: "Esto es un defecto de @ventanilla/create:",
};

const messages: Record<Language, Messages> = { es, en };

/** The sentences in a language. */
export function messagesIn(language: Language): Messages {
  return messages[language];
}
