package tessera.logs;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import tessera.flow.LatestValue;

/**
 * Reads a log of some containers of one pod, each on its own virtual thread, merged by timestamp. It can be paused, and goes on where it was.
 */
public final class PodLogReader implements AutoCloseable {

    private final LogReadRequest request;
    private final LogRetryPolicy retryPolicy;
    /** How long a container may say nothing before the lines of others go ahead. */
    private static final Duration WINDOW = Duration.ofMillis(400);

    private final List<ContainerLogFollower> followers;
    private final Optional<LogTimestampMerger> order;
    private final LatestValue<List<ContainerLogReadStatus>> standings;
    private List<Thread> threads = List.of();
    /** Those of before a pause, which may not have noticed it yet. */
    private List<Thread> former = List.of();
    private volatile CountDownLatch finished = new CountDownLatch(1);

    /**
     * A reading that has not begun.
     *
     * @param pod  as it was when its containers were chosen
     * @param sink takes the lines; where it waits, the server waits
     */
    public PodLogReader(PodLogSource source, LogReadRequest request, LogPodFacts pod, LogLineConsumer sink,
            LogRetryPolicy retryPolicy) {
        this.request = request;
        this.retryPolicy = retryPolicy;
        standings = new LatestValue<>(request.containers().stream()
                .map(_ -> (ContainerLogReadStatus) new ContainerLogReadStatus.RequestingLogStatus()).toList());
        if (request.containers().size() < 2) {
            order = Optional.empty();
        } else {
            order = Optional.of(new LogTimestampMerger(sink, request.containers().size(),
                    request.follow() ? WINDOW : null, System::nanoTime));
        }
        LogLineConsumer taking = order.isPresent() ? order.get() : sink;
        followers = IntStream.range(0, request.containers().size())
                .mapToObj(origin -> newFollower(origin, source, request, pod, taking)).toList();
    }

    private ContainerLogFollower newFollower(int origin, PodLogSource source, LogReadRequest request, LogPodFacts pod,
            LogLineConsumer taking) {
        return new ContainerLogFollower(source, request, origin, pod,
                new ContainerLogFollower.LogOutput(taking, readStatus -> updateStatus(origin, readStatus)));
    }

    private void updateStatus(int origin, ContainerLogReadStatus readStatus) {
        order.ifPresent(merger -> merger.statusChanged(origin, readStatus));
        standings.update(before -> {
            var now = new ArrayList<>(before);
            now.set(origin, readStatus);
            return List.copyOf(now);
        });
        if (standings.get().stream().allMatch(ContainerLogReadStatus::isFinal)) {
            finished.countDown();
        }
    }

    /** Returns the status of each container, in the order of the request. */
    public LatestValue<List<ContainerLogReadStatus>> statuses() {
        return standings;
    }

    public LogReadRequest request() {
        return request;
    }

    /** Starts reading, or resumes it. */
    public synchronized void start() {
        if (!threads.isEmpty()) {
            return;
        }
        finished = new CountDownLatch(1);
        threads = Stream
                .concat(followers.stream().map(this::threadFor), order.stream().map(PodLogReader::startOrderTimer))
                .toList();
    }

    /** Starts the thread that releases lines when a container has been silent for a while. */
    private static Thread startOrderTimer(LogTimestampMerger merger) {
        return Thread.ofVirtual().name("log order").start(() -> {
            try {
                while (true) {
                    Thread.sleep(WINDOW);
                    merger.releaseOverdue();
                }
            } catch (InterruptedException _) {
                // It was paused, or is over.
            }
        });
    }

    private Thread threadFor(ContainerLogFollower follower) {
        var before = former;
        return Thread.ofVirtual().name("log").start(() -> {
            try {
                for (var thread : before) {
                    thread.join();
                }
                follower.follow(retryPolicy);
            } catch (InterruptedException _) {
                // It was paused.
            } catch (RuntimeException defect) {
                follower.giveUp();
                throw defect;
            }
        });
    }

    /** Waits until all containers have ended, or reading is paused. */
    public List<ContainerLogReadStatus> awaitEnd() throws InterruptedException {
        finished.await();
        return standings.get();
    }

    /** Ends it like a pause after which nobody goes on. */
    @Override
    public void close() {
        pause();
    }

    /** Pauses reading. Does not wait for who reads. */
    public synchronized void pause() {
        followers.forEach(ContainerLogFollower::stop);
        threads.forEach(Thread::interrupt);
        if (!threads.isEmpty()) {
            former = threads;
            threads = List.of();
        }
        order.ifPresent(LogTimestampMerger::releaseAll);
        finished.countDown();
    }
}
