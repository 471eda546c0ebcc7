package tessera.filecopy;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.util.Arrays;
import tessera.exec.ExecSession;
import tessera.model.ProblemException;

/** The standard input of a command as an output stream. */
final class ExecStdinOutputStream extends OutputStream {

    private final ExecSession session;

    ExecStdinOutputStream(ExecSession session) {
        this.session = session;
    }

    @Override
    public void write(int value) throws IOException {
        write(new byte[] {(byte) value}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int from, int length) throws IOException {
        try {
            session.write(Arrays.copyOfRange(bytes, from, from + length));
        } catch (ProblemException problemException) {
            throw new IOException(problemException.getMessage(), problemException);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("interrupted while sending");
        }
    }
}
