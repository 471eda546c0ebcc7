package tessera.cluster.helm;

import com.marcnuri.helm.Helm;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tessera.cluster.chart.HelmChartDownloader;
import tessera.cluster.kubeconfig.ProcessEnvironment;
import tessera.demo.chart.SimulatedGpuOperatorChart;
import tessera.model.Problem;
import tessera.model.Problem.OperationProblemKind;
import tessera.model.ProblemException;
import tessera.plan.intent.HelmChartSource;
import tessera.plan.intent.HelmReleaseNamespacedName;
import tessera.plan.step.HelmOperation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

/** A chart is found in a folder, in an archive, at an address and in a repository. */
class ChartSourcesTest {

    @TempDir
    private static Path folder;
    private static HttpServer server;
    private static String address;

    private final HelmReleaseAndChartReader releases = new HelmReleaseAndChartReader(() -> {
        throw new ProblemException(Problem.of(OperationProblemKind.UNREACHABLE, "no cluster is asked for a chart"));
    }, new HelmChartDownloader(new ProcessEnvironment(Map.of(), folder, folder, null)));

    @BeforeAll
    static void serve() throws Exception {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        address = "http://" + InetAddress.getLoopbackAddress().getHostAddress() + ":" + server.getAddress().getPort()
                + "/charts";
        for (var version : SimulatedGpuOperatorChart.versions()) {
            new Helm(SimulatedGpuOperatorChart.writeChart(version, folder.resolve(version))).packageIt()
                    .withDestination(folder).call();
        }
        var entries = SimulatedGpuOperatorChart.versions().stream().map(version -> """
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
        var detail = releases.readChart(new HelmChartSource(chart, repository, version));
        assertThat(detail.name()).isEqualTo("gpu-operator");
        assertThat(detail.defaultValues()).contains("upgradePolicy");
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
        assertThat(read(new HelmChartSource("gpu-operator", address, "v26.7.0")))
                .isEqualTo(read(new HelmChartSource(folder.resolve("v26.7.0/gpu-operator").toString(), "", "")));
    }

    private String read(HelmChartSource source) throws Exception {
        return releases.withFiles(new HelmOperation.HelmInstall(HelmReleaseNamespacedName.USUAL, source, ""),
                helmCommandInput -> new HelmLibraryClient().chartYaml(helmCommandInput.chart())
                        + new HelmLibraryClient().defaultValues(helmCommandInput.chart())
                        + new HelmLibraryClient().crdYaml(helmCommandInput.chart()));
    }

    @Test
    void aChartThatIsNotThereIsToldWithItsSource() {
        assertThatThrownBy(() -> version("gpu-operator", address, "v1.0.0")).isInstanceOf(ProblemException.class)
                .hasMessageContaining(address + " has no chart gpu-operator v1.0.0");
        assertThatThrownBy(() -> version("another", address, "")).isInstanceOf(ProblemException.class)
                .hasMessageContaining(address + " has no chart another");
        assertThatThrownBy(() -> version("gpu-operator", address + "/nothing", ""))
                .isInstanceOf(ProblemException.class);
        assertThatThrownBy(() -> version(address + "/none.tgz", "", "")).isInstanceOf(ProblemException.class)
                .hasMessageContaining("none.tgz");
    }

    private ProblemException refused(Path chart) {
        return catchThrowableOfType(ProblemException.class,
                () -> releases.readChart(new HelmChartSource(chart.toString(), "", "")));
    }

    private static Path chart(String name) throws IOException {
        var chart = Files.createDirectories(folder.resolve(name));
        Files.createDirectories(chart.resolve("templates"));
        Files.writeString(chart.resolve("Chart.yaml"), "{apiVersion: v2, name: linked, version: 1.0.0}");
        return chart;
    }

    @Test
    void aFolderWithALinkThatLeadsOutIsRefused() throws Exception {
        var secret = Files.writeString(folder.resolve("secret"), "secret");
        var file = chart("link-to-a-file");
        Files.createSymbolicLink(file.resolve("values.yaml"), secret);
        var up = chart("link-upwards");
        Files.createSymbolicLink(up.resolve("files"), Path.of("../.."));
        var around = chart("link-around");
        Files.createSymbolicLink(around.resolve("templates/again"), around);
        var twice = chart("link-to-a-link");
        Files.createSymbolicLink(twice.resolve("templates/first"), Path.of("second"));
        Files.createSymbolicLink(twice.resolve("templates/second"), secret);
        for (var path : List.of(file, up, around, twice)) {
            assertThat(refused(path).problem().kind()).as(path.toString()).isEqualTo(OperationProblemKind.UNTRUSTED);
            assertThat(refused(path).problem().problemText()).contains("is a link that points outside the chart");
        }
        var inside = chart("link-inside");
        Files.writeString(inside.resolve("real.yaml"), "upgradePolicy: x");
        Files.createSymbolicLink(inside.resolve("values.yaml"), Path.of("real.yaml"));
        assertThat(releases.readChart(new HelmChartSource(inside.toString(), "", "")).name()).isEqualTo("linked");
    }

    @Test
    @Timeout(30)
    void aFolderWithAPipeIsRefusedAndNotWaitedFor() throws Exception {
        var chart = chart("pipe");
        assertThat(new ProcessBuilder("mkfifo", chart.resolve("templates/pipe.yaml").toString()).start().waitFor())
                .isZero();
        assertThat(refused(chart).problem().problemText()).contains("templates/pipe.yaml is not a regular file");
    }

    @Test
    void anArchiveWithALinkIsRefusedAlsoWhereItIsAPartOfAnother() throws Exception {
        var chart = chart("packed");
        Files.createSymbolicLink(chart.resolve("templates/passwd"), Path.of("/etc/passwd"));
        var archive = folder.resolve("linked.tgz");
        assertThat(new ProcessBuilder("tar", "-czf", archive.toString(), "-C", folder.toString(), "packed").start()
                .waitFor()).isZero();
        assertThat(refused(archive).problem().problemText())
                .contains("packed/templates/passwd is a link to /etc/passwd");
        var whole = chart("whole");
        Files.createDirectories(whole.resolve("charts"));
        Files.copy(archive, whole.resolve("charts/linked.tgz"));
        assertThat(refused(whole).problem().problemText()).contains("is a link to /etc/passwd");
    }

    @Test
    void anArchiveThatIsAThousandTimesAsLargeUnpackedIsRefused() throws Exception {
        var archive = folder.resolve("bomb.tgz");
        try (var out = new GZIPOutputStream(Files.newOutputStream(archive))) {
            var head = new byte[512];
            var text = "bomb/values.yaml\0".getBytes(StandardCharsets.US_ASCII);
            System.arraycopy(text, 0, head, 0, text.length);
            System.arraycopy("0000644\0".getBytes(StandardCharsets.US_ASCII), 0, head, 100, 8);
            System.arraycopy("77777777777\0".getBytes(StandardCharsets.US_ASCII), 0, head, 124, 12);
            int sum = 8 * ' ';
            for (byte each : head) {
                sum += each;
            }
            System.arraycopy("%06o\0 ".formatted(sum).getBytes(StandardCharsets.US_ASCII), 0, head, 148, 8);
            out.write(head);
            for (int mebibyte = 0; mebibyte < 120; mebibyte++) {
                out.write(new byte[1 << 20]);
            }
        }
        assertThat(Files.size(archive)).isLessThan(1 << 20);
        assertThat(refused(archive).problem().detail()).contains("larger than 100 MiB");
    }
}
