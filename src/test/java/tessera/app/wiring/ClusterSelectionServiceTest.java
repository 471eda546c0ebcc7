package tessera.app.wiring;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tessera.cluster.fixture.Seen;
import tessera.cluster.kubeconfig.ProcessEnvironment;
import tessera.model.SessionConnectionStatus;

import static org.assertj.core.api.Assertions.assertThat;

/** Which cluster the window opens with. */
class ClusterSelectionServiceTest {

    @TempDir
    private Path home;

    private ClusterSelectionService desk(Map<String, String> variables) throws Exception {
        var environment = new ProcessEnvironment(variables, home, home, null);
        var startupOptions = new StartupOptions("", false, 3, 1, List.of(), Optional.empty());
        return ClusterSelectionService.start(environment, ApplicationSettingsService.readFrom(home.resolve("settings")),
                startupOptions, Clock.systemUTC(), Duration.ofHours(1));
    }

    @Test
    void whoNamesAKubeconfigThatIsNotThereIsNotShownTheDemoInstead() throws Exception {
        var files = home.resolve("nowhere") + File.pathSeparator + home.resolve("neither");
        try (var clusterSelection = desk(Map.of("KUBECONFIG", files))) {
            clusterSelection.openFirst();

            assertThat(clusterSelection.clusters().get().openContext()).isEmpty();
            assertThat(clusterSelection.clusters().get().problem()).contains("KUBECONFIG", "nowhere", "neither");
        }
    }

    @Test
    void whoHasNoKubeconfigIsShownTheDemo() throws Exception {
        try (var clusterSelection = desk(Map.of())) {
            clusterSelection.openFirst();

            assertThat(clusterSelection.clusters().get().openContext()).isEqualTo(EmbeddedDemoCluster.CONTEXT);
            assertThat(clusterSelection.clusters().get().problem()).isEmpty();
        }
    }

    private Path plugin() throws Exception {
        var ran = home.resolve("ran");
        var file = Files.writeString(home.resolve("login"), "#!/bin/sh\necho x >> '" + ran + "'\n");
        assertThat(file.toFile().setExecutable(true)).isTrue();
        Files.createDirectories(home.resolve(".kube"));
        Files.writeString(home.resolve(".kube/config"), """
                contexts: [{name: x, context: {cluster: c, user: me}}]
                clusters: [{name: c, cluster: {server: "http://127.0.0.1:1"}}]
                users: [{name: me, user: {exec: {apiVersion: client.authentication.k8s.io/v1, command: ../login}}}]
                """);
        return ran;
    }

    private static void awaitQuestion(ClusterSelectionService clusterSelection) throws InterruptedException {
        Seen.await(() -> clusterSelection.pluginRequest().get().isPresent());
    }

    @Test
    void aPluginRunsInTheWindowWhenTheUserAllowedItAndIsNotAskedAboutAgain() throws Exception {
        var ran = plugin();
        try (var clusterSelection = desk(Map.of())) {
            clusterSelection.openContext("x");
            awaitQuestion(clusterSelection);
            assertThat(clusterSelection.pluginRequest().get().orElseThrow().program())
                    .isEqualTo(home.resolve("login").toString());
            clusterSelection.answer(false);
            assertThat(clusterSelection.snapshots().get().connection())
                    .isInstanceOf(SessionConnectionStatus.RefusedConnection.class);
            assertThat(ran).doesNotExist();

            clusterSelection.retryConnection();
            awaitQuestion(clusterSelection);
            clusterSelection.openContext(EmbeddedDemoCluster.CONTEXT);
            assertThat(clusterSelection.pluginRequest().get()).as("nobody waits for the answer any more").isEmpty();
            clusterSelection.answer(true);
            clusterSelection.openContext("x");
            awaitQuestion(clusterSelection);
            assertThat(ran).doesNotExist();
            clusterSelection.answer(true);
            Seen.await(() -> Files.exists(ran));
        }
        try (var clusterSelection = desk(Map.of())) {
            clusterSelection.openContext("x");
            Seen.await(() -> clusterSelection.snapshots().get()
                    .connection() instanceof SessionConnectionStatus.UnauthenticatedConnection);
            assertThat(clusterSelection.pluginRequest().get()).isEmpty();
            assertThat(Files.readAllLines(ran)).hasSize(2);
        }
    }

    @Test
    void aWallAsksNobodyAndRunsNothingThatWasNotAllowed() throws Exception {
        var ran = plugin();
        var environment = new ProcessEnvironment(Map.of(), home, home, null);
        var startupOptions = new StartupOptions("", false, 3, 1, List.of(), Optional.empty()).forWall("x");
        try (var clusterSelection = ClusterSelectionService.start(environment,
                ApplicationSettingsService.readFrom(home.resolve("settings")), startupOptions, Clock.systemUTC(),
                Duration.ofHours(1))) {
            clusterSelection.openForWall();
            Seen.await(() -> clusterSelection.snapshots().get()
                    .connection() instanceof SessionConnectionStatus.UnreachableCluster);

            assertThat(((SessionConnectionStatus.UnreachableCluster) clusterSelection.snapshots().get().connection())
                    .problem().headline()).contains("not allowed to run yet");
            assertThat(clusterSelection.pluginRequest().get()).isEmpty();
            assertThat(ran).doesNotExist();
        }
    }
}
