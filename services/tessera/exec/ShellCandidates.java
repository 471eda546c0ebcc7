package tessera.exec;

import java.util.List;
import org.jspecify.annotations.Nullable;
import tessera.model.Failure;
import tessera.model.Problem;
import tessera.model.Problem.ProblemKind;

/**
 * A shell in a container: the first of some that the container has. As long as one is not there the next is tried,
 * and what the runtime says of that is not shown.
 *
 * <p>Safe for use by several threads.
 */
public final class ShellCandidates implements ExecSession {

    /** In the order in which they are tried. */
    public static final List<List<String>> USUAL = List.of(List.of("bash"), List.of("sh"), List.of("ash"),
            List.of("/busybox/sh"));

    /** What runtimes and shells end with that do not find a program, or may not run it. */
    private static final int NOT_RUNNABLE = 126;
    private static final int NOT_FOUND = 127;

    private final ContainerAccess door;
    private final ExecWish wish;
    private final ExecSink sink;
    private int next;
    private @Nullable ExecSession current;
    private boolean typed;
    private boolean closed;
    private boolean over;
    private int columns;
    private int rows;

    private ShellCandidates(ContainerAccess door, ExecWish wish, ExecSink sink) {
        this.door = door;
        this.wish = wish;
        this.sink = sink;
    }

    /**
     * Starts the first shell.
     *
     * @param wish its command does not matter
     */
    public static ShellCandidates start(ContainerAccess door, ExecWish wish, ExecSink sink)
            throws Failure, InterruptedException {
        var shells = new ShellCandidates(door, wish, sink);
        shells.begin(0);
        return shells;
    }

    private void begin(int place) throws Failure, InterruptedException {
        var shell = USUAL.get(place);
        var started = door.start(wish.running(shell), new ShellTrial());
        synchronized (this) {
            if (closed) {
                started.close();
                return;
            }
            // Which may be over by now, and another begun.
            if (place == next) {
                current = started;
                notifyAll();
            }
            if (columns > 0) {
                started.resize(columns, rows);
            }
        }
    }

    private synchronized boolean hopeless(ExitStatus ending) {
        boolean absent = switch (ending) {
            case ExitStatus.NotStarted _ -> true;
            case ExitStatus.ProcessExited(int code) -> (code == NOT_FOUND || code == NOT_RUNNABLE) && !typed;
            case ExitStatus.ConnectionLost _,ExitStatus.SessionClosed _ -> false;
        };
        return !absent || closed;
    }

    private void follow(ExitStatus ending, byte[] said) {
        if (hopeless(ending)) {
            if (said.length > 0) {
                sink.output(said);
            }
            end(ending);
            return;
        }
        int place = another();
        if (place == USUAL.size()) {
            end(new ExitStatus.NotStarted(none(ending)));
            return;
        }
        // Whoever tells of the end of one connection must not wait for another.
        Thread.ofVirtual().name("shell").start(() -> {
            try {
                begin(place);
            } catch (Failure failure) {
                end(new ExitStatus.NotStarted(failure.problem()));
            } catch (InterruptedException _) {
                end(new ExitStatus.SessionClosed());
            }
        });
    }

    /** The place of the shell that is tried now that one was not there. */
    private synchronized int another() {
        current = null;
        return ++next;
    }

    private void end(ExitStatus ending) {
        synchronized (this) {
            over = true;
            notifyAll();
        }
        sink.ended(ending);
    }

    private Problem none(ExitStatus last) {
        var tried = String.join(", ", USUAL.stream().map(List::getFirst).toList());
        var words = last instanceof ExitStatus.NotStarted(var why) ? why.detail() : "";
        return new Problem(ProblemKind.NOT_FOUND, "The container “%s” has no shell".formatted(wish.container()),
                "Tried " + tried + ". " + words,
                "Images without a shell are looked into with an ephemeral container: kubectl debug.");
    }

    @Override
    public void write(byte[] bytes) throws Failure, InterruptedException {
        ExecSession shell;
        synchronized (this) {
            // What is typed while one shell after the other is tried is for the one that is there.
            while (current == null && !over && !closed) {
                wait();
            }
            shell = current;
            typed = true;
        }
        if (shell != null) {
            shell.write(bytes);
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

    /** Hears one shell. What is said before anything is typed may be a complaint that there is none. */
    private final class ShellTrial implements ExecSink {

        private static final int COMPLAINT = 1_024;

        private byte[] held = new byte[0];
        private boolean trusted;

        @Override
        public void output(byte[] bytes) {
            if (!trusted && !complains(bytes)) {
                trusted = true;
                release();
            }
            if (trusted) {
                sink.output(bytes);
            } else {
                held = joined(held, bytes);
            }
        }

        /** A runtime that does not find a program says so on the terminal that it made for it. */
        private boolean complains(byte[] bytes) {
            if (held.length + bytes.length > COMPLAINT) {
                return false;
            }
            var text = new String(joined(held, bytes), java.nio.charset.StandardCharsets.UTF_8);
            return text.contains("exec failed") || text.contains("OCI runtime") || text.isBlank();
        }

        private void release() {
            if (held.length > 0) {
                sink.output(held);
                held = new byte[0];
            }
        }

        @Override
        public void errors(byte[] bytes) {
            sink.errors(bytes);
        }

        @Override
        public void ended(ExitStatus ending) {
            follow(ending, held);
        }
    }

    private static byte[] joined(byte[] first, byte[] second) {
        var both = new byte[first.length + second.length];
        System.arraycopy(first, 0, both, 0, first.length);
        System.arraycopy(second, 0, both, first.length, second.length);
        return both;
    }
}
