package tessera.cluster.helm;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tessera.cluster.change.Console;
import tessera.cluster.fixture.ScriptedServer;
import tessera.cluster.helm.HelmLibraryClient.HelmCommandInput;
import tessera.cluster.helm.HelmLibraryClient.LocatedHelmChart;
import tessera.demo.SimulatedCluster;
import tessera.demo.SimulatedCluster.SimulationOptions;
import tessera.model.Problem.OperationProblemKind;
import tessera.model.ProblemException;
import tessera.plan.intent.GpuStackReleaseIntent;
import tessera.plan.intent.HelmChartSource;
import tessera.plan.intent.HelmReleaseNamespacedName;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

/** A chart that has no end costs neither the program nor the machine more than what Helm may take. */
@Timeout(120)
class HelmWorkerProcessTest {

    private static final HelmReleaseNamespacedName NAME = new HelmReleaseNamespacedName("endless", "default");

    @TempDir
    private static Path folder;

    private static Path chart(String name, String template) throws Exception {
        var chart = Files.createDirectories(folder.resolve(name));
        Files.createDirectories(chart.resolve("templates"));
        Files.writeString(chart.resolve("Chart.yaml"), "{apiVersion: v2, name: endless, version: 1.0.0}");
        Files.writeString(chart.resolve("templates/all.yaml"), template);
        return chart;
    }

    private static Stream<ProcessHandle> workers() {
        return ProcessHandle.current().descendants()
                .filter(handle -> handle.isAlive() && handle.info().command().orElse("").endsWith("java"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"{{ range until 60000000 }}x{{ end }}", "{{ repeat 2000000000 \"a\" }}",
        "{{ define \"a\" }}{{ include \"a\" (printf \"%s%s\" . .) }}{{ end }}{{ include \"a\" \"xxxxxxxxxxxxxxxx\" }}"})
    void aChartThatTakesAllMemoryIsToldSoAndHelmIsGoneByThen(String template) throws Exception {
        var chart = chart("large" + template.length(), template);
        try (var cluster = SimulatedCluster.start(SimulationOptions.defaultOptions().withNodes(1).withActivity(false));
                var console = Console.open(cluster, folder)) {
            var preview = console.plan(new GpuStackReleaseIntent.InstallReleaseIntent(NAME,
                    new HelmChartSource(chart.toString(), "", ""), ""));
            assertThat(preview.refusalReasons().toString()).contains("Helm exceeded its memory limit of 1 GiB");
            assertThat(workers()).isEmpty();
        }
    }

    @Test
    void aChartThatSaysMoreThanCanBeReadIsToldSo() throws Exception {
        var chart = chart("wordy", "{apiVersion: v1, kind: ConfigMap, metadata: {name: a}}");
        var definitions = Files.createDirectories(chart.resolve("crds"));
        for (int file = 0; file < 20; file++) {
            Files.writeString(definitions.resolve(file + ".yaml"),
                    "kind: CustomResourceDefinition\nmetadata: {name: a%d}\nspec: %s\n".formatted(file,
                            "x".repeat(4 << 20)));
        }
        var problemException = catchThrowableOfType(ProblemException.class,
                () -> new HelmLibraryClient().crdYaml(new LocatedHelmChart(chart.toString(), "")));
        assertThat(problemException.problem().headline())
                .endsWith("Helm exceeded its memory limit of 192 MiB for input and output");
        assertThat(workers()).isEmpty();
    }

    private static HelmCommandInput task() throws Exception {
        return new HelmCommandInput(
                new LocatedHelmChart(
                        chart("small", "{apiVersion: v1, kind: ConfigMap, metadata: {name: a}}").toString(), ""),
                NAME, null, "", false);
    }

    private static String kubeconfig(ScriptedServer server) {
        return """
                {"apiVersion": "v1", "kind": "Config", "current-context": "a",
                 "clusters": [{"name": "a", "cluster": {"server": "%s"}}], "users": [{"name": "a", "user": {}}],
                 "contexts": [{"name": "a", "context": {"cluster": "a", "user": "a"}}]}
                """.formatted(server.address());
    }

    @Test
    void whatTakesTooLongIsOver() throws Exception {
        try (var server = ScriptedServer.start(ScriptedServer.Exchange::hang)) {
            var problemException = catchThrowableOfType(ProblemException.class,
                    () -> new HelmLibraryClient(Duration.ofSeconds(5)).rehearseUpgrade(task(), kubeconfig(server)));
            assertThat(problemException.problem().kind()).isEqualTo(OperationProblemKind.TIMEOUT);
            assertThat(problemException.problem().headline()).endsWith("Helm did not finish within 5 s");
            assertThat(workers()).isEmpty();
        }
    }

    @Test
    void whoeverWantsNoAnswerAnyMoreEndsIt() throws Exception {
        var asked = new CountDownLatch(1);
        var why = new AtomicReference<Throwable>();
        try (var server = ScriptedServer.start(exchange -> {
            asked.countDown();
            exchange.hang();
        })) {
            var helmCommandInput = task();
            var waiting = Thread.ofVirtual().start(() -> {
                try {
                    new HelmLibraryClient().rehearseUpgrade(helmCommandInput, kubeconfig(server));
                } catch (ProblemException | InterruptedException e) {
                    why.set(e);
                }
            });
            assertThat(asked.await(3, TimeUnit.MINUTES)).isTrue();
            assertThat(workers()).hasSize(1);
            waiting.interrupt();
            assertThat(waiting.join(Duration.ofSeconds(5))).isTrue();
            assertThat(why.get()).isInstanceOf(InterruptedException.class);
            assertThat(workers()).isEmpty();
        }
    }

    @ParameterizedTest
    @CsvSource({"INT", "TERM", "HUP"})
    void aKeyOfTheTerminalThatGoesToHelmTooDoesNotEndItInTheMiddle(String signal) throws Exception {
        var asked = new CountDownLatch(1);
        var goOn = new CountDownLatch(1);
        try (var server = ScriptedServer.start(exchange -> {
            asked.countDown();
            goOn.await();
            exchange.json(500, "{}");
        })) {
            var helmCommandInput = task();
            var why = new AtomicReference<Throwable>();
            var waiting = Thread.ofVirtual().start(() -> {
                try {
                    new HelmLibraryClient().rehearseUpgrade(helmCommandInput, kubeconfig(server));
                } catch (ProblemException | InterruptedException e) {
                    why.set(e);
                }
            });
            assertThat(asked.await(3, TimeUnit.MINUTES)).isTrue();
            var worker = workers().findFirst().orElseThrow();
            assertThat(new ProcessBuilder("kill", "-" + signal, String.valueOf(worker.pid())).start().waitFor())
                    .isZero();
            goOn.countDown();
            assertThat(waiting.join(Duration.ofSeconds(60))).isTrue();
            assertThat(why.get()).isInstanceOfSatisfying(ProblemException.class,
                    problemException -> assertThat(problemException.problem().headline()).doesNotContain("crashed"));
            assertThat(worker.isAlive()).isTrue();
        }
    }
}
