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
import tessera.exec.ExecSession;
import tessera.exec.ExecWish;
import tessera.exec.ExitStatus;
import tessera.exec.OneShot;
import tessera.exec.SessionLog;
import tessera.filecopy.ArchiveExtractor.CopyStoppedException;
import tessera.filecopy.CopyState.CopyStage;
import tessera.filecopy.CopyWish.Direction;
import tessera.model.Failure;
import tessera.model.Problem;
import tessera.model.Problem.ProblemKind;

/** Something that is copied, until it is there. Safe for use by several threads. */
public final class CopyJob implements AutoCloseable {

    private static final int ROOM = 1 << 20;
    private static final int PIECE = 64 << 10;
    private static final int MOST_TOLD = 20;

    private final ContainerAccess door;
    private final CopyOrder order;
    private final CopyWish wish;
    private final AtomicLong bytes = new AtomicLong();
    private final AtomicLong files = new AtomicLong();
    private final List<String> left = new ArrayList<>();
    private final CopyWitness witness = new CopyWitness();
    private final Thread thread = Thread.ofVirtual().name("copying").unstarted(this::run);
    private @Nullable ExecSession session;
    private @Nullable OverwriteAnswer answer;
    private Optional<Path> asks = Optional.empty();
    private CopyStage stage = CopyStage.RUNNING;
    private String words = "";
    private int leftOut;
    private long total = -1;
    private boolean stopped;
    /** Why it was stopped; empty where the user wanted it. */
    private String ended = "";

    /**
     * What is to be done.
     *
     * @param note to be told of its end
     */
    record CopyOrder(CopyWish wish, long number, Instant since, SessionLog.SessionNote note) {}

