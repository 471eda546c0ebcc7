package tessera.demo.control;

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
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tessera.demo.object.SimulatedApiException;
import tessera.demo.store.SimulatedEtcdStore;
import tessera.demo.store.SimulatedResourceType;
import tessera.demo.store.SimulatedStoreWatch;
import tessera.demo.store.SimulatedStoredObjectChange;
import tessera.demo.store.SimulatedStoredObjectChange.WatchEventType;
import tessera.demo.store.objects.SimulatedApiStorage;

/**
 * The single-threaded loop behind all controllers: it delivers changes, runs the tasks that follow, and sleeps until something changes or is due.
 *
 * <p>All methods but {@link #start}, {@link #submit} and {@link #close} are for the loop's own thread, and for setting it up.
 */
public final class SimulatedControlLoop implements AutoCloseable {

    private static final System.Logger LOG = System.getLogger(SimulatedControlLoop.class.getName());
    private static final Duration LONGEST_SLEEP = Duration.ofMinutes(10);
    /** After so many pieces of work the followers hear the news again. */
    private static final int BATCH = 64;

    private final SimulatedApiStorage objects;
    private final Clock clock;
    private final double speed;
    private final Map<SimulatedResourceType, FollowedResource> followed = new LinkedHashMap<>();
    /** The same, to be gone through at each turn: a resource takes its time to be looked up. */
    private List<FollowedResource> all = List.of();
    private final Map<Object, SimulatedControllerTask> soon = new LinkedHashMap<>();
    private final PriorityQueue<TimedTask> timers = new PriorityQueue<>();
    private final Thread thread = Thread.ofPlatform().daemon().name("simulated cluster").unstarted(this::runLoop);
    /** Searches for kinds that are not served yet; they return whether they have found one. */
    private final List<BooleanSupplier> awaitedKinds = new ArrayList<>();
    private final Queue<SimulatedControllerTask> handedIn = new ConcurrentLinkedQueue<>();
    private final CountDownLatch initialDelivery = new CountDownLatch(1);
    private long alarmsSet;
    private volatile boolean closed;

    /** A resource with its followers and its watch. */
    private static final class FollowedResource {

        private final SimulatedResourceType type;
        private final List<SimulatedResourceChangeListener> followers = new ArrayList<>();
        private @Nullable SimulatedStoreWatch watch;

        FollowedResource(SimulatedResourceType type) {
            this.type = type;
        }

        void deliver(WatchEventType kind, ObjectNode object) {
            followers.forEach(follower -> SimulatedControlLoop.deliver(follower, kind, object));
        }
    }

    /** A task that is due at a moment. */
    private record TimedTask(long dueNanos, long number,
            SimulatedControllerTask task) implements Comparable<TimedTask> {

        @Override
        public int compareTo(TimedTask other) {
            int byTime = Long.compare(dueNanos - other.dueNanos, 0);
            return byTime == 0 ? Long.compare(number, other.number) : byTime;
        }
    }

    /**
     * A loop that does not run yet.
     *
     * @param clock the cluster's time
     * @param speed how many seconds of the cluster pass in one second
     */
    public SimulatedControlLoop(SimulatedApiStorage objects, Clock clock, double speed) {
        this.objects = objects;
        this.clock = clock;
        this.speed = speed;
        follow(objects.catalog().get("customresourcedefinitions.apiextensions.k8s.io"),
                (_, _) -> schedule(awaitedKinds, this::lookForKinds));
    }

    public SimulatedApiStorage objects() {
        return objects;
    }

    /** Returns the cluster's clock. */
    public Clock clock() {
        return clock;
    }

    /** Adds a follower for all objects of a resource and their changes. */
    public void follow(SimulatedResourceType type, SimulatedResourceChangeListener follower) {
        var resource = followed.computeIfAbsent(type, FollowedResource::new);
        resource.followers.add(follower);
        all = List.copyOf(followed.values());
        if (resource.watch != null) {
            objects.store().list(type, "").objects()
                    .forEach(object -> deliver(follower, WatchEventType.ADDED, object.toTree()));
        }
    }

    /** Calls an action with a kind once it is served, as the kind of a custom resource may be installed later. */
    public void whenServed(String apiVersion, String kind, Consumer<SimulatedResourceType> action) {
        awaitedKinds.add(() -> {
            var type = objects.catalog().findByKind(apiVersion, kind);
            if (type != null) {
                action.accept(type);
            }
            return type != null;
        });
        lookForKinds();
    }

    private void lookForKinds() {
        awaitedKinds.removeIf(BooleanSupplier::getAsBoolean);
    }

