package tessera.logs;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tessera.logs.LogPodFacts.ContainerState;
import tessera.logs.LogPodFacts.LoggedContainer;
import tessera.model.Problem;
import tessera.model.Problem.OperationProblemKind;
import tessera.model.ProblemException;
import tessera.text.MessageCatalog;
import tessera.text.OptionalText;

/** Reads the log of one container, across cuts and restarts, and remembers its position. One thread at a time. */
final class ContainerLogFollower {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(ContainerLogFollower.class);

    /** As kubelets say it. */
    private static final String NO_FORMER = "previous terminated";

    /** How often the next pod of a name is looked for: who makes them does so at once. */
    private static final int LOOKS = 30;

    private final PodLogSource source;
    private final LogReadRequest readRequest;
    private final int origin;
    private final LogLineConsumer sink;
    private final Consumer<ContainerLogReadStatus> told;
    private LogReadPosition position = new LogReadPosition();
    private String uid;
    private final boolean succeeded;
    /** Whether another pod has come in place of the one that was asked for, of which all is read. */
    private boolean another;
    private boolean started;
    /** Whether it was let in once: what is refused after that may pass, as roles are edited and credentials renewed. */
    private boolean admitted;
    /** Whether it was told among the lines that they break off. */
    private boolean interruptionNoted;
    /** Looks in vain for the pod that comes after the one that is gone. */
    private int vain;
    private int run;
    private int failures;
    /** Whether lines may be gone for a reason that was told. */
    private boolean renewed;
    private volatile PodLogSource.@Nullable LogByteStream open;
    private volatile boolean stopped;

    /** The sink of the lines and the listener of the status. */
    record LogOutput(LogLineConsumer sink, Consumer<ContainerLogReadStatus> statusListener) {}

    ContainerLogFollower(PodLogSource source, LogReadRequest request, int origin, LogPodFacts pod, LogOutput ear) {
        this.source = source;
        this.readRequest = request;
        this.origin = origin;
        sink = ear.sink();
        told = ear.statusListener();
        uid = pod.uid();
        succeeded = pod.next() == LogPodFacts.PodSuccessorNaming.ITS_NAME;
        run = pod.findContainer(containerName()).map(LoggedContainer::restarts).orElse(0);
    }

    private String containerName() {
        return readRequest.containers().get(origin);
    }

    /** Stops reading, from any thread. */
    void stop() {
        stopped = true;
        var logByteStream = open;
        if (logByteStream != null) {
            logByteStream.abort();
        }
    }

    /** Reads until the log ends, or it is stopped. */
    void follow(LogRetryPolicy retryPolicy) throws InterruptedException {
        stopped = false;
        while (!stopped) {
            try {
                readStream();
                if (!readRequest.follow()) {
                    told.accept(new ContainerLogReadStatus.EndedLogStatus(""));
                    return;
                }
                // What is known of the pod follows its log by a moment.
                Thread.sleep(retryPolicy.shortest());
                while (!stopped && !canContinue()) {
                    Thread.sleep(retryPolicy.statusInterval());
                }
                failures = 0;
            } catch (ProblemException problemException) {
                var kind = problemException.problem().kind();
                if (stopped || reportFailure(problemException.problem(), retryPolicy)) {
                    return;
                }
                Thread.sleep(kind == OperationProblemKind.INVALID || kind == OperationProblemKind.NOT_FOUND
                        ? retryPolicy.statusInterval()
                        : retryPolicy.pauseAfter(failures));
            } catch (LogEndedException exception) {
                told.accept(exception.readStatus);
                return;
            }
        }
    }

    /** Reports the end of reading for a reason other than the cluster's. */
    void giveUp() {
        told.accept(new ContainerLogReadStatus.RefusedLogStatus(
                Problem.of(OperationProblemKind.UNEXPECTED, new LogReadReason.LogReaderFailed())));
    }

    /** Reports the status of a failure, and returns whether retrying is of no use. */
    private boolean reportFailure(Problem problem, LogRetryPolicy retryPolicy) {
        boolean waits = readRequest.follow() && problem.kind() == OperationProblemKind.INVALID;
        boolean succeeds = readRequest.follow() && succeeded && problem.kind() == OperationProblemKind.NOT_FOUND
                && vain++ < LOOKS;
        boolean passes = readRequest.follow() && switch (problem.kind()) {
            case UNREACHABLE, TIMEOUT, OVERLOADED, CONFLICT -> true;
            case FORBIDDEN, UNAUTHENTICATED, UNTRUSTED, GARBLED -> admitted || retryPolicy.retriesDenied();
            default -> false;
        };
        if (waits) {
            told.accept(new ContainerLogReadStatus.WaitingLogStatus(
                    OptionalText.orElse(problem.detail(), problem.headline())));
        } else if (passes) {
            failures++;
            noteInterruption(problem);
            told.accept(new ContainerLogReadStatus.InterruptedLogStatus(problem));
        } else if (succeeds) {
            told.accept(new ContainerLogReadStatus.WaitingLogStatus(MESSAGES.text("pod.awaited")));
        } else if (problem.kind() == OperationProblemKind.NOT_FOUND && readRequest.follow()) {
            told.accept(new ContainerLogReadStatus.EndedLogStatus(MESSAGES.text("pod.absent")));
        } else {
            told.accept(new ContainerLogReadStatus.RefusedLogStatus(explainMissingPrevious(problem)));
        }
        return !waits && !passes && !succeeds;
    }

