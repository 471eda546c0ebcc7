package tessera.filecopy;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.util.Arrays;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import tessera.cluster.exec.Notes;
import tessera.exec.ContainerExecForwardClient;
import tessera.exec.ExecExitStatus;
import tessera.exec.ExecOutputListener;
import tessera.exec.ExecRequest;
import tessera.exec.ExecSession;
import tessera.exec.PodPortConnection;
import tessera.exec.PortConnectionListener;
import tessera.filecopy.ContainerFileCopyRequest.FileCopyDirection;
import tessera.model.ObjectRef;
import tessera.model.Problem;

/** Copies one large file from or to a container that takes and gives as fast as it can; says how that ended. */
final class CopyingApart {

    static final long SIZE = 256L << 20;
    private static final int PIECE = 32 << 10;

    private CopyingApart() {}

    public static void main(String[] arguments) throws Exception {
        var direction = FileCopyDirection.valueOf(arguments[0]);
        try (var flood = new Flood(); var copying = start(flood, direction, Path.of(arguments[1]))) {
            var state = copying.await();
            System.out.println(state.stage() + " "
                    + (direction == FileCopyDirection.FROM_CONTAINER ? state.bytes() : Math.min(SIZE, flood.taken()))
                    + state.statusText());
        }
    }

    static ContainerFileCopyOperation start(Flood flood, FileCopyDirection direction, Path local) throws Exception {
        return new ContainerFileCopyRegistry(flood, new Notes(), Clock.systemUTC()).start(
                new ContainerFileCopyRequest(direction, ObjectRef.pod("ml", "train"), "main", "/data/large", local),
                null);
    }

    /** A container with one large file, and room for another. */
    static final class Flood implements ContainerExecForwardClient, AutoCloseable {

        private final AtomicLong sent = new AtomicLong();
        private final AtomicLong taken = new AtomicLong();
        private volatile Thread writer = Thread.currentThread();

        long sent() {
            return sent.get();
        }

        long taken() {
            return taken.get();
        }

        /** Waits until whoever writes waits itself, because nobody reads. */
        void awaitStill() {
            while (writer.getState() != Thread.State.WAITING) {
                Thread.onSpinWait();
            }
        }

        @Override
        public Optional<Problem> findRefusal(ObjectRef pod, ContainerPermissionKind use) {
            return Optional.empty();
        }

        @Override
        public ExecSession start(ExecRequest request, ExecOutputListener sink) {
            boolean tests = request.command().getFirst().equals("test");
            writer = Thread.ofPlatform().start(() -> {
                if (tests) {
                    sink.onExit(new ExecExitStatus.ProcessExit(1));
                } else if (!request.stdin()) {
                    send(sink);
                    sink.onExit(new ExecExitStatus.ProcessExit(0));
                }
            });
            return new Session(sink);
        }

        private void send(ExecOutputListener sink) {
            try {
                var out = new OutputStream() {
                    @Override
                    public void write(int value) {
                        write(new byte[] {(byte) value}, 0, 1);
                    }

                    @Override
                    public void write(byte[] bytes, int from, int length) {
                        sink.onOutput(Arrays.copyOfRange(bytes, from, from + length));
                        sent.addAndGet(length);
                    }
                };
                var tar = new TarWriter(out);
                tar.begin(TarEntry.file("large", SIZE, 0644, Instant.EPOCH));
                var piece = new byte[PIECE];
                for (long remaining = SIZE; remaining > 0; remaining -= piece.length) {
                    tar.write(piece, 0, piece.length);
                }
                tar.finish();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        @Override
        public PodPortConnection dial(ObjectRef pod, int port, PortConnectionListener ear) {
            throw new UnsupportedOperationException();
        }

        @Override
        public void close() {
            writer.interrupt();
        }

        private final class Session implements ExecSession {

            private final ExecOutputListener sink;

            Session(ExecOutputListener sink) {
                this.sink = sink;
            }

            @Override
            public void write(byte[] bytes) {
                taken.addAndGet(bytes.length);
            }

            @Override
            public boolean endInput() {
                sink.onExit(new ExecExitStatus.ProcessExit(0));
                return true;
            }

            @Override
            public void resize(int columns, int rows) {}

            @Override
            public void close() {}
        }
    }
}
