package tessera.cluster.helm;

import com.marcnuri.helm.Helm;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tessera.cluster.chart.ChartDownloads;
import tessera.cluster.kubeconfig.Environment;
import tessera.demo.chart.DemoChart;
import tessera.model.Failure;
import tessera.model.Problem;
import tessera.model.Problem.Kind;
import tessera.plan.intent.ChartSource;
import tessera.plan.intent.ReleaseName;
import tessera.plan.step.HelmWork;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** A chart is found in a folder, in an archive, at an address and in a repository. */
class ChartSourcesTest {

    @TempDir
    private static Path folder;
    private static HttpServer server;
    private static String address;

    private final HelmReleases releases = new HelmReleases(() -> {
        throw new Failure(Problem.of(Kind.UNREACHABLE, "no cluster is asked for a chart"));
    }, new ChartDownloads(new Environment(Map.of(), folder, folder, null)));

    @BeforeAll
    static void serve() throws Exception {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        address = "http://" + InetAddress.getLoopbackAddress().getHostAddress() + ":" + server.getAddress().getPort()
                + "/charts";
        for (var version : DemoChart.versions()) {
            new Helm(DemoChart.write(version, folder.resolve(version))).packageIt().withDestination(folder).call();
        }
        var entries = DemoChart.versions().stream().map(version -> """
                - {apiVersion: v2, name: gpu-operator, version: %s, urls: [gpu-operator-%s.tgz]}
                """.formatted(version, version).indent(2)).collect(Collectors.joining());
        Files.writeString(folder.resolve("index.yaml"), "apiVersion: v1\nentries:\n  gpu-operator:\n" + entries);
        server.createContext("/charts/", ChartSourcesTest::answer);
        server.start();
    }

    private static void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            var file = folder.resolve(exchange.getRequestURI().getPath().substring("/charts/".length()));
            if (!Files.isRegularFile(file)) {
                exchange.sendResponseHeaders(404, -1);
                return;
            }
            exchange.sendResponseHeaders(200, Files.size(file));
            Files.copy(file, exchange.getResponseBody());
        }
    }

    @AfterAll
    static void stop() {
        server.stop(0);
    }

    private String version(String chart, String repository, String version) throws Exception {
        var detail = releases.chart(new ChartSource(chart, repository, version));
        assertThat(detail.name()).isEqualTo("gpu-operator");
        assertThat(detail.defaults()).contains("upgradePolicy");
        return detail.version();
    }

    @Test
    void aRepositoryGivesTheVersionThatIsSaidOrItsNewest() throws Exception {
        assertThat(version("gpu-operator", address, "v26.3.3")).isEqualTo("v26.3.3");
        assertThat(version("gpu-operator", address, "")).isEqualTo("v26.7.0");
        try (var left = Files.newDirectoryStream(Path.of("."), "helm-manager-*")) {
            assertThat(left).as("nothing is left where the program was started").isEmpty();
        }
        assertThat(folder.resolve(".cache/tessera/charts")).isDirectoryContaining("glob:**/chart-*.tgz");
    }

    @Test
    void anArchiveIsReadFromADiskAndFromAnAddress() throws Exception {
        assertThat(version(folder.resolve("gpu-operator-v26.3.3.tgz").toString(), "", "")).isEqualTo("v26.3.3");
        assertThat(version(address + "/gpu-operator-v26.3.3.tgz", "", "")).isEqualTo("v26.3.3");
        assertThat(version(folder.resolve("v26.7.0/gpu-operator").toString(), "", "")).isEqualTo("v26.7.0");
    }

    @Test
    void whatIsInARepositoryIsReadLikeAFolder() throws Exception {
        assertThat(read(new ChartSource("gpu-operator", address, "v26.7.0")))
                .isEqualTo(read(new ChartSource(folder.resolve("v26.7.0/gpu-operator").toString(), "", "")));
    }

    private String read(ChartSource source) throws Exception {
        return releases.prepared(new HelmWork.Install(ReleaseName.USUAL, source, ""),
                task -> new HelmLibrary().described(task.chart()) + new HelmLibrary().values(task.chart())
                        + new HelmLibrary().definitions(task.chart()));
    }

    @Test
    void aChartThatIsNotThereIsToldWithItsSource() {
        assertThatThrownBy(() -> version("gpu-operator", address, "v1.0.0")).isInstanceOf(Failure.class)
                .hasMessageContaining("gpu-operator v1.0.0 of " + address);
        assertThatThrownBy(() -> version("another", address, "")).isInstanceOf(Failure.class)
                .hasMessageContaining("another of " + address);
        assertThatThrownBy(() -> version("gpu-operator", address + "/nothing", "")).isInstanceOf(Failure.class);
        assertThatThrownBy(() -> version(address + "/none.tgz", "", "")).isInstanceOf(Failure.class)
                .hasMessageContaining("none.tgz");
    }
}
