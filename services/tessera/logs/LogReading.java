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
 * A log being read: of some containers of one pod, each on a virtual thread of its own, put in the order in which their lines
 * were written. It can be paused, and goes on where it was.
 */
public final class LogReading implements AutoCloseable {

    private final LogWish wish;
    private final LogPace pace;
    /** How long a container may say nothing before the lines of others go ahead. */
    private static final Duration WINDOW = Duration.ofMillis(400);

    private final List<LogFollower> followers;
    private final Optional<TimeOrder> order;
    private final LatestValue<List<LogStatus>> standings;
    private List<Thread> threads = List.of();
    /** Those of before a pause, which may not have noticed it yet. */
    private List<Thread> former = List.of();
    private volatile CountDownLatch over = new CountDownLatch(1);

    /**
     * A reading that has not begun.
     *
     * @param pod  as it was when its containers were chosen
     * @param sink takes the lines; where it waits, the server waits
     */
    public LogReading(LogSource source, LogWish wish, LoggedPod pod, LogSink sink, LogPace pace) {
        this.wish = wish;
        this.pace = pace;
        standings = new LatestValue<>(
                wish.containers().stream().map(_ -> (LogStatus) new LogStatus.LogOpening()).toList());
        order = wish.containers().size() < 2 ? Optional.empty()
                : Optional.of(new TimeOrder(sink, wish.containers().size(), wish.follow() ? WINDOW : null,
                        System::nanoTime));
        LogSink taking = order.isPresent() ? order.get() : sink;
        followers = IntStream.range(0, wish.containers().size())
                .mapToObj(origin -> new LogFollower(source, wish, origin, pod,
                        new LogFollower.Ear(taking, standing -> tell(origin, standing))))
                .toList();
    }

    private void tell(int origin, LogStatus standing) {
        order.ifPresent(lines -> lines.stands(origin, standing));
        standings.update(before -> {
            var now = new ArrayList<>(before);
            now.set(origin, standing);
            return List.copyOf(now);
        });
        if (standings.get().stream().allMatch(LogStatus::over)) {
            over.countDown();
        }
    }

    /** How it stands with each container, in the order of the wish. */
    public LatestValue<List<LogStatus>> standings() {
        return standings;
    }

    public LogWish wish() {
        return wish;
    }

    /** Begins, or goes on. */
    public synchronized void start() {
        if (!threads.isEmpty()) {
            return;
        }
        over = new CountDownLatch(1);
        threads = Stream.concat(followers.stream().map(this::thread), order.stream().map(LogReading::looks)).toList();
    }

    /** Who says nothing for a while is noticed by looking. */
    private static Thread looks(TimeOrder lines) {
        return Thread.ofVirtual().name("log order").start(() -> {
            try {
                while (true) {
                    Thread.sleep(WINDOW);
                    lines.look();
                }
            } catch (InterruptedException _) {
                // It was paused, or is over.
            }
        });
    }

    private Thread thread(LogFollower follower) {
        var before = former;
        return Thread.ofVirtual().name("log").start(() -> {
            try {
                for (var thread : before) {
                    thread.join();
                }
                follower.work(pace);
            } catch (InterruptedException _) {
                // It was paused.
            } catch (RuntimeException defect) {
                follower.giveUp();
                throw defect;
            }
        });
    }

    /** Waits until nothing more will come of any container, or it is paused. */
    public List<LogStatus> await() throws InterruptedException {
        over.await();
        return standings.get();
    }

    /** Ends it like a pause after which nobody goes on. */
    @Override
    public void close() {
        pause();
    }

    /** Pauses. Does not wait for who reads. */
    public synchronized void pause() {
        followers.forEach(LogFollower::stop);
        threads.forEach(Thread::interrupt);
        if (!threads.isEmpty()) {
            former = threads;
            threads = List.of();
        }
        order.ifPresent(TimeOrder::release);
        over.countDown();
    }
}
