// What the documents use of nodemailer 7, which is not installed here.
declare module "nodemailer" {
  interface Mail {
    from: string;
    to: string;
    subject?: string | undefined;
    text: string;
  }
  export function createTransport(address: string | undefined): { sendMail(mail: Mail): Promise<unknown> };
}
