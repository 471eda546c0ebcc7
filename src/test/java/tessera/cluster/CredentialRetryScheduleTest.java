package tessera.cluster;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import tessera.cluster.fixture.Contexts;
import tessera.cluster.fixture.ScriptedCluster;
import tessera.cluster.fixture.Seen;
import tessera.cluster.fleet.ClusterSnapshotStore;
import tessera.cluster.http.SessionAccessMode;
import tessera.cluster.watch.ReadablePodNamespaceFinder;
import tessera.cluster.watch.WatchRequestTimings;
import tessera.model.SessionConnectionStatus;

import static org.assertj.core.api.Assertions.assertThat;

/** A credential that was not accepted is tried again without the user where that disturbs nobody. */
class CredentialRetryScheduleTest {

    private static final Duration SOON = Duration.ofMillis(20);
    private static final Duration LONG = Duration.ofMinutes(5);
    private static final String PLUGIN = "exec: {apiVersion: client.authentication.k8s.io/v1, "
            + "interactiveMode: Never, command: '%s'}";

    @TempDir
    Path folder;

    private ScriptedCluster cluster;
    private Duration recheck = LONG;
    @SuppressWarnings("NullAway.Init") // Most tests open it.
    private ClusterSession session;
    @SuppressWarnings("NullAway.Init")
    private Seen seen;

    @BeforeEach
    void start() throws Exception {
        cluster = new ScriptedCluster();
        cluster.putNode("n1");
    }

    @AfterEach
    void end() throws Exception {
        if (session != null) {
            session.close();
        }
        cluster.close();
    }

    private void open(String user) throws Exception {
        var context = Contexts.context(cluster.server().address(), "", user);
        var variables = Map.of("PATH", "/usr/bin:/bin", "DISPLAY", ":0", "XDG_RUNTIME_DIR", "/run/user/1",
                "DBUS_SESSION_BUS_ADDRESS", "unix:path=/run/user/1/bus", "KUBERC", Contexts.preferences(folder));
        session = ClusterSession.open(() -> context,
                new ClusterSessionOptions(Contexts.terms(variables, Clock.systemUTC()),
                        new WatchRequestTimings(500, LONG, LONG, LONG, LONG, SOON, SOON.multipliedBy(5), recheck),
                        new ClusterSnapshotStore.SnapshotPublishingPeriods(Duration.ofMillis(5), Duration.ofMillis(5),
                                LONG),
                        List.of(), ReadablePodNamespaceFinder.NamespaceWatchLimits.USUAL, SOON,
                        RandomGenerator.of("L64X128MixRandom")),
                SessionAccessMode.READ_ONLY);
        seen = new Seen(session.snapshots());
    }

    private void acceptOnly(String token) {
        cluster.answer(exchange -> !("Bearer " + token).equals(exchange.headers.get("authorization")),
                exchange -> exchange.json(401, "{\"kind\":\"Status\",\"message\":\"Unauthorized\"}"));
    }

    @Test
    void aTokenFileThatIsRewrittenCountsAtOnce() throws Exception {
        var token = Files.writeString(folder.resolve("token"), "old");
        acceptOnly("renewed");
        open("tokenFile: " + token);
        seen.connection(SessionConnectionStatus.UnauthenticatedConnection.class);
        Files.writeString(token, "renewed");

        assertThat(seen.connection(SessionConnectionStatus.LiveConnection.class)).isNotNull();
    }

    @Test
    void aTokenFileThatIsRewrittenWhileTheClusterIsFollowedCountsAtOnce() throws Exception {
        var token = Files.writeString(folder.resolve("token"), "old");
        acceptOnly("old");
        open("tokenFile: " + token);
        seen.connection(SessionConnectionStatus.LiveConnection.class);
        Seen.await(() -> cluster.openWatches() == 2);
        acceptOnly("renewed");
        cluster.endWatches();
        seen.connection(SessionConnectionStatus.UnauthenticatedConnection.class);
        Files.writeString(token, "renewed");

        assertThat(seen.connection(SessionConnectionStatus.LiveConnection.class)).isNotNull();
    }

    /** Opens a browser where it finds a desktop, and hands out what is in a file. */
    private Path plugin() throws Exception {
        var file = Files.writeString(folder.resolve("plugin"), """
                #!/bin/sh
                cd '%s' || exit 1
                if [ -n "$DISPLAY$WAYLAND_DISPLAY$XDG_RUNTIME_DIR$DBUS_SESSION_BUS_ADDRESS" ]; then
                  echo opened >> browsers
                else
                  echo quiet >> quiet
                fi
                [ -f signed-in ] || exit 1
                echo '{"kind":"ExecCredential","apiVersion":"client.authentication.k8s.io/v1",'
                echo '"status":{"token":"fresh"}}'
                """.formatted(folder));
        assertThat(file.toFile().setExecutable(true)).isTrue();
        return file;
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void whoSignsInElsewhereIsNoticedAndNoBrowserOpensByItself() throws Exception {
        recheck = Duration.ofMillis(100);
        acceptOnly("fresh");
        open(PLUGIN.formatted(plugin()));
        seen.connection(SessionConnectionStatus.UnauthenticatedConnection.class);
        Seen.await(() -> Files.exists(folder.resolve("quiet")));
        Files.writeString(folder.resolve("signed-in"), "");

        seen.connection(SessionConnectionStatus.LiveConnection.class);
        assertThat(Files.readAllLines(folder.resolve("browsers"))).as("only the first time").hasSize(1);
    }

    @Test
    void theUserMayTryAtAnyTimeAndIsAskedToSignIn() throws Exception {
        acceptOnly("fresh");
        open(PLUGIN.formatted(plugin()));
        seen.connection(SessionConnectionStatus.UnauthenticatedConnection.class);
        Files.writeString(folder.resolve("signed-in"), "");
        session.retry();

        seen.connection(SessionConnectionStatus.LiveConnection.class);
        assertThat(Files.readAllLines(folder.resolve("browsers"))).hasSize(2);
    }

    @Test
    void aTokenIsTriedAgainEverMoreRarely() throws Exception {
        recheck = Duration.ofMillis(200);
        var asked = new CopyOnWriteArrayList<Long>();
        cluster.answerAll(exchange -> {
            asked.add(System.nanoTime());
            exchange.json(401, "{}");
        });
        open("token: expired");
        Seen.await(() -> asked.size() == 4);

        for (int i = 1; i < 4; i++) {
            assertThat(Duration.ofNanos(asked.get(i) - asked.get(i - 1)))
                    .isGreaterThanOrEqualTo(recheck.multipliedBy(1L << (i - 1)).minusMillis(5));
        }
        assertThat(session.snapshots().get().connection()).as("nothing happened that is worth a word")
                .isInstanceOf(SessionConnectionStatus.UnauthenticatedConnection.class);
    }

    @Test
    void aPasswordIsNeverTriedAgainByItself() throws Exception {
        var context = Contexts.context(cluster.server().address(), "", "username: ann, password: wrong");
        var renewal = new CredentialRetrySchedule(() -> context, recheck);
        renewal.beginAttempt();

        assertThat(renewal.nextPause()).isEmpty();
        assertThat(renewal.hasChanged()).isFalse();
    }
}