    private CopyJob(ContainerAccess door, CopyOrder order, @Nullable OverwriteAnswer answer) {
        this.door = door;
        this.order = order;
        this.wish = order.wish();
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
            if (wish.direction() == Direction.FROM_CONTAINER) {
                fetch();
            } else {
                bring();
            }
            end(CopyStage.DONE, "");
        } catch (Failure failure) {
            end(CopyStage.FAILED, failure.problem().sentence());
        } catch (IOException e) {
            end(CopyStage.FAILED, words(e));
        } catch (CopyStoppedException | InterruptedException _) {
            end(CopyStage.STOPPED, "");
        }
    }

    private synchronized void end(CopyStage how, String why) {
        stage = stopped ? CopyStage.STOPPED : how;
        words = stopped ? ended : why;
        asks = Optional.empty();
        order.note().end(switch (stage) {
            case FAILED -> SessionLog.SessionResult.FAILED;
            case STOPPED -> SessionLog.SessionResult.CANCELLED;
            case DONE, RUNNING -> SessionLog.SessionResult.DONE;
        }, words);
        notifyAll();
    }

    /** Some exceptions of the system name but the file. */
    private String words(IOException e) {
        var verb = wish.direction() == Direction.FROM_CONTAINER ? "written" : "read";
        return e instanceof FileSystemException system && system.getReason() == null
                ? "%s cannot be %s on this machine".formatted(system.getFile(), verb)
                : "Not everything was copied: " + e.getMessage();
    }

    private void fetch() throws Failure, IOException, InterruptedException, CopyStoppedException {
        var path = RemotePath.of(wish.remote());
        var landing = ExtractionTarget.at(wish.local(), path.name().equals(".") ? wish.pod().name() : path.name());
        var pipe = new BytePipe(ROOM);
        var hearing = new TarOutputReader(pipe, path);
        var command = List.of("tar", "-c", "-f", "-", "-C", path.folder(), path.argument());
        try (pipe; var _ = begin(command, false, hearing)) {
            new ArchiveExtractor(new TarReader(pipe), landing, path.name(), witness).run();
            pipe.close();
            settle(hearing);
        } catch (IOException e) {
            // That the program failed explains why its archive ends.
            if (hearing.failed()) {
                settle(hearing);
            }
            throw e;
        }
    }

    private void bring() throws Failure, IOException, InterruptedException {
        if (!Files.exists(wish.local(), LinkOption.NOFOLLOW_LINKS)) {
            throw new Failure(Problem.of(ProblemKind.NOT_FOUND, "There is no file " + wish.local()));
        }
        var source = wish.local().toRealPath(LinkOption.NOFOLLOW_LINKS);
        announce(ArchivePacker.size(source));
        var target = target(source);
        var pipe = new BytePipe(ROOM);
        var hearing = new TarOutputReader(pipe, target);
        var command = List.of("tar", "-x", "-m", "-o", "-f", "-", "-C", target.folder());
        try (pipe;
                var typed = begin(command, true, hearing);
                var out = new BufferedOutputStream(new StdinStream(typed), PIECE)) {
            pipe.close();
            new ArchivePacker(source, target.name(), witness).run(new TarWriter(out));
            var _ = typed.endInput();
            settle(hearing);
        } catch (IOException e) {
            if (hearing.failed()) {
                settle(hearing);
            }
            throw e;
        }
    }

    /** A folder that is there takes it in, as on this machine. */
    private RemotePath target(Path source) throws Failure, InterruptedException {
        var name = source.getFileName();
        if (wish.remote().endsWith("/") || isFolder()) {
            return new RemotePath(wish.remote(), name == null ? "root" : name.toString());
        }
        return RemotePath.of(wish.remote());
    }

    private boolean isFolder() throws InterruptedException {
        try {
            return OneShot.run(door, wish.pod(), wish.container(), List.of("test", "-d", wish.remote())).code() == 0;
        } catch (Failure _) {
            // There may be no such program; tar then says what is wrong.
            return false;
        }
    }

    private ExecSession begin(List<String> command, boolean typed, TarOutputReader hearing)
            throws Failure, InterruptedException {
        var started = door.start(new ExecWish(wish.pod(), wish.container(), command, typed, false), hearing);
        synchronized (this) {
            session = started;
            if (stopped) {
                started.close();
            }
        }
        return started;
    }

    private static void settle(TarOutputReader hearing) throws Failure, InterruptedException {
        var ending = hearing.ending();
        if (!(ending instanceof ExitStatus.ProcessExited(var code) && code == 0)) {
            throw new Failure(hearing.problem(ending));
        }
    }

    private synchronized void announce(long size) {
        total = size;
    }

    /** What to do about the file that is asked about; nothing where none is. */
    public synchronized void answer(OverwriteAnswer given) {
        if (asks.isPresent()) {
            answer = given;
            asks = Optional.empty();
            notifyAll();
        }
    }

    /** Waits until it is over, or something is asked. */
    public synchronized CopyState await() throws InterruptedException {
        while (stage == CopyStage.RUNNING && asks.isEmpty()) {
            wait();
        }
        return state();
    }

    public synchronized CopyState state() {
        return new CopyState(order.number(), wish, stage, words, files.get(), bytes.get(), total, left, leftOut, asks,
                order.since());
    }

    /** Waits until its last file is whole or gone, though not longer than that. */
    void leave(Duration patience) throws InterruptedException {
        boolean _ = thread.join(patience);
    }

    /** Ends it with a word; what is copied already stays. */
    void stop(String why) {
        ExecSession open;
        synchronized (this) {
            if (stage != CopyStage.RUNNING) {
                return;
            }
            stopped = true;
            ended = why;
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

    /** Counts, and asks. */
    private final class CopyWitness implements ArchiveExtractor.ExtractionWitness {

        @Override
        public boolean replace(Path existing) throws InterruptedException, CopyStoppedException {
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
        public void begun(String name, long size) {
            synchronized (CopyJob.this) {
                words = name.startsWith("./") ? name.substring(2) : name;
                // A file by itself says at once how large it is.
                if (files.get() == 0 && total < 0 && size > 0 && name.indexOf('/', 2) < 0) {
                    total = size;
                }
            }
        }

        @Override
        public void wrote(int count) {
            bytes.addAndGet(count);
        }

        @Override
        public void done() {
            files.incrementAndGet();
        }

        @Override
        public void refused(String name, String why) {
            synchronized (CopyJob.this) {
                leftOut++;
                if (left.size() < MOST_TOLD) {
                    left.add(name + ": " + why);
                }
            }
        }
    }
}
