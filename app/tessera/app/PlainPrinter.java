package tessera.app;

import java.io.FilterWriter;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;
import tessera.model.PlainText;

/** A writer that keeps terminal escapes in foreign text from taking effect; only line ends pass. */
final class PlainPrinter extends PrintWriter {

    private final PrintWriter under;

    private PlainPrinter(PrintWriter under) {
        super(new PlainWriter(under), true);
        this.under = under;
    }

    static PrintWriter wrap(PrintWriter under) {
        return under instanceof PlainPrinter ? under : new PlainPrinter(under);
    }

    /** Returns the underlying writer, for text that is safe already or must stay unchanged. */
    static PrintWriter unwrap(PrintWriter out) {
        return out instanceof PlainPrinter plain ? plain.under : out;
    }

    @Override
    public boolean checkError() {
        boolean failed = super.checkError();
        return under.checkError() || failed;
    }

    private static final class PlainWriter extends FilterWriter {

        PlainWriter(Writer out) {
            super(out);
        }

        @Override
        public void write(int sign) throws IOException {
            out.write(PlainText.sanitize(Character.toString((char) sign)));
        }

        @Override
        public void write(char[] signs, int start, int length) throws IOException {
            out.write(PlainText.sanitize(new String(signs, start, length)));
        }

        @Override
        public void write(String text, int start, int length) throws IOException {
            out.write(PlainText.sanitize(text.substring(start, start + length)));
        }
    }
}
