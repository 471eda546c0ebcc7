package tessera.cluster;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tessera.cluster.fixture.Contexts;
import tessera.cluster.fixture.ScriptedCluster;
import tessera.cluster.fixture.Seen;
import tessera.cluster.http.ApiRequest;
import tessera.cluster.http.SessionAccessMode;
import tessera.model.Problem.OperationProblemKind;
import tessera.model.ProblemException;
import tessera.model.SessionConnectionStatus;

import static org.assertj.core.api.Assertions.assertThat;

/** Two clusters are open at once; what is allowed in one says nothing of the other. */
class SessionAccessTest {

    private static final String NEW_POD = "/api/v1/namespaces/team/pods";

    private ScriptedCluster production;
    private ScriptedCluster playground;
    private ClusterSession guarded;
    private ClusterSession free;

    @BeforeEach
    void open() throws Exception {
        production = new ScriptedCluster();
        playground = new ScriptedCluster();
        guarded = session(production, SessionAccessMode.READ_ONLY);
        free = session(playground, SessionAccessMode.READ_WRITE);
        live(guarded);
        live(free);
    }

    @AfterEach
    void close() throws Exception {
        guarded.close();
        free.close();
        production.close();
        playground.close();
    }

    private static ClusterSession session(ScriptedCluster cluster, SessionAccessMode mode) throws Exception {
        var context = Contexts.context(cluster.server().address());
        return ClusterSession.open(() -> context,
                ClusterSessionOptions.standard(Contexts.terms(), RandomGenerator.getDefault()), mode);
    }

    private static void live(ClusterSession session) throws Exception {
        try (var seen = new Seen(session.snapshots())) {
            seen.connection(SessionConnectionStatus.LiveConnection.class);
        }
    }

    /** Tries to create a pod; whether it was sent. */
    private static boolean creates(ClusterSession session, ScriptedCluster cluster) throws Exception {
        long before = writes(cluster);
        try {
            session.connection().send(new ApiRequest("POST", NEW_POD, StandardCharsets.UTF_8.encode("{}"),
                    "application/json", Duration.ofSeconds(5), true, "*/*", "create a pod")).close();
        } catch (ProblemException refused) {
            assertThat(refused.problem().kind()).isEqualTo(OperationProblemKind.READ_ONLY);
        }
        return writes(cluster) > before;
    }

    private static long writes(ScriptedCluster cluster) {
        return cluster.server().requests().stream().filter(line -> line.startsWith("POST")).count();
    }

    @Test
    void eachClusterHasItsOwnLock() throws Exception {
        assertThat(creates(guarded, production)).isFalse();
        assertThat(creates(free, playground)).isTrue();

        free.enterMode(SessionAccessMode.READ_ONLY);
        assertThat(creates(free, playground)).as("locked").isFalse();

        free.enterMode(SessionAccessMode.READ_WRITE);
        assertThat(creates(free, playground)).as("unlocked").isTrue();
        assertThat(creates(guarded, production)).as("nobody unlocked this one").isFalse();
    }

    @Test
    void theLockOutlivesTheConnection() throws Exception {
        free.enterMode(SessionAccessMode.READ_ONLY);
        var before = free.connection();
        playground.answerAll(exchange -> exchange.json(401, "{}"));
        playground.endWatches();
        try (var seen = new Seen(free.snapshots())) {
            seen.connection(SessionConnectionStatus.UnauthenticatedConnection.class);
            playground.answerNormally();
            free.retry();
            seen.connection(SessionConnectionStatus.LiveConnection.class);
        }

        assertThat(free.connection()).isNotSameAs(before);
        assertThat(creates(free, playground)).isFalse();
    }
}
