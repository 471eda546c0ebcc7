package tessera.ui.terminal;

import com.techsenger.jeditermfx.core.TtyConnector;
import com.techsenger.jeditermfx.core.util.TermSize;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tessera.exec.BytePipe;
import tessera.exec.ExecExitStatus;
import tessera.exec.ExecOutputListener;
import tessera.exec.ExecSession;
import tessera.model.ProblemException;

/**
 * Connection between a terminal in the window and a command in a container. What the container writes faster than the terminal shows
 * it waits where it is written. Safe for use by several threads.
 */
final class TerminalExecConnection implements TtyConnector, ExecOutputListener {

    private static final int ROOM = 256 << 10;

    private final BytePipe pipe = new BytePipe(ROOM);
    private final InputStreamReader characters = new InputStreamReader(pipe, StandardCharsets.UTF_8);
    private final TerminalEscapeSequenceFilter limits = new TerminalEscapeSequenceFilter();
    private final StringBuilder calm = new StringBuilder();
    private final CompletableFuture<ExecExitStatus> exitStatusFuture = new CompletableFuture<>();
    private @Nullable ExecSession session;
    private int columns;
    private int rows;
    private boolean closed;

    /** Has the end reported, once, by any thread. */
    void onEnd(Consumer<ExecExitStatus> listener) {
        var _ = exitStatusFuture.thenAccept(listener);
    }

    /** Sends typed text to a session from now on. */
    void attachSession(ExecSession started) {
        boolean late;
        synchronized (this) {
            late = closed;
            session = started;
            if (columns > 0) {
                started.resize(columns, rows);
            }
        }
        if (late) {
            started.close();
        }
    }

    @Override
    public void onOutput(byte[] bytes) {
        pipe.put(bytes);
    }

    @Override
    public void onErrorOutput(byte[] bytes) {
        pipe.put(bytes);
    }

    @Override
    public void onExit(ExecExitStatus exitStatus) {
        // Before the terminal hears of the end, as it then closes what has ended.
        exitStatusFuture.complete(exitStatus);
        pipe.end();
    }

    @Override
    public int read(char[] target, int from, int length) throws IOException {
        var written = new char[Math.max(1, length)];
        while (calm.isEmpty()) {
            int count = characters.read(written, 0, written.length);
            if (count < 0) {
                return count;
            }
            limits.pass(written, 0, count, calm);
        }
        int taken = Math.min(length, calm.length());
        calm.getChars(0, taken, target, from);
        calm.delete(0, taken);
        return taken;
    }

    @Override
    public void write(byte[] bytes) throws IOException {
        var open = session();
        if (open == null || exitStatusFuture.isDone()) {
            return;
        }
        try {
            open.write(bytes);
        } catch (ProblemException problemException) {
            throw new IOException(problemException.getMessage(), problemException);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("typing interrupted", e);
        }
    }

    private synchronized @Nullable ExecSession session() {
        return session;
    }

    @Override
    public void write(String text) throws IOException {
        write(text.getBytes(StandardCharsets.UTF_8));
    }

    @Override
    public synchronized void resize(TermSize size) {
        boolean other = columns != size.getColumns() || rows != size.getRows();
        columns = size.getColumns();
        rows = size.getRows();
        if (other && session != null) {
            session.resize(columns, rows);
        }
    }

    @Override
    public boolean isConnected() {
        return !exitStatusFuture.isDone();
    }

    @Override
    public int waitFor() {
        return exitStatusFuture.join() instanceof ExecExitStatus.ProcessExit(int code) ? code : -1;
    }

    @Override
    public boolean ready() throws IOException {
        return !calm.isEmpty() || characters.ready();
    }

    @Override
    public String getName() {
        return "container";
    }

    @Override
    public void close() {
        ExecSession open;
        synchronized (this) {
            closed = true;
            open = session;
        }
        pipe.close();
        if (open != null) {
            open.close();
        }
        exitStatusFuture.complete(new ExecExitStatus.UserClosedSession());
    }
}
