package tessera.bench;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.random.RandomGenerator;
import tessera.cluster.ClusterSession;
import tessera.cluster.ClusterSessionOptions;
import tessera.cluster.fixture.Contexts;
import tessera.cluster.http.SessionAccessMode;
import tessera.flow.LatestValue;
import tessera.model.ClusterSnapshot;
import tessera.model.NodeWithBoundPods;
import tessera.model.PodSummary;
import tessera.model.SessionConnectionStatus;

/** Follows a fleet in which much happens, and finds in every snapshot how late the news in it are. */
final class EventWatcher {

    private static final int LATEST = 60_000;

    private final LatestValue<ClusterSnapshot> snapshots;
    private final long epoch;
    /** How many events were so many milliseconds late. */
    private final int[] late = new int[LATEST + 1];
    private int seen;
    private int published;
    private Map<String, NodeWithBoundPods> before = Map.of();

    private EventWatcher(LatestValue<ClusterSnapshot> snapshots, long epoch) {
        this.snapshots = snapshots;
        this.epoch = epoch;
    }

    /** Address, epoch, and how many seconds to watch for. Prints what was seen. */
    public static void main(String[] arguments) throws Exception {
        var context = Contexts.context(arguments[0]);
        try (var session = ClusterSession.open(() -> context,
                ClusterSessionOptions.standard(Contexts.terms(), RandomGenerator.getDefault()),
                SessionAccessMode.READ_ONLY)) {
            while (!(session.snapshots().get().connection() instanceof SessionConnectionStatus.LiveConnection)) {
                Thread.sleep(10);
            }
            long retainedBefore = Vitals.retained();
            long residentBefore = Vitals.resident();
            var watcher = new EventWatcher(session.snapshots(), Long.parseLong(arguments[1]));
            watcher.watch(Duration.ofSeconds(Long.parseLong(arguments[2])));
            watcher.before = Map.of();
            System.out.println(watcher.told() + " before=" + retainedBefore + " after=" + Vitals.retained()
                    + " residentBefore=" + residentBefore + " peak=" + Vitals.peak());
        }
        System.exit(0);
    }

    /** Looks on the thread that publishes, so that the moment is the one at which anyone could know. */
    private void watch(Duration time) throws InterruptedException {
        var processor = Vitals.processorTime();
        try (var _ = snapshots.observe(this::look)) {
            Thread.sleep(time);
        }
        System.out.print("cpu=" + Vitals.processorTime().minus(processor).toNanos() / 1_000 + " ");
    }

    @SuppressWarnings("ReferenceEquality") // What did not change is the same object.
    private void look() {
        long now = System.currentTimeMillis() - epoch;
        var next = new HashMap<String, NodeWithBoundPods>();
        for (var node : snapshots.get().nodes()) {
            var nodeWithPods = before.get(node.name());
            if (nodeWithPods != null && nodeWithPods != node) {
                compare(nodeWithPods, node, now);
            }
            next.put(node.name(), node);
        }
        published++;
        before = next;
    }

    @SuppressWarnings("ReferenceEquality")
    private void compare(NodeWithBoundPods nodeWithPods, NodeWithBoundPods node, long now) {
        var pods = new HashMap<String, PodSummary>();
        nodeWithPods.pods().forEach(pod -> pods.put(pod.key(), pod));
        for (var pod : node.pods()) {
            if (pod.restarts() > 0 && pods.get(pod.key()) != pod) {
                late[Math.clamp(now - pod.restarts(), 0, LATEST)]++;
                seen++;
            }
        }
    }

    private String told() {
        return "events=" + seen + " snapshots=" + published + " p50=" + quantile(0.5) + " p99=" + quantile(0.99)
                + " most=" + quantile(1);
    }

    private int quantile(double share) {
        long rest = Math.round(seen * share);
        int at = 0;
        while (at < LATEST && rest > late[at]) {
            rest -= late[at++];
        }
        return at;
    }
}