    /** Runs a task before the loop sleeps again, once for each key. */
    public void schedule(Object key, SimulatedControllerTask task) {
        soon.putIfAbsent(key, task);
    }

    /** Runs a task after a delay in cluster time. */
    public void runAfter(Duration delay, SimulatedControllerTask task) {
        long wait = (long) (delay.toNanos() / speed);
        timers.add(new TimedTask(System.nanoTime() + Math.max(0, wait), alarmsSet++, task));
    }

    /** Runs a task periodically, first after one period. */
    public void runEvery(Duration period, SimulatedControllerTask task) {
        runAfter(period, () -> {
            runEvery(period, task);
            task.run();
        });
    }

    /** Runs a task on the loop's thread; may be called from any thread. */
    public void submit(SimulatedControllerTask task) {
        handedIn.add(task);
        thread.interrupt();
    }

    /** Starts the loop: all followers receive the existing objects before any task runs. */
    public void start() {
        thread.start();
    }

    /** Waits until all followers have received the existing objects. */
    public void awaitInitialDelivery() {
        try {
            initialDelivery.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void beginFollowing(FollowedResource resource) {
        var start = objects.store().watch(resource.type, "", Integer.MAX_VALUE);
        resource.watch = start.watch();
        for (var object : start.existing().objects()) {
            resource.deliver(WatchEventType.ADDED, object.toTree());
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

    private void runLoop() {
        while (!closed) {
            try {
                runTurn(objects.store());
            } catch (InterruptedException handedInOrClosed) {
                // Either is seen at the next turn.
            }
        }
        initialDelivery.countDown();
    }

    private void runTurn(SimulatedEtcdStore store) throws InterruptedException {
        long version = store.currentVersion();
        for (var task = handedIn.poll(); task != null; task = handedIn.poll()) {
            perform(task);
        }
        boolean told = deliverChanges();
        initialDelivery.countDown();
        boolean worked = runTasks();
        boolean rung = runDueAlarms();
        if (!told && !worked && !rung) {
            store.awaitVersion(version + 1, timeUntilNextAlarm());
        }
    }

    private boolean deliverChanges() throws InterruptedException {
        boolean any = false;
        for (var resource : all) {
            var watch = resource.watch;
            if (watch == null) {
                beginFollowing(resource);
                any = true;
                continue;
            }
            while (watch.nextSignal(Duration.ZERO) instanceof SimulatedStoredObjectChange change) {
                resource.deliver(change.kind(), change.object().toTree());
                any = true;
            }
        }
        return any;
    }

    private static void deliver(SimulatedResourceChangeListener follower, WatchEventType kind, ObjectNode object) {
        try {
            follower.objectChanged(kind, object);
        } catch (RuntimeException e) {
            LOG.log(System.Logger.Level.WARNING, "a follower failed", e);
        }
    }

    private boolean runTasks() {
        int done = 0;
        while (!soon.isEmpty() && done < BATCH && !closed) {
            var next = soon.entrySet().iterator().next();
            soon.remove(next.getKey());
            perform(next.getValue());
            done++;
        }
        return done > 0;
    }

    private boolean runDueAlarms() {
        boolean any = false;
        long now = System.nanoTime();
        for (var timedTask = timers.peek(); timedTask != null && timedTask.dueNanos() - now <= 0
                && !closed; timedTask = timers.peek()) {
            timers.poll();
            perform(timedTask.task());
            any = true;
        }
        return any;
    }

    private static void perform(SimulatedControllerTask task) {
        try {
            task.run();
        } catch (SimulatedApiException e) {
            LOG.log(System.Logger.Level.DEBUG, "refused", e);
        } catch (RuntimeException e) {
            LOG.log(System.Logger.Level.WARNING, "a controller failed", e);
        }
    }

    private Duration timeUntilNextAlarm() {
        var timedTask = timers.peek();
        if (timedTask == null) {
            return LONGEST_SLEEP;
        }
        return Duration.ofNanos(Math.max(0, timedTask.dueNanos() - System.nanoTime()));
    }

    /** A unit of a controller's work. A refusal of the API server ends it; whoever wants it done must ask again. */
    @FunctionalInterface
    public interface SimulatedControllerTask {

        void run() throws SimulatedApiException;
    }

    /** A listener for every change of a resource's objects. */
    @FunctionalInterface
    public interface SimulatedResourceChangeListener {

        /**
         * Handles one change, in order.
         *
         * @param object as it is now, or was last, without {@code kind} and {@code apiVersion}; shared, not to be changed
         */
        void objectChanged(WatchEventType kind, ObjectNode object);
    }
}
