package tessera.cluster.helm;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tessera.cluster.change.Console;
import tessera.cluster.http.SessionAccessMode;
import tessera.demo.SimulatedCluster;
import tessera.demo.SimulatedCluster.SimulationOptions;
import tessera.model.Problem.OperationProblemKind;
import tessera.model.ProblemException;
import tessera.plan.intent.GpuStackReleaseIntent;
import tessera.plan.intent.HelmReleaseNamespacedName;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** Helm reaches a cluster by the session's own connection only, and not at all in read-only mode; a GPU is looked at by a pod. */
@Timeout(300)
class HelmApiProxyTest {

    @TempDir
    private static Path folder;
    private static SimulatedCluster cluster;

    @BeforeAll
    static void serve() throws Exception {
        cluster = SimulatedCluster.start(SimulationOptions.defaultOptions().withActivity(false).withSpeed(60));
    }

    @AfterAll
    static void stop() {
        cluster.close();
    }

    @Test
    void readOnlyModeShowsWhatWouldBeAndDoesNotStartHelm() throws Exception {
        try (var console = Console.open(cluster, folder, "admin", SessionAccessMode.READ_ONLY)) {
            var preview = console.plan(new GpuStackReleaseIntent.UpgradeReleaseIntent(HelmReleaseNamespacedName.USUAL,
                    Releases.chart(folder, "v26.7.0"), ""));
            assertThat(Releases.diff(preview)).contains("595.91.07");
            assertThat(preview.changeBlock().orElseThrow().kind()).isEqualTo(OperationProblemKind.READ_ONLY);
            assertThat(console.refusal(preview).kind()).isEqualTo(OperationProblemKind.READ_ONLY);
            assertThat(Releases.release(console).revision()).isEqualTo(7);
        }
    }

    @Test
    void evenAStartedHelmCannotGetPastTheGate() throws Exception {
        try (var console = Console.open(cluster, folder, "admin", SessionAccessMode.READ_ONLY);
                var proxy = HelmApiProxy.open(console.session()::connection, /* renews= */ false,
                        HelmApiRequestFilter.NONE)) {
            assertThatThrownBy(() -> new HelmLibraryClient().uninstall(HelmReleaseNamespacedName.USUAL,
                    proxy.kubeconfig("gpu-operator"))).isInstanceOf(ProblemException.class);
            assertThat(proxy.firstRefusal().orElseThrow().kind()).isEqualTo(OperationProblemKind.READ_ONLY);
            assertThat(Releases.release(console).revision()).isEqualTo(7);
            assertThat(Releases.release(console).isDeployed()).isTrue();
        }
    }

    @Test
    void theDoorIsOpenOnlyToWhoKnowsItsWord() throws Exception {
        try (var console = Console.open(cluster, folder, "admin", SessionAccessMode.READ_ONLY);
                var proxy = HelmApiProxy.open(console.session()::connection, /* renews= */ false,
                        HelmApiRequestFilter.NONE)) {
            var server = proxy.kubeconfig("x").replaceAll(".*\"server\":\"([^\"]+)\".*", "$1");
            assertThat(URI.create(server).getHost()).isEqualTo("127.0.0.1");
            var root = server.substring(0, server.lastIndexOf('/'));
            for (var path : new String[] {"", "/", "/00", server.substring(root.length(), server.length() - 1)}) {
                var request = HttpRequest.newBuilder(URI.create(root + path + "/api/v1/nodes"));
                var answer = HttpClient.newHttpClient().send(request.build(), HttpResponse.BodyHandlers.ofString());
                assertThat(answer.statusCode()).isEqualTo(401);
                assertThat(answer.body()).doesNotContain("h100");
            }
        }
    }

    @Test
    void aPodLooksAtAGpuOfANodeAndIsRemovedOrIsRefusedInTheServersWords() throws Exception {
        try (var console = Console.open(cluster, folder)) {
            var receipt = Releases.done(console, new GpuStackReleaseIntent.ProveGpuStackIntent(
                    HelmReleaseNamespacedName.USUAL, "t4-01", "images.example/any:1"));
            assertThat(receipt.steps().getLast().text()).contains("On t4-01", "Tesla T4");
            assertThat(Releases.trials(console)).isEmpty();

            console.create("/api/v1/namespaces/gpu-operator/resourcequotas", """
                    {"apiVersion":"v1","kind":"ResourceQuota","metadata":{"name":"none"},"spec":{"hard":{"pods":"0"}}}
                    """);
            while (console.read("/api/v1/namespaces/gpu-operator/resourcequotas/none").at("/status/hard/pods")
                    .isMissingNode()) {
                cluster.storedObjects().store().awaitVersion(cluster.storedObjects().store().currentVersion() + 1,
                        Duration.ofMillis(100));
            }
            var refused = console.plan(new GpuStackReleaseIntent.ProveGpuStackIntent(HelmReleaseNamespacedName.USUAL,
                    "", "images.example/any:1"));
            console.delete("/api/v1/namespaces/gpu-operator/resourcequotas/none");
            assertThat(refused.refusalReasons()).anyMatch(problem -> problem.detail().contains("exceeded quota: none"));
        }
    }
}
