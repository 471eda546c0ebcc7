package tessera.cluster;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGeneratorFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import tessera.cluster.fixture.Contexts;
import tessera.cluster.fixture.MutableProxy;
import tessera.cluster.fixture.ScriptedCluster;
import tessera.cluster.fixture.Seen;
import tessera.cluster.fleet.ClusterSnapshotStore;
import tessera.cluster.http.SessionAccessMode;
import tessera.cluster.watch.ReadablePodNamespaceFinder;
import tessera.cluster.watch.WatchRequestTimings;
import tessera.model.SessionConnectionStatus;
import tessera.model.SnapshotCollectionHealth;

import static org.assertj.core.api.Assertions.assertThat;

/** A server that accepts all and answers nothing is told as such, by the terms that were promised and not by those of TCP. */
@Timeout(60)
class FrozenServerTest {

    private static final Duration SOON = Duration.ofMillis(20);
    private static final Duration LONG = Duration.ofMinutes(5);
    private static final Duration HEARTBEAT = Duration.ofMillis(100);
    private static final Duration PATIENCE = Duration.ofMillis(600);

    private ScriptedCluster cluster;
    private MutableProxy way;
    private ClusterSession session;
    private Seen seen;

    @BeforeEach
    void follow() throws Exception {
        cluster = new ScriptedCluster();
        cluster.putNode("n1");
        way = new MutableProxy(cluster.server().port());
        var context = Contexts.context(way.address());
        session = ClusterSession.open(() -> context,
                new ClusterSessionOptions(Contexts.terms(Map.of(), Clock.systemUTC()),
                        new WatchRequestTimings(500, LONG, LONG, LONG, HEARTBEAT, SOON, SOON.multipliedBy(5), LONG),
                        new ClusterSnapshotStore.SnapshotPublishingPeriods(Duration.ofMillis(5), Duration.ofMillis(5),
                                PATIENCE),
                        List.of(), ReadablePodNamespaceFinder.NamespaceWatchLimits.USUAL, SOON,
                        RandomGeneratorFactory.of("L64X128MixRandom").create(7)),
                SessionAccessMode.READ_ONLY);
        seen = new Seen(session.snapshots());
        seen.connection(SessionConnectionStatus.LiveConnection.class);
        Seen.await(() -> cluster.openWatches() == 2);
    }

    @AfterEach
    void end() throws Exception {
        way.close();
        session.close();
        cluster.close();
    }

    @Test
    void aServerThatFreezesIsMissedAtOnceAndItsDataIsStaleInTime() throws Exception {
        var frozen = Instant.now();
        way.silent(true);
        var missed = seen.until(clusterSnapshot -> clusterSnapshot
                .connection() instanceof SessionConnectionStatus.InterruptedConnection);
        assertThat(missed.connection()).isInstanceOfSatisfying(SessionConnectionStatus.InterruptedConnection.class,
                state -> {
                    assertThat(state.lastContactAt()).isBetween(frozen.minus(PATIENCE), frozen.plus(HEARTBEAT));
                    assertThat(state.problem().headline()).contains("answer");
                });
        assertThat(missed.nodeHealth()).isInstanceOf(SnapshotCollectionHealth.StaleCollection.class);
        assertThat(missed.nodes()).as("what is known stays in sight").hasSize(1);

        var stale = seen.connection(SessionConnectionStatus.StaleConnection.class);
        assertThat(stale.lastContactAt()).as("its age counts from the last sign of life")
                .isBetween(frozen.minus(PATIENCE), frozen.plus(HEARTBEAT));
    }

    @Test
    void aServerThatWakesIsFollowedOnByItself() throws Exception {
        way.silent(true);
        seen.connection(SessionConnectionStatus.StaleConnection.class);
        cluster.putNode("n2");
        way.silent(false);
        seen.until(clusterSnapshot -> clusterSnapshot.connection() instanceof SessionConnectionStatus.LiveConnection
                && clusterSnapshot.nodes().size() == 2
                && clusterSnapshot.nodeHealth() instanceof SnapshotCollectionHealth.LiveCollection);
    }

    @Test
    void aServerThatIsSlowOnceIsNotCutOff() throws Exception {
        int asked = cluster.server().requests().size();
        way.silent(true);
        seen.connection(SessionConnectionStatus.InterruptedConnection.class);
        way.silent(false);
        seen.connection(SessionConnectionStatus.LiveConnection.class);
        assertThat(cluster.server().requests().subList(asked, cluster.server().requests().size()))
                .as("its watches go on").allMatch(line -> line.contains("/version") || line.contains("watch"));
    }

    @Test
    void aServerIsNotGivenUpForTheTimeInWhichThisProgramDidNotRun() throws Exception {
        int asked = cluster.server().requests().size();
        way.silent(true);
        starve(8);
        way.silent(false);
        seen.until(clusterSnapshot -> clusterSnapshot.connection() instanceof SessionConnectionStatus.LiveConnection
                && cluster.server().requests().size() > asked);
        assertThat(cluster.server().requests().subList(asked, cluster.server().requests().size()))
                .as("its watches go on").noneMatch(line -> line.contains("watch"));
    }

    /** Leaves the threads of this program no processor, but for moments between the rounds. */
    private static void starve(int rounds) throws InterruptedException {
        for (int round = 0; round < rounds; round++) {
            long end = System.nanoTime() + HEARTBEAT.multipliedBy(2).toNanos();
            var hogs = new ArrayList<Thread>();
            for (int i = 0; i < Runtime.getRuntime().availableProcessors(); i++) {
                hogs.add(Thread.ofVirtual().start(() -> {
                    while (System.nanoTime() < end) {
                        Thread.onSpinWait();
                    }
                }));
            }
            for (var hog : hogs) {
                hog.join();
            }
        }
    }
}
