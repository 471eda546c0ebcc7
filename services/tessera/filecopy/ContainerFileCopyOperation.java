package tessera.filecopy;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import tessera.exec.BytePipe;
import tessera.exec.ContainerCommandRun;
import tessera.exec.ContainerExecForwardClient;
import tessera.exec.ContainerSessionLog;
import tessera.exec.ExecExitStatus;
import tessera.exec.ExecRequest;
import tessera.exec.ExecSession;
import tessera.filecopy.ArchiveExtractor.CopyStoppedException;
import tessera.filecopy.ContainerFileCopyRequest.FileCopyDirection;
import tessera.filecopy.FileCopyState.FileCopyPhase;
import tessera.model.ForeignTextSanitizer;
import tessera.model.Problem.OperationProblemKind;
import tessera.model.ProblemException;
import tessera.text.MessageCatalog;

/** A copy between this machine and a container, from start to end. Safe for use by several threads. */
public final class ContainerFileCopyOperation implements AutoCloseable {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(ContainerFileCopyOperation.class);
    private static final int ROOM = 1 << 20;
    private static final int PIECE = 64 << 10;
    private static final int MOST_TOLD = 20;
    /** Archives may have names of a megabyte. */
    private static final int LONGEST_NAME = 300;

    private final ContainerExecForwardClient containerAccess;
    private final RegisteredCopyRequest order;
    private final ContainerFileCopyRequest request;
    private final AtomicLong bytes = new AtomicLong();
    private final AtomicLong files = new AtomicLong();
    private final List<String> left = new ArrayList<>();
    private final CopyProgressAndOverwriteListener listener = new CopyProgressAndOverwriteListener();
    private final Thread thread = Thread.ofVirtual().name("copying").unstarted(this::run);
    private @Nullable ExecSession session;
    private @Nullable OverwriteAnswer answer;
    private Optional<Path> asks = Optional.empty();
    private FileCopyPhase stage = FileCopyPhase.RUNNING;
    private String text = "";
    private int leftOut;
    private long total = -1;
    private boolean stopped;
    /** Why it was stopped; empty where the user wanted it. */
    private String stopReason = "";

    /**
     * The parameters of a copy job.
     *
     * @param note to be told of its end
     */
    record RegisteredCopyRequest(ContainerFileCopyRequest copyRequest, long number, Instant since,
            ContainerSessionLog.SessionEndRecorder note) {}

    private ContainerFileCopyOperation(ContainerExecForwardClient containerAccess, RegisteredCopyRequest order,
            @Nullable OverwriteAnswer answer) {
        this.containerAccess = containerAccess;
        this.order = order;
        this.request = order.copyRequest();
        this.answer = answer;
    }

    /** @param answer what to do about files that are in the way; null to ask about each */
    static ContainerFileCopyOperation start(ContainerExecForwardClient containerAccess, RegisteredCopyRequest order,
            @Nullable OverwriteAnswer answer) {
        var copying = new ContainerFileCopyOperation(containerAccess, order, answer);
        copying.thread.start();
        return copying;
    }

    private void run() {
        try {
            if (request.direction() == FileCopyDirection.FROM_CONTAINER) {
                download();
            } else {
                upload();
            }
            finish(FileCopyPhase.DONE, "");
        } catch (ProblemException problemException) {
            finish(FileCopyPhase.FAILED, problemException.problem().problemText());
        } catch (IOException e) {
            finish(FileCopyPhase.FAILED, errorText(e));
        } catch (CopyStoppedException | InterruptedException _) {
            finish(FileCopyPhase.STOPPED, "");
        }
    }

    private synchronized void finish(FileCopyPhase copyStage, String reason) {
        stage = stopped ? FileCopyPhase.STOPPED : copyStage;
        text = stopped ? stopReason : reason;
        asks = Optional.empty();
        order.note().end(switch (stage) {
            case FAILED -> ContainerSessionLog.SessionResult.FAILED;
            case STOPPED -> ContainerSessionLog.SessionResult.CANCELLED;
            case DONE, RUNNING -> ContainerSessionLog.SessionResult.DONE;
        }, text);
        notifyAll();
    }

