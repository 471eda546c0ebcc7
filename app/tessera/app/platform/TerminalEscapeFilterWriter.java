package tessera.app.platform;

import java.io.FilterWriter;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;
import tessera.model.ForeignTextSanitizer;

/** A writer that keeps terminal escapes in foreign text from taking effect; only line ends pass. */
public final class TerminalEscapeFilterWriter extends PrintWriter {

    private final PrintWriter delegate;

    private TerminalEscapeFilterWriter(PrintWriter delegate) {
        super(new EscapeNeutralizingWriter(delegate), true);
        this.delegate = delegate;
    }

    public static PrintWriter wrap(PrintWriter under) {
        return under instanceof TerminalEscapeFilterWriter ? under : new TerminalEscapeFilterWriter(under);
    }

    /** Returns the underlying writer, for text that is safe already or must stay unchanged. */
    public static PrintWriter unwrap(PrintWriter out) {
        return out instanceof TerminalEscapeFilterWriter plain ? plain.delegate : out;
    }

    @Override
    public boolean checkError() {
        boolean failed = super.checkError();
        return delegate.checkError() || failed;
    }

    private static final class EscapeNeutralizingWriter extends FilterWriter {

        EscapeNeutralizingWriter(Writer out) {
            super(out);
        }

        @Override
        public void write(int sign) throws IOException {
            out.write(ForeignTextSanitizer.sanitize(Character.toString((char) sign)));
        }

        @Override
        public void write(char[] signs, int start, int length) throws IOException {
            out.write(ForeignTextSanitizer.sanitize(new String(signs, start, length)));
        }

        @Override
        public void write(String text, int start, int length) throws IOException {
            out.write(ForeignTextSanitizer.sanitize(text.substring(start, start + length)));
        }
    }
}
