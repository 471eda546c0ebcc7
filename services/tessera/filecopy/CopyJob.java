package tessera.filecopy;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import tessera.exec.BytePipe;
import tessera.exec.ContainerAccess;
import tessera.exec.ExecRequest;
import tessera.exec.ExecSession;
import tessera.exec.ExitStatus;
import tessera.exec.OneShotCommand;
import tessera.exec.SessionLog;
import tessera.filecopy.ArchiveExtractor.CopyStoppedException;
import tessera.filecopy.CopyRequest.Direction;
import tessera.filecopy.CopyState.CopyStage;
import tessera.model.Failure;
import tessera.model.Problem;
import tessera.model.Problem.ProblemKind;

/** A copy between this machine and a container, from start to end. Safe for use by several threads. */
public final class CopyJob implements AutoCloseable {

    private static final int ROOM = 1 << 20;
    private static final int PIECE = 64 << 10;
    private static final int MOST_TOLD = 20;

    private final ContainerAccess door;
    private final CopyOrder order;
    private final CopyRequest request;
    private final AtomicLong bytes = new AtomicLong();
    private final AtomicLong files = new AtomicLong();
    private final List<String> left = new ArrayList<>();
    private final CopyProgressListener witness = new CopyProgressListener();
    private final Thread thread = Thread.ofVirtual().name("copying").unstarted(this::run);
    private @Nullable ExecSession session;
    private @Nullable OverwriteAnswer answer;
    private Optional<Path> asks = Optional.empty();
    private CopyStage stage = CopyStage.RUNNING;
    private String text = "";
    private int leftOut;
    private long total = -1;
    private boolean stopped;
    /** Why it was stopped; empty where the user wanted it. */
    private String ended = "";

    /**
     * The parameters of a copy job.
     *
     * @param note to be told of its end
     */
    record CopyOrder(CopyRequest wish, long number, Instant since, SessionLog.SessionNote note) {}

    private CopyJob(ContainerAccess door, CopyOrder order, @Nullable OverwriteAnswer answer) {
        this.door = door;
        this.order = order;
        this.request = order.wish();
        this.answer = answer;
    }

    /** @param answer what to do about files that are in the way; null to ask about each */
    static CopyJob start(ContainerAccess door, CopyOrder order, @Nullable OverwriteAnswer answer) {
        var copying = new CopyJob(door, order, answer);
        copying.thread.start();
        return copying;
    }

    private void run() {
        try {
            if (request.direction() == Direction.FROM_CONTAINER) {
                download();
            } else {
                upload();
            }
            finish(CopyStage.DONE, "");
        } catch (Failure failure) {
            finish(CopyStage.FAILED, failure.problem().problemText());
        } catch (IOException e) {
            finish(CopyStage.FAILED, errorText(e));
        } catch (CopyStoppedException | InterruptedException _) {
            finish(CopyStage.STOPPED, "");
        }
    }

    private synchronized void finish(CopyStage how, String reason) {
        stage = stopped ? CopyStage.STOPPED : how;
        text = stopped ? ended : reason;
        asks = Optional.empty();
        order.note().end(switch (stage) {
            case FAILED -> SessionLog.SessionResult.FAILED;
            case STOPPED -> SessionLog.SessionResult.CANCELLED;
            case DONE, RUNNING -> SessionLog.SessionResult.DONE;
        }, text);
        notifyAll();
    }

    /** Returns the text for an I/O error; some exceptions of the system name only the file. */
    private String errorText(IOException e) {
        var verb = request.direction() == Direction.FROM_CONTAINER ? "written" : "read";
        return e instanceof FileSystemException system && system.getReason() == null
                ? "%s cannot be %s on this machine".formatted(system.getFile(), verb)
                : "Not everything was copied: " + e.getMessage();
    }