    /** Returns the text for an I/O error; some exceptions of the system name only the file. */
    private String errorText(IOException e) {
        if (e instanceof FileSystemException system && system.getReason() == null) {
            return MESSAGES.text(
                    request.direction() == FileCopyDirection.FROM_CONTAINER ? "file.not.written" : "file.not.read",
                    system.getFile());
        }
        return MESSAGES.text("incomplete", e.getMessage());
    }

    private void download() throws ProblemException, IOException, InterruptedException, CopyStoppedException {
        var path = ContainerFilePath.parse(request.remotePath());
        var landing = ArchiveExtractionTarget.resolve(request.localPath(),
                path.name().equals(".") ? request.pod().name() : path.name());
        var pipe = new BytePipe(ROOM);
        var hearing = new ContainerTarOutputReader(pipe, path);
        var command = List.of("tar", "-c", "-f", "-", "-C", path.folder(), path.commandArgument());
        try (pipe; var _ = startCommand(command, false, hearing)) {
            new ArchiveExtractor(new TarReader(pipe), landing, path.name(), listener).run();
            pipe.close();
            requireSuccess(hearing);
        } catch (IOException e) {
            // That the program failed explains why its archive ends.
            if (hearing.hasFailed()) {
                requireSuccess(hearing);
            }
            throw e;
        }
    }

    private void upload() throws ProblemException, IOException, InterruptedException {
        if (!Files.exists(request.localPath(), LinkOption.NOFOLLOW_LINKS)) {
            throw new ProblemException(OperationProblemKind.NOT_FOUND,
                    new FileCopyReason.LocalFileMissing(request.localPath()));
        }
        var source = request.localPath().toRealPath(LinkOption.NOFOLLOW_LINKS);
        setTotal(ArchivePacker.contentSize(source));
        var target = resolveTarget(source);
        var pipe = new BytePipe(ROOM);
        var hearing = new ContainerTarOutputReader(pipe, target);
        var command = List.of("tar", "-x", "-m", "-o", "-f", "-", "-C", target.folder());
        try (pipe;
                var execSession = startCommand(command, true, hearing);
                var out = new BufferedOutputStream(new ExecStdinOutputStream(execSession), PIECE)) {
            pipe.close();
            new ArchivePacker(source, target.name(), listener).run(new TarWriter(out));
            var _ = execSession.endInput();
            requireSuccess(hearing);
        } catch (IOException e) {
            if (hearing.hasFailed()) {
                requireSuccess(hearing);
            }
            throw e;
        }
    }

    /** Resolves the remote target; an existing folder takes the source in, as {@code cp} does. */
    private ContainerFilePath resolveTarget(Path source) throws ProblemException, InterruptedException {
        var name = source.getFileName();
        if (request.remotePath().endsWith("/") || isRemoteFolder()) {
            return new ContainerFilePath(request.remotePath(), name == null ? "root" : name.toString());
        }
        return ContainerFilePath.parse(request.remotePath());
    }

    private boolean isRemoteFolder() throws InterruptedException {
        try {
            return ContainerCommandRun.run(containerAccess, request.pod(), request.container(),
                    List.of("test", "-d", request.remotePath())).code() == 0;
        } catch (ProblemException _) {
            // There may be no such program; tar then says what is wrong.
            return false;
        }
    }

    private ExecSession startCommand(List<String> command, boolean typed, ContainerTarOutputReader hearing)
            throws ProblemException, InterruptedException {
        var started = containerAccess.start(new ExecRequest(request.pod(), request.container(), command, typed, false),
                hearing);
        synchronized (this) {
            session = started;
            if (stopped) {
                started.close();
            }
        }
        return started;
    }