    /** Notes among the lines where they break off, once until they resume. */
    private void noteInterruption(Problem problem) {
        if (admitted && !interruptionNoted) {
            interruptionNoted = true;
            sink.acceptNote(origin, MESSAGES.text("note.cut", problem.headline()));
        }
    }

    /** Replaces the error of a previous log that cannot exist, as the container never restarted. */
    private Problem explainMissingPrevious(Problem problem) {
        if (readRequest.previous() && problem.detail().contains(NO_FORMER)) {
            return Problem.of(problem.kind(), new LogReadReason.PreviousLogMissing(containerName()))
                    .withDetail(problem.detail());
        }
        return problem;
    }

    private void readStream() throws ProblemException, InterruptedException, LogEndedException {
        if (started) {
            // While nobody listened, another pod may have come by the name.
            refreshPod();
        }
        started = true;
        var resumed = position.sinceTime();
        if (resumed.isEmpty() && failures == 0) {
            told.accept(new ContainerLogReadStatus.RequestingLogStatus());
        }
        var request = new PodLogSource.LogRequest(readRequest.pod(), containerName(), readRequest.previous(),
                readRequest.follow(), resumed.orElse(another ? null : readRequest.since()),
                resumed.isPresent() || another ? -1 : readRequest.tail());
        position.resume();
        try (var logByteStream = source.openStream(request)) {
            open = logByteStream;
            if (stopped) {
                return;
            }
            admitted = true;
            interruptionNoted = false;
            told.accept(new ContainerLogReadStatus.StreamingLogStatus());
            new LogLineSplitter(new DuplicateLogLineFilter()).read(logByteStream.bytes());
        } catch (IOException e) {
            handleCut(e);
        } finally {
            open = null;
        }
    }

    private void handleCut(IOException e) throws ProblemException {
        var logByteStream = open;
        if (stopped || logByteStream == null) {
            return;
        }
        var problem = logByteStream.explain(e);
        // A container that has nothing to say is no cut: nobody has to know that it was asked anew.
        if (readRequest.follow() && problem.kind() == OperationProblemKind.TIMEOUT) {
            return;
        }
        throw new ProblemException(problem, e);
    }

    /** Returns whether there is something to read again. */
    private boolean canContinue() throws ProblemException, InterruptedException, LogEndedException {
        var before = uid;
        var pod = refreshPod();
        if (!uid.equals(before)) {
            return true;
        }
        var found = pod.findContainer(containerName());
        if (found.isEmpty()) {
            throw new LogEndedException(MESSAGES.text("container.absent"));
        }
        var container = found.get();
        if (container.restarts() > run) {
            sink.acceptNote(origin, restartText(container));
            run = container.restarts();
            renewed = true;
            return true;
        }
        if (container.state() == ContainerState.RUNNING) {
            return true;
        }
        if (container.last() && !pod.deleting()) {
            throw new LogEndedException(MESSAGES.text("container.ended", container.statusText()));
        }
        told.accept(new ContainerLogReadStatus.WaitingLogStatus(
                MESSAGES.text(pod.deleting() ? "pod.deleting" : "container.ended", container.statusText())));
        return false;
    }

    /** Reads the current state of the pod, which may be another one than before. */
    private LogPodFacts refreshPod() throws ProblemException, InterruptedException, LogEndedException {
        var pod = source.findPod(readRequest.pod());
        vain = 0;
        if (pod.uid().equals(uid)) {
            return pod;
        }
        if (!readRequest.follow()) {
            throw new LogEndedException(MESSAGES.text("pod.other"));
        }
        sink.acceptNote(origin, MESSAGES.text("note.replaced"));
        uid = pod.uid();
        another = true;
        position = new LogReadPosition();
        run = pod.findContainer(containerName()).map(LoggedContainer::restarts).orElse(0);
        return pod;
    }

    private String restartText(LoggedContainer container) {
        return MESSAGES.text("note.restarted", containerName(), container.restarts(), container.restarts() - run - 1);
    }

    /** Thrown when the log has ended for good. */
    private static final class LogEndedException extends Exception {
        private static final long serialVersionUID = 1;
        private final transient ContainerLogReadStatus readStatus;

        LogEndedException(String text) {
            super(text, null, false, false);
            readStatus = new ContainerLogReadStatus.EndedLogStatus(text);
        }
    }

    /** Passes on only what was not delivered before. */
    private final class DuplicateLogLineFilter implements LogLineSplitter.LinePartConsumer {

        private boolean takes;
        private boolean continues;
        private long nanos;
        private long bytesToSkip;

        @Override
        public void beginLine(long moment) {
            nanos = moment;
            continues = false;
            takes = position.isNewLine(moment);
            if (!takes) {
                return;
            }
            bytesToSkip = position.deliveredBytes(moment);
            failures = 0;
            if (position.hasMissedLines() && !renewed) {
                sink.acceptNote(origin, MESSAGES.text("note.gap"));
            }
            renewed = false;
        }

        @Override
        public void acceptPart(byte[] bytes, int start, int length, boolean ends) {
            if (!takes) {
                return;
            }
            int skipped = (int) Math.min(bytesToSkip, length);
            bytesToSkip -= skipped;
            position.recordDelivered(length);
            if (length > skipped || ends) {
                sink.acceptLine(new LogLineConsumer.LogLinePart(origin, nanos, continues, ends,
                        ByteBuffer.wrap(bytes, start + skipped, length - skipped)));
            }
            continues = true;
            if (ends) {
                position.completeLine(nanos);
            }
        }
    }
}
