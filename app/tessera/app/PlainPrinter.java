package tessera.app;

import java.io.FilterWriter;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;
import tessera.model.PlainText;

/** A printer of words of others: a terminal obeys nothing of them but where lines end. */
final class PlainPrinter extends PrintWriter {

    private final PrintWriter under;

    private PlainPrinter(PrintWriter under) {
        super(new PlainWriter(under), true);
        this.under = under;
    }

    static PrintWriter over(PrintWriter under) {
        return under instanceof PlainPrinter ? under : new PlainPrinter(under);
    }

    /** The printer beneath, for what was made plain already or is not to be. */
    static PrintWriter beneath(PrintWriter out) {
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
            out.write(PlainText.of(Character.toString((char) sign)));
        }

        @Override
        public void write(char[] signs, int start, int length) throws IOException {
            out.write(PlainText.of(new String(signs, start, length)));
        }

        @Override
        public void write(String words, int start, int length) throws IOException {
            out.write(PlainText.of(words.substring(start, start + length)));
        }
    }
}