    private static void requireSuccess(ContainerTarOutputReader hearing) throws ProblemException, InterruptedException {
        var exitStatus = hearing.awaitExitStatus();
        if (!(exitStatus instanceof ExecExitStatus.ProcessExit(var code) && code == 0)) {
            throw new ProblemException(hearing.problem(exitStatus));
        }
    }

    private synchronized void setTotal(long size) {
        total = size;
    }

    /** Answers the pending overwrite question; does nothing if there is none. */
    public synchronized void answer(OverwriteAnswer overwriteAnswer) {
        if (asks.isPresent()) {
            answer = overwriteAnswer;
            asks = Optional.empty();
            notifyAll();
        }
    }

    /** Waits until the copy has ended or a question is pending. */
    public synchronized FileCopyState await() throws InterruptedException {
        while (stage == FileCopyPhase.RUNNING && asks.isEmpty()) {
            wait();
        }
        return state();
    }

    public synchronized FileCopyState state() {
        return new FileCopyState(order.number(), request, stage, text, files.get(), bytes.get(), total, left, leftOut,
                asks, order.since());
    }

    /** Waits up to a duration until the last file is complete or removed. */
    void awaitEnd(Duration timeout) throws InterruptedException {
        boolean _ = thread.join(timeout);
    }

    /** Stops the copy with a reason; files that are already complete stay. */
    void stop(String reason) {
        ExecSession open;
        synchronized (this) {
            if (stage != FileCopyPhase.RUNNING) {
                return;
            }
            stopped = true;
            stopReason = reason;
            open = session;
        }
        thread.interrupt();
        if (open != null) {
            open.close();
        }
    }

    @Override
    public void close() {
        stop("");
    }

    /** Counts copied files and bytes, and asks before it replaces files. */
    private final class CopyProgressAndOverwriteListener implements ArchiveExtractor.ExtractionListener {

        @Override
        public boolean mayReplace(Path existing) throws InterruptedException, CopyStoppedException {
            synchronized (ContainerFileCopyOperation.this) {
                if (answer != OverwriteAnswer.REPLACE_ALL && answer != OverwriteAnswer.SKIP_ALL) {
                    answer = null;
                    asks = Optional.of(existing);
                    ContainerFileCopyOperation.this.notifyAll();
                    while (answer == null) {
                        ContainerFileCopyOperation.this.wait();
                    }
                }
                if (answer == OverwriteAnswer.STOP) {
                    throw new CopyStoppedException();
                }
                return answer == OverwriteAnswer.REPLACE || answer == OverwriteAnswer.REPLACE_ALL;
            }
        }

        @Override
        public void onEntryStart(String name, long size) {
            synchronized (ContainerFileCopyOperation.this) {
                text = ForeignTextSanitizer.abbreviate(name.startsWith("./") ? name.substring(2) : name, LONGEST_NAME);
                // A file by itself says at once how large it is.
                if (files.get() == 0 && total < 0 && size > 0 && name.indexOf('/', 2) < 0) {
                    total = size;
                }
            }
        }

        @Override
        public void onBytesWritten(int count) {
            bytes.addAndGet(count);
        }

        @Override
        public void onEntryEnd() {
            files.incrementAndGet();
        }

        @Override
        public void onEntrySkipped(String name, String reason) {
            synchronized (ContainerFileCopyOperation.this) {
                leftOut++;
                if (left.size() < MOST_TOLD) {
                    left.add(ForeignTextSanitizer.abbreviate(name, LONGEST_NAME) + ": "
                            + ForeignTextSanitizer.abbreviate(reason, 2 * LONGEST_NAME));
                }
            }
        }
    }

    /** The standard input of a command as an output stream. */
    private static final class ExecStdinOutputStream extends OutputStream {

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
                throw new InterruptedIOException(MESSAGES.text("send.interrupted"));
            }
        }
    }
}