    private void download() throws Failure, IOException, InterruptedException, CopyStoppedException {
        var path = RemotePath.parse(request.remotePath());
        var landing = ExtractionTarget.resolve(request.localPath(),
                path.name().equals(".") ? request.pod().name() : path.name());
        var pipe = new BytePipe(ROOM);
        var hearing = new TarOutputReader(pipe, path);
        var command = List.of("tar", "-c", "-f", "-", "-C", path.folder(), path.commandArgument());
        try (pipe; var _ = startCommand(command, false, hearing)) {
            new ArchiveExtractor(new TarReader(pipe), landing, path.name(), witness).run();
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

    private void upload() throws Failure, IOException, InterruptedException {
        if (!Files.exists(request.localPath(), LinkOption.NOFOLLOW_LINKS)) {
            throw new Failure(Problem.of(ProblemKind.NOT_FOUND, "There is no file " + request.localPath()));
        }
        var source = request.localPath().toRealPath(LinkOption.NOFOLLOW_LINKS);
        setTotal(ArchivePacker.contentSize(source));
        var target = resolveTarget(source);
        var pipe = new BytePipe(ROOM);
        var hearing = new TarOutputReader(pipe, target);
        var command = List.of("tar", "-x", "-m", "-o", "-f", "-", "-C", target.folder());
        try (pipe;
                var typed = startCommand(command, true, hearing);
                var out = new BufferedOutputStream(new StdinStream(typed), PIECE)) {
            pipe.close();
            new ArchivePacker(source, target.name(), witness).run(new TarWriter(out));
            var _ = typed.endInput();
            requireSuccess(hearing);
        } catch (IOException e) {
            if (hearing.hasFailed()) {
                requireSuccess(hearing);
            }
            throw e;
        }
    }

    /** Resolves the remote target; an existing folder takes the source in, as {@code cp} does. */
    private RemotePath resolveTarget(Path source) throws Failure, InterruptedException {
        var name = source.getFileName();
        if (request.remotePath().endsWith("/") || isRemoteFolder()) {
            return new RemotePath(request.remotePath(), name == null ? "root" : name.toString());
        }
        return RemotePath.parse(request.remotePath());
    }

    private boolean isRemoteFolder() throws InterruptedException {
        try {
            return OneShotCommand
                    .run(door, request.pod(), request.container(), List.of("test", "-d", request.remotePath()))
                    .code() == 0;
        } catch (Failure _) {
            // There may be no such program; tar then says what is wrong.
            return false;
        }
    }

    private ExecSession startCommand(List<String> command, boolean typed, TarOutputReader hearing)
            throws Failure, InterruptedException {
        var started = door.start(new ExecRequest(request.pod(), request.container(), command, typed, false), hearing);
        synchronized (this) {
            session = started;
            if (stopped) {
                started.close();
            }
        }
        return started;
    }

    private static void requireSuccess(TarOutputReader hearing) throws Failure, InterruptedException {
        var ending = hearing.awaitExitStatus();
        if (!(ending instanceof ExitStatus.ProcessExited(var code) && code == 0)) {
            throw new Failure(hearing.problem(ending));
        }
    }

    private synchronized void setTotal(long size) {
        total = size;
    }

    /** Answers the pending overwrite question; does nothing if there is none. */
    public synchronized void answer(OverwriteAnswer given) {
        if (asks.isPresent()) {
            answer = given;
            asks = Optional.empty();
            notifyAll();
        }
    }

    /** Waits until the copy has ended or a question is pending. */
    public synchronized CopyState await() throws InterruptedException {
        while (stage == CopyStage.RUNNING && asks.isEmpty()) {
            wait();
        }
        return state();
    }

    public synchronized CopyState state() {
        return new CopyState(order.number(), request, stage, text, files.get(), bytes.get(), total, left, leftOut, asks,
                order.since());
    }

    /** Waits up to a duration until the last file is complete or removed. */
    void awaitEnd(Duration timeout) throws InterruptedException {
        boolean _ = thread.join(timeout);
    }

    /** Stops the copy with a reason; files that are already complete stay. */
    void stop(String reason) {
        ExecSession open;
        synchronized (this) {
            if (stage != CopyStage.RUNNING) {
                return;
            }
            stopped = true;
            ended = reason;
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
    private final class CopyProgressListener implements ArchiveExtractor.ExtractionListener {

        @Override
        public boolean mayReplace(Path existing) throws InterruptedException, CopyStoppedException {
            synchronized (CopyJob.this) {
                if (answer != OverwriteAnswer.REPLACE_ALL && answer != OverwriteAnswer.SKIP_ALL) {
                    answer = null;
                    asks = Optional.of(existing);
                    CopyJob.this.notifyAll();
                    while (answer == null) {
                        CopyJob.this.wait();
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
            synchronized (CopyJob.this) {
                text = name.startsWith("./") ? name.substring(2) : name;
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
            synchronized (CopyJob.this) {
                leftOut++;
                if (left.size() < MOST_TOLD) {
                    left.add(name + ": " + reason);
                }
            }
        }
    }
}
