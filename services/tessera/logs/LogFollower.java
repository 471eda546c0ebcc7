package tessera.logs;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tessera.logs.LoggedPod.ContainerState;
import tessera.logs.LoggedPod.LoggedContainer;
import tessera.model.Failure;
import tessera.model.Problem;
import tessera.model.Problem.ProblemKind;

/** Reads the log of one container, through cuts and restarts, and remembers how far it came. One thread at a time. */
final class LogFollower {

    /** As kubelets say it. */
    private static final String NO_FORMER = "previous terminated container";

    /** How often the next pod of a name is looked for: who makes them does so at once. */
    private static final int LOOKS = 30;

    private final LogSource source;
    private final LogWish wish;
    private final int origin;
    private final LogSink sink;
    private final Consumer<LogStatus> told;
    private LogCursor place = new LogCursor();
    private String uid;
    private final boolean succeeded;
    /** Whether another pod has come in place of the one that was asked for, of which all is read. */
    private boolean another;
    private boolean begun;
    /** Whether it was let in once: what is refused after that may pass, as roles are edited and credentials renewed. */
    private boolean admitted;
    /** Whether it was told among the lines that they break off. */
    private boolean noted;
    /** Looks in vain for the pod that comes after the one that is gone. */
    private int vain;
    private int run;
    private int failures;
    /** Whether lines may be gone for a reason that was told. */
    private boolean renewed;
    private volatile LogSource.@Nullable Stream open;
    private volatile boolean stopped;

    /** Where lines go, and who is told how it stands. */
    record Ear(LogSink sink, Consumer<LogStatus> told) {}

    LogFollower(LogSource source, LogWish wish, int origin, LoggedPod pod, Ear ear) {
        this.source = source;
        this.wish = wish;
        this.origin = origin;
        sink = ear.sink();
        told = ear.told();
        uid = pod.uid();
        succeeded = pod.next() == LoggedPod.Next.ITS_NAME;
        run = pod.container(name()).map(LoggedContainer::restarts).orElse(0);
    }

    private String name() {
        return wish.containers().get(origin);
    }

    /** Ends what is being read, from any thread. */
    void stop() {
        stopped = true;
        var stream = open;
        if (stream != null) {
            stream.end();
        }
    }

    /** Reads until there is no more, or it is stopped. */
    void work(LogPace pace) throws InterruptedException {
        stopped = false;
        while (!stopped) {
            try {
                stream();
                if (!wish.follow()) {
                    told.accept(new LogStatus.LogEnded(""));
                    return;
                }
                // What is known of the pod follows its log by a moment.
                Thread.sleep(pace.shortest());
                while (!stopped && !goesOn()) {
                    Thread.sleep(pace.glance());
                }
                failures = 0;
            } catch (Failure failure) {
                var kind = failure.problem().kind();
                if (stopped || over(failure.problem(), pace)) {
                    return;
                }
                Thread.sleep(kind == ProblemKind.INVALID || kind == ProblemKind.NOT_FOUND ? pace.glance()
                        : pace.pause(failures));
            } catch (Over over) {
                told.accept(over.standing);
                return;
            }
        }
    }

    /** Tells that nothing more will come, for no reason of the cluster's. */
    void giveUp() {
        told.accept(new LogStatus.LogRefused(Problem.of(ProblemKind.UNEXPECTED, "The log could not be read on")));
    }

    /** Whether trying again is of no use; tells how it stands in any case. */
    private boolean over(Problem why, LogPace pace) {
        boolean waits = wish.follow() && why.kind() == ProblemKind.INVALID;
        boolean succeeds = wish.follow() && succeeded && why.kind() == ProblemKind.NOT_FOUND && vain++ < LOOKS;
        boolean passes = wish.follow() && switch (why.kind()) {
            case UNREACHABLE, TIMEOUT, OVERLOADED, CONFLICT -> true;
            case FORBIDDEN, UNAUTHENTICATED, UNTRUSTED, GARBLED -> admitted || pace.insists();
            default -> false;
        };
        if (waits) {
            told.accept(new LogStatus.LogWaiting(why.detail().isEmpty() ? why.headline() : why.detail()));
        } else if (passes) {
            failures++;
            note(why);
            told.accept(new LogStatus.LogInterrupted(why));
        } else if (succeeds) {
            told.accept(new LogStatus.LogWaiting("The pod is gone; the next one of its name is waited for"));
        } else if (why.kind() == ProblemKind.NOT_FOUND && wish.follow()) {
            told.accept(new LogStatus.LogEnded("The pod is no longer in the cluster"));
        } else {
            told.accept(new LogStatus.LogRefused(plain(why)));
        }
        return !waits && !passes && !succeeds;
    }

    /** Tells among the lines where they break off, once until they go on. */
    private void note(Problem why) {
        if (admitted && !noted) {
            noted = true;
            sink.note(origin, "The log was cut here: " + why.headline() + ". It goes on as soon as that is over.");
        }
    }

