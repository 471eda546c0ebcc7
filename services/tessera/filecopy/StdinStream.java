package tessera.filecopy;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.util.Arrays;
import tessera.exec.ExecSession;
import tessera.model.Failure;

/** The standard input of a command as an output stream. */
final class StdinStream extends OutputStream {

    private final ExecSession session;

    StdinStream(ExecSession session) {
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
        } catch (Failure failure) {
            throw new IOException(failure.getMessage(), failure);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("interrupted while sending");
        }
    }
}
