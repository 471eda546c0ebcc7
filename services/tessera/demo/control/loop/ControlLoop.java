package tessera.demo.control.loop;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import tessera.demo.object.ApiError;
import tessera.demo.store.ObjectStore;
import tessera.demo.store.ResourceType;
import tessera.demo.store.StoreChange;
import tessera.demo.store.StoreWatch;
import tessera.demo.store.objects.StoredObjects;

/**
 * Everything that happens in the cluster by itself, on one thread: first the followers hear what changed, then the work
 * that follows from it is done, then the thread sleeps until something changes or is due.
 *
 * <p>All methods but {@link #start}, {@link #submit} and {@link #close} are for the loop's own thread, and for setting it up.
 */
public final class ControlLoop implements AutoCloseable {

    private static final System.Logger LOG = System.getLogger(ControlLoop.class.getName());
    private static final Duration LONGEST_SLEEP = Duration.ofMinutes(10);
    /** After so many pieces of work the followers hear the news again. */
    private static final int BATCH = 64;

    private final StoredObjects objects;
    private final Clock clock;
    private final double speed;
    private final Map<ResourceType, FollowedResource> followed = new LinkedHashMap<>();
    /** The same, to be gone through at each turn: a resource takes its time to be looked up. */
    private List<FollowedResource> all = List.of();
    private final Map<Object, ControllerTask> soon = new LinkedHashMap<>();
    private final PriorityQueue<Alarm> alarms = new PriorityQueue<>();
    private final Thread thread = Thread.ofPlatform().daemon().name("simulated cluster").unstarted(this::run);
    private final Queue<ControllerTask> handedIn = new ConcurrentLinkedQueue<>();
    private final CountDownLatch heard = new CountDownLatch(1);
    private long alarmsSet;
    private volatile boolean closed;

    /** A resource, who wants to hear of it, and its changes once it was begun with. */
    private static final class FollowedResource {

        private final ResourceType type;
        private final List<ChangeFollower> followers = new ArrayList<>();
        private @Nullable StoreWatch watch;

        FollowedResource(ResourceType type) {
            this.type = type;
        }

        void tell(StoreChange.ChangeKind kind, ObjectNode object) {
            followers.forEach(follower -> ControlLoop.tell(follower, kind, object));
        }
    }

    /** Something to be done at a moment. */
    private record Alarm(long at, long number, ControllerTask task) implements Comparable<Alarm> {

        @Override
        public int compareTo(Alarm other) {
            int byTime = Long.compare(at - other.at, 0);
            return byTime == 0 ? Long.compare(number, other.number) : byTime;
        }
    }

    /**
     * A loop that does not run yet.
     *
     * @param clock the cluster's time
     * @param speed how many seconds of the cluster pass in one second
     */
    public ControlLoop(StoredObjects objects, Clock clock, double speed) {
        this.objects = objects;
        this.clock = clock;
        this.speed = speed;
    }

    public StoredObjects objects() {
        return objects;
    }

    /** The cluster's time. */
    public Clock clock() {
        return clock;
    }

    /** Tells of every object of a resource and of all its changes. */
    public void follow(ResourceType type, ChangeFollower follower) {
        var resource = followed.computeIfAbsent(type, FollowedResource::new);
        resource.followers.add(follower);
        all = List.copyOf(followed.values());
        if (resource.watch != null) {
            objects.store().list(type, "").objects()
                    .forEach(object -> tell(follower, StoreChange.ChangeKind.ADDED, object.tree()));
        }
    }

    /** Has something done before the loop sleeps again, once for each key. */
    public void soon(Object key, ControllerTask task) {
        soon.putIfAbsent(key, task);
    }

    /** Has something done after some of the cluster's time. */
    public void after(Duration delay, ControllerTask task) {
        long wait = (long) (delay.toNanos() / speed);
        alarms.add(new Alarm(System.nanoTime() + Math.max(0, wait), alarmsSet++, task));
    }

    /** Has something done again and again, first after one period. */
    public void every(Duration period, ControllerTask task) {
        after(period, () -> {
            every(period, task);
            task.run();
        });
    }

    /** Has something done on the loop's thread, asked for on any other. */
    public void submit(ControllerTask task) {
        handedIn.add(task);
        thread.interrupt();
    }

    /** Begins: the followers hear first what there is, then no work is done before all have heard. */
    public void start() {
        thread.start();
    }

    /** Waits until all followers have heard what there is: whatever is changed from then on is a change to them, too. */
    public void awaitHeard() {
        try {
            heard.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void begin(FollowedResource resource) {
        var start = objects.store().watch(resource.type, "", Integer.MAX_VALUE);
        resource.watch = start.watch();
        for (var object : start.existing().objects()) {
            resource.tell(StoreChange.ChangeKind.ADDED, object.tree());
        }
    }

    /** Ends the loop; returns when its thread has ended. */
    @Override
    public void close() {
        closed = true;
        thread.interrupt();
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        for (var resource : all) {
            if (resource.watch != null) {
                resource.watch.close();
            }
        }
    }

    private void run() {
        while (!closed) {
            try {
                turn(objects.store());
            } catch (InterruptedException handedInOrClosed) {
                // Either is seen at the next turn.
            }
        }
        heard.countDown();
    }

    private void turn(ObjectStore store) throws InterruptedException {
        long version = store.version();
        for (var task = handedIn.poll(); task != null; task = handedIn.poll()) {
            perform(task);
        }
        boolean told = hear();
        heard.countDown();
        boolean worked = work();
        boolean rung = ring();
        if (!told && !worked && !rung) {
            store.await(version + 1, untilNextAlarm());
        }
    }

    private boolean hear() throws InterruptedException {
        boolean any = false;
        for (var resource : all) {
            var watch = resource.watch;
            if (watch == null) {
                begin(resource);
                any = true;
                continue;
            }
            while (watch.next(Duration.ZERO) instanceof StoreChange change) {
                resource.tell(change.kind(), change.object().tree());
                any = true;
            }
        }
        return any;
    }

    private static void tell(ChangeFollower follower, StoreChange.ChangeKind kind,
            ObjectNode object) {
        try {
            follower.changed(kind, object);
        } catch (RuntimeException e) {
            LOG.log(System.Logger.Level.WARNING, "a follower failed", e);
        }
    }

    private boolean work() {
        int done = 0;
        while (!soon.isEmpty() && done < BATCH && !closed) {
            var next = soon.entrySet().iterator().next();
            soon.remove(next.getKey());
            perform(next.getValue());
            done++;
        }
        return done > 0;
    }

    private boolean ring() {
        boolean any = false;
        long now = System.nanoTime();
        for (var alarm = alarms.peek(); alarm != null && alarm.at() - now <= 0 && !closed; alarm = alarms.peek()) {
            alarms.poll();
            perform(alarm.task());
            any = true;
        }
        return any;
    }

    /** What went wrong for one must not cost all others. */
    private static void perform(ControllerTask task) {
        try {
            task.run();
        } catch (ApiError e) {
            LOG.log(System.Logger.Level.DEBUG, "refused", e);
        } catch (RuntimeException e) {
            LOG.log(System.Logger.Level.WARNING, "a controller failed", e);
        }
    }

    private Duration untilNextAlarm() {
        var alarm = alarms.peek();
        return alarm == null ? LONGEST_SLEEP : Duration.ofNanos(Math.max(0, alarm.at() - System.nanoTime()));
    }
}
