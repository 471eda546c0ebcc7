package tessera.app;

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
        var wishes = new StartupOptions("", false, 3, 1, List.of(), Optional.empty());
        return ClusterSelectionService.start(environment, ApplicationSettings.readFrom(home.resolve("settings")),
                wishes,
                Clock.systemUTC(),
                Duration.ofHours(1));
    }

    @Test
    void whoNamesAKubeconfigThatIsNotThereIsNotShownTheDemoInstead() throws Exception {
        var files = home.resolve("nowhere") + File.pathSeparator + home.resolve("neither");
        try (var desk = desk(Map.of("KUBECONFIG", files))) {
            desk.openFirst();

            assertThat(desk.clusters().get().openContext()).isEmpty();
            assertThat(desk.clusters().get().problem()).contains("KUBECONFIG", "nowhere", "neither");
        }
    }

    @Test
    void whoHasNoKubeconfigIsShownTheDemo() throws Exception {
        try (var desk = desk(Map.of())) {
            desk.openFirst();

            assertThat(desk.clusters().get().openContext()).isEqualTo(EmbeddedDemoCluster.CONTEXT);
            assertThat(desk.clusters().get().problem()).isEmpty();
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

    private static void awaitQuestion(ClusterSelectionService desk) throws InterruptedException {
        Seen.await(() -> desk.pluginRequest().get().isPresent());
    }

    @Test
    void aPluginRunsInTheWindowWhenTheUserAllowedItAndIsNotAskedAboutAgain() throws Exception {
        var ran = plugin();
        try (var desk = desk(Map.of())) {
            desk.openContext("x");
            awaitQuestion(desk);
            assertThat(desk.pluginRequest().get().orElseThrow().program()).isEqualTo(home.resolve("login").toString());
            desk.answer(false);
            assertThat(desk.snapshots().get().connection())
                    .isInstanceOf(SessionConnectionStatus.RefusedConnection.class);
            assertThat(ran).doesNotExist();

            desk.retryConnection();
            awaitQuestion(desk);
            desk.openContext(EmbeddedDemoCluster.CONTEXT);
            assertThat(desk.pluginRequest().get()).as("nobody waits for the answer any more").isEmpty();
            desk.answer(true);
            desk.openContext("x");
            awaitQuestion(desk);
            assertThat(ran).doesNotExist();
            desk.answer(true);
            Seen.await(() -> Files.exists(ran));
        }
        try (var desk = desk(Map.of())) {
            desk.openContext("x");
            Seen.await(
                    () -> desk.snapshots().get().connection() instanceof SessionConnectionStatus.RejectedCredentials);
            assertThat(desk.pluginRequest().get()).isEmpty();
            assertThat(Files.readAllLines(ran)).hasSize(2);
        }
    }

    @Test
    void aWallAsksNobodyAndRunsNothingThatWasNotAllowed() throws Exception {
        var ran = plugin();
        var environment = new ProcessEnvironment(Map.of(), home, home, null);
        var wishes = new StartupOptions("", false, 3, 1, List.of(), Optional.empty()).forWall("x");
        try (var desk = ClusterSelectionService.start(environment,
                ApplicationSettings.readFrom(home.resolve("settings")), wishes,
                Clock.systemUTC(), Duration.ofHours(1))) {
            desk.openForWall();
            Seen.await(() -> desk.snapshots().get().connection() instanceof SessionConnectionStatus.UnreachableCluster);

            assertThat(
                    ((SessionConnectionStatus.UnreachableCluster) desk.snapshots().get().connection()).why().headline())
                    .contains("nobody allowed it yet");
            assertThat(desk.pluginRequest().get()).isEmpty();
            assertThat(ran).doesNotExist();
        }
    }
}
