package tessera.exec;

import java.util.List;
import org.jspecify.annotations.Nullable;
import tessera.model.Problem;
import tessera.model.Problem.OperationProblemKind;
import tessera.model.ProblemException;

/**
 * A session with the first of several shells that a container has. As long as one is not there the next is tried,
 * and what the runtime says of that is not shown.
 *
 * <p>Safe for use by several threads.
 */
public final class ShellFallbackSession implements ExecSession {

    /** In the order in which they are tried. */
    public static final List<List<String>> USUAL = List.of(List.of("bash"), List.of("sh"), List.of("ash"),
            List.of("/busybox/sh"));

    /** What runtimes and shells end with that do not find a program, or may not run it. */
    private static final int NOT_RUNNABLE = 126;
    private static final int NOT_FOUND = 127;

    private final ContainerExecForwardClient containerAccess;
    private final ExecRequest request;
    private final ExecOutputListener sink;
    private int next;
    private @Nullable ExecSession current;
    private boolean inputSent;
    private boolean closed;
    private boolean finished;
    private int columns;
    private int rows;

    private ShellFallbackSession(ContainerExecForwardClient containerAccess, ExecRequest request,
            ExecOutputListener sink) {
        this.containerAccess = containerAccess;
        this.request = request;
        this.sink = sink;
    }

    /**
     * Starts the first shell.
     *
     * @param request its command does not matter
     */
    public static ShellFallbackSession start(ContainerExecForwardClient containerAccess, ExecRequest request,
            ExecOutputListener sink) throws ProblemException, InterruptedException {
        var shells = new ShellFallbackSession(containerAccess, request, sink);
        shells.startShell(0);
        return shells;
    }

    private void startShell(int position) throws ProblemException, InterruptedException {
        var shell = USUAL.get(position);
        var started = containerAccess.start(request.withCommand(shell), new ShellAttemptListener());
        synchronized (this) {
            if (closed) {
                started.close();
                return;
            }
            // Which may be over by now, and another begun.
            if (position == next) {
                current = started;
                notifyAll();
            }
            if (columns > 0) {
                started.resize(columns, rows);
            }
        }
    }

    private synchronized boolean isFinal(ExecExitStatus exitStatus) {
        boolean absent = switch (exitStatus) {
            case ExecExitStatus.ExecStartFailure _ -> true;
            case ExecExitStatus.ProcessExit(int code) -> (code == NOT_FOUND || code == NOT_RUNNABLE) && !inputSent;
            case ExecExitStatus.ExecConnectionLoss _,ExecExitStatus.UserClosedSession _ -> false;
        };
        return !absent || closed;
    }

    private void handleEnd(ExecExitStatus exitStatus, byte[] said) {
        if (isFinal(exitStatus)) {
            if (said.length > 0) {
                sink.onOutput(said);
            }
            end(exitStatus);
            return;
        }
        int position = nextIndex();
        if (position == USUAL.size()) {
            end(new ExecExitStatus.ExecStartFailure(noShellProblem(exitStatus)));
            return;
        }
        // Whoever tells of the end of one connection must not wait for another.
        Thread.ofVirtual().name("shell").start(() -> {
            try {
                startShell(position);
            } catch (ProblemException problemException) {
                end(new ExecExitStatus.ExecStartFailure(problemException.problem()));
            } catch (InterruptedException _) {
                end(new ExecExitStatus.UserClosedSession());
            }
        });
    }

    /** Returns the index of the next shell to try. */
    private synchronized int nextIndex() {
        current = null;
        return ++next;
    }

    private void end(ExecExitStatus exitStatus) {
        synchronized (this) {
            finished = true;
            notifyAll();
        }
        sink.onExit(exitStatus);
    }

    private Problem noShellProblem(ExecExitStatus last) {
        var tried = USUAL.stream().map(List::getFirst).toList();
        var text = last instanceof ExecExitStatus.ExecStartFailure(var problem) ? problem.detail() : "";
        return Problem.of(OperationProblemKind.NOT_FOUND, new ContainerCommandReason.ShellMissing(request.container()))
                .withDetail(new ContainerCommandReason.ShellsTried(tried, text).text());
    }

    @Override
    public void write(byte[] bytes) throws ProblemException, InterruptedException {
        ExecSession execSession;
        synchronized (this) {
            // What is typed while one shell after the other is tried is for the one that is there.
            while (current == null && !finished && !closed) {
                wait();
            }
            execSession = current;
            inputSent = true;
        }
        if (execSession != null) {
            execSession.write(bytes);
        }
    }

    @Override
    public synchronized boolean endInput() {
        return current != null && current.endInput();
    }

    @Override
    public synchronized void resize(int width, int height) {
        columns = width;
        rows = height;
        if (current != null) {
            current.resize(width, height);
        }
    }

    @Override
    public synchronized void close() {
        closed = true;
        notifyAll();
        if (current != null) {
            current.close();
        }
    }

    /** A listener to the shell that is being tried. What is said before anything is typed may be a complaint that there is none. */
    private final class ShellAttemptListener implements ExecOutputListener {

        private static final int COMPLAINT = 1_024;

        private byte[] buffer = new byte[0];
        private boolean trusted;

        @Override
        public void onOutput(byte[] bytes) {
            if (!trusted && !isRuntimeError(bytes)) {
                trusted = true;
                flushHeld();
            }
            if (trusted) {
                sink.onOutput(bytes);
            } else {
                buffer = concatenate(buffer, bytes);
            }
        }

        /** Returns whether the terminal shows the error by which a runtime reports a missing program. */
        private boolean isRuntimeError(byte[] bytes) {
            if (buffer.length + bytes.length > COMPLAINT) {
                return false;
            }
            var text = new String(concatenate(buffer, bytes), java.nio.charset.StandardCharsets.UTF_8);
            return text.contains("exec failed") || text.contains("OCI runtime") || text.isBlank();
        }

        private void flushHeld() {
            if (buffer.length > 0) {
                sink.onOutput(buffer);
                buffer = new byte[0];
            }
        }

        @Override
        public void onErrorOutput(byte[] bytes) {
            sink.onErrorOutput(bytes);
        }

        @Override
        public void onExit(ExecExitStatus exitStatus) {
            handleEnd(exitStatus, buffer);
        }
    }

    private static byte[] concatenate(byte[] first, byte[] second) {
        var both = new byte[first.length + second.length];
        System.arraycopy(first, 0, both, 0, first.length);
        System.arraycopy(second, 0, both, first.length, second.length);
        return both;
    }
}