    /** Nothing was refused where a container was never started again. */
    private Problem plain(Problem why) {
        return wish.previous() && why.detail().contains(NO_FORMER)
                ? new Problem(why.kind(), "No run of %s before this one is kept".formatted(name()), why.detail(), "")
                : why;
    }

    private void stream() throws Failure, InterruptedException, Over {
        if (begun) {
            // While nobody listened, another pod may have come by the name.
            look();
        }
        begun = true;
        var resumed = place.since();
        if (resumed.isEmpty() && failures == 0) {
            told.accept(new LogStatus.LogOpening());
        }
        var request = new LogSource.LogRequest(wish.pod(), name(), wish.previous(), wish.follow(),
                resumed.orElse(another ? null : wish.since()), resumed.isPresent() || another ? -1 : wish.tail());
        place.resume();
        try (var stream = source.open(request)) {
            open = stream;
            if (stopped) {
                return;
            }
            admitted = true;
            noted = false;
            told.accept(new LogStatus.LogStreaming());
            new LineSplitter(new SkippingSink()).read(stream.bytes());
        } catch (IOException e) {
            cut(e);
        } finally {
            open = null;
        }
    }

    private void cut(IOException e) throws Failure {
        var stream = open;
        if (stopped || stream == null) {
            return;
        }
        var why = stream.explain(e);
        // A container that has nothing to say is no cut: nobody has to know that it was asked anew.
        if (wish.follow() && why.kind() == ProblemKind.TIMEOUT) {
            return;
        }
        throw new Failure(why, e);
    }

    /** Whether there is something to read again. */
    private boolean goesOn() throws Failure, InterruptedException, Over {
        var before = uid;
        var pod = look();
        if (!uid.equals(before)) {
            return true;
        }
        var found = pod.container(name());
        if (found.isEmpty()) {
            throw new Over("The container is no longer there");
        }
        var container = found.get();
        if (container.restarts() > run) {
            sink.note(origin, again(container));
            run = container.restarts();
            renewed = true;
            return true;
        }
        if (container.state() == ContainerState.RUNNING) {
            return true;
        }
        if (container.last() && !pod.deleting()) {
            throw new Over("The container has ended" + (container.words().isEmpty() ? "" : ": " + container.words()));
        }
        told.accept(new LogStatus.LogWaiting((pod.deleting() ? "The pod is being deleted" : "The container has ended")
                + (container.words().isEmpty() ? "" : ": " + container.words())));
        return false;
    }

    /** The pod as it is now, which may be another one than before. */
    private LoggedPod look() throws Failure, InterruptedException, Over {
        var pod = source.pod(wish.pod());
        vain = 0;
        if (pod.uid().equals(uid)) {
            return pod;
        }
        if (!wish.follow()) {
            throw new Over("The pod is gone; another one has its name");
        }
        sink.note(origin, "The pod was replaced here: what follows is of another one of the same name.");
        uid = pod.uid();
        another = true;
        place = new LogCursor();
        run = pod.container(name()).map(LoggedContainer::restarts).orElse(0);
        return pod;
    }

    private String again(LoggedContainer container) {
        int missed = container.restarts() - run - 1;
        return "%s was started again here (restart %d).%s".formatted(name(), container.restarts(), missed == 0 ? ""
                : " What it wrote in %s between was not read.".formatted(missed == 1 ? "a run" : missed + " runs"));
    }

    /** Thrown when nothing more will come. */
    private static final class Over extends Exception {
        private static final long serialVersionUID = 1;
        private final transient LogStatus standing;

        Over(String words) {
            super(words, null, false, false);
            standing = new LogStatus.LogEnded(words);
        }
    }

    /** Hands on what was not handed on before. */
    private final class SkippingSink implements LineSplitter.Parts {

        private boolean takes;
        private boolean continues;
        private long nanos;
        private long known;

        @Override
        public void begin(long moment) {
            nanos = moment;
            continues = false;
            takes = place.takes(moment);
            if (!takes) {
                return;
            }
            known = place.handed(moment);
            failures = 0;
            if (place.missed() && !renewed) {
                sink.note(origin, "Lines may be missing here: the node keeps no older ones.");
            }
            renewed = false;
        }

        @Override
        public void part(byte[] bytes, int start, int length, boolean ends) {
            if (!takes) {
                return;
            }
            int skipped = (int) Math.min(known, length);
            known -= skipped;
            place.hand(length);
            if (length > skipped || ends) {
                sink.line(new LogSink.LogPiece(origin, nanos, continues, ends,
                        ByteBuffer.wrap(bytes, start + skipped, length - skipped)));
            }
            continues = true;
            if (ends) {
                place.complete(nanos);
            }
        }
    }
}
