package tessera.cluster.helm;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tessera.cluster.change.Console;
import tessera.cluster.chart.HelmChartDownloader;
import tessera.cluster.http.SessionAccessMode;
import tessera.cluster.kubeconfig.ProcessEnvironment;
import tessera.demo.SimulatedCluster;
import tessera.demo.SimulatedCluster.SimulationOptions;
import tessera.plan.PlanRun;
import tessera.plan.PlanRunReceipt;
import tessera.plan.PlanRunReceipt.PlanRunEnding;
import tessera.plan.PlanRunState.RunPhase;
import tessera.plan.intent.GpuStackReleaseIntent;
import tessera.plan.intent.HelmChartSource;
import tessera.plan.intent.HelmReleaseNamespacedName;
import tessera.plan.step.HelmOperation;
import tessera.plan.step.PlanStepOutcome;
import tessera.plan.step.RunningStepControl;

import static org.assertj.core.api.Assertions.assertThat;

/** A change that is cut while Helm waits for a hook ends with a receipt, and the release can be gone on with. */
@Timeout(120)
class HelmHookTest {

    private static final HelmReleaseNamespacedName NAME = new HelmReleaseNamespacedName("moved", "default");

    @TempDir
    private static Path folder;
    private static SimulatedCluster cluster;

    @BeforeAll
    static void serve() throws Exception {
        cluster = SimulatedCluster
                .start(SimulationOptions.defaultOptions().withNodes(2).withActivity(false).withSpeed(60));
    }

    @AfterAll
    static void stop() {
        cluster.close();
    }

    /** @param occasions of a hook that no node can run */
    private static HelmChartSource chart(String version, String occasions) throws Exception {
        var chart = Files.createDirectories(folder.resolve("moved-" + version));
        Files.createDirectories(chart.resolve("templates"));
        Files.writeString(chart.resolve("Chart.yaml"), "{apiVersion: v2, name: moved, version: %s}".formatted(version));
        Files.writeString(chart.resolve("templates/all.yaml"),
                """
                        {apiVersion: v1, kind: ConfigMap, metadata: {name: "{{ .Release.Name }}"}, data: {version: "{{ .Chart.Version }}"}}
                        ---
                        apiVersion: batch/v1
                        kind: Job
                        metadata: {name: "{{ .Release.Name }}-mover", annotations: {helm.sh/hook: "%s"}}
                        spec:
                          template:
                            spec:
                              restartPolicy: Never
                              nodeSelector: {no.such: node}
                              containers: [{name: main, image: "registry.example/mover:1"}]
                        """
                        .formatted(occasions));
        return new HelmChartSource(chart.toString(), "", version);
    }

    /** Cuts a change as soon as it says what it waits for. */
    private static PlanRunReceipt cut(Console console, GpuStackReleaseIntent intent, String waits) throws Exception {
        var preview = console.plan(intent);
        assertThat(preview.refusalReasons()).isEmpty();
        var run = console.runner().apply(preview);
        var told = new CountDownLatch(1);
        try (var _ = run.state().observe(() -> {
            if (words(run).contains(waits)) {
                told.countDown();
            }
            if (run.state().get().phase() == RunPhase.HALTED) {
                run.cancel();
            }
        })) {
            assertThat(told.await(3, TimeUnit.MINUTES)).as(words(run)).isTrue();
            run.cancel();
            return run.awaitReceipt();
        }
    }

    private static String words(PlanRun run) {
        return String.join("; ", run.state().get().steps().stream().map(step -> step.text()).toList());
    }

    @Test
    void anUpgradeThatIsCutInItsHookIsNotedAsFailedAndSaysHowToGoOn() throws Exception {
        try (var console = Console.open(cluster, folder)) {
            Releases.done(console,
                    new GpuStackReleaseIntent.InstallReleaseIntent(NAME, chart("1.0.0", "post-delete"), ""));

            var receipt = cut(console,
                    new GpuStackReleaseIntent.UpgradeReleaseIntent(NAME, chart("2.0.0", "pre-upgrade"), ""),
                    "Helm is waiting for the hook Job default/moved-mover: pod moved-mover");
            assertThat(receipt.ending()).isEqualTo(PlanRunEnding.UNKNOWN);
            assertThat(receipt.stepsUnknown()).singleElement().satisfies(step -> assertThat(step.text())
                    .isEqualTo("Helm was stopped while it waited for the hook Job default/moved-mover"));
            assertThat(receipt.lastingEffects()).contains(
                    "Helm lists revision 2 of moved in default with status failed",
                    "The hook Job default/moved-mover is still running: kubectl delete job moved-mover -n default",
                    "Roll back to revision 1: helm rollback moved 1 -n default");
            assertThat(receipt.undo()).contains(new GpuStackReleaseIntent.RollBackReleaseIntent(NAME, 1));
            assertThat(console.read("/api/v1/namespaces/default/configmaps/moved").at("/data/version").asText())
                    .as("its hook comes before all else").isEqualTo("1.0.0");

            Releases.done(console,
                    new GpuStackReleaseIntent.UpgradeReleaseIntent(NAME, chart("3.0.0", "post-delete"), ""));
            assertThat(console.read("/api/v1/namespaces/default/configmaps/moved").at("/data/version").asText())
                    .as("nobody need unlock it").isEqualTo("3.0.0");
        }
    }

    @Test
    void aRollbackRunsItsOwnHooksAndNotThoseOfAnUpgrade() throws Exception {
        var name = new HelmReleaseNamespacedName("turned", "default");
        try (var console = Console.open(cluster, folder)) {
            Releases.done(console,
                    new GpuStackReleaseIntent.InstallReleaseIntent(name, chart("5.0.0", "pre-upgrade"), ""));
            Releases.done(console,
                    new GpuStackReleaseIntent.UpgradeReleaseIntent(name, chart("6.0.0", "pre-rollback"), ""));
            Releases.done(console, new GpuStackReleaseIntent.RollBackReleaseIntent(name, 1));
            assertThat(console.read("/api/v1/namespaces/default/configmaps/turned").at("/data/version").asText())
                    .isEqualTo("5.0.0");

            for (int again = 0; again < 2; again++) {
                var receipt = cut(console, new GpuStackReleaseIntent.RollBackReleaseIntent(name, 2),
                        "Helm is waiting for the hook Job default/turned-mover");
                assertThat(receipt.lastingEffects()).contains(
                        "Roll back to revision 3: helm rollback turned 3 -n default",
                        "The hook Job default/turned-mover is still running: kubectl delete job turned-mover -n default");
            }
            Releases.done(console, new GpuStackReleaseIntent.UninstallReleaseIntent(name));
        }
    }

    @Test
    void aRemovalThatIsCutSaysHowToGoOn() throws Exception {
        var name = new HelmReleaseNamespacedName("kept", "default");
        try (var console = Console.open(cluster, folder)) {
            Releases.done(console,
                    new GpuStackReleaseIntent.InstallReleaseIntent(name, chart("7.0.0", "pre-delete"), ""));

            var receipt = cut(console, new GpuStackReleaseIntent.UninstallReleaseIntent(name),
                    "Helm is waiting for the hook Job default/kept-mover");

            assertThat(receipt.lastingEffects()).contains(
                    "Helm lists revision 1 of kept in default with status uninstalling",
                    "The hook Job default/kept-mover is still running: kubectl delete job kept-mover -n default",
                    "Run “helm uninstall kept -n default” again. If a hook does not finish, add --no-hooks.");
            assertThat(console.read("/api/v1/namespaces/default/configmaps/kept").at("/data/version").asText())
                    .isEqualTo("7.0.0");
        }
    }

    private record PatientListener() implements RunningStepControl {

        @Override
        public void onWaiting(String text) {
            // What is waited for is told elsewhere.
        }

        @Override
        public boolean pause(Duration time) throws InterruptedException {
            return !new CountDownLatch(1).await(time.toMillis(), TimeUnit.MILLISECONDS);
        }
    }

    @Test
    void aRemovalWhoseHookHasNoEndIsGivenUp() throws Exception {
        var name = new HelmReleaseNamespacedName("stuck", "default");
        try (var console = Console.open(cluster, folder)) {
            Releases.done(console,
                    new GpuStackReleaseIntent.InstallReleaseIntent(name, chart("8.0.0", "pre-delete"), ""));

            var releases = new HelmReleaseAndChartReader(console.session()::connection,
                    new HelmChartDownloader(new ProcessEnvironment(Map.of(), folder, folder, null)));
            var outcome = new HelmStepExecutor(console.session()::connection, () -> SessionAccessMode.READ_WRITE,
                    releases, Duration.ofSeconds(1))
                    .execute(new HelmOperation.HelmUninstall(name, 1, false), new PatientListener());

            assertThat(outcome).isInstanceOfSatisfying(PlanStepOutcome.StepUnknownOutcome.class,
                    unknown -> assertThat(unknown.problem().headline()).isEqualTo(
                            "Helm was stopped after less than a minute while it waited for the hook Job default/stuck-mover"));
        }
    }

    @Test
    void anInstallationThatIsCutSaysHowToRemoveWhatIsThere() throws Exception {
        var name = new HelmReleaseNamespacedName("begun", "default");
        try (var console = Console.open(cluster, folder)) {
            var receipt = cut(console,
                    new GpuStackReleaseIntent.InstallReleaseIntent(name, chart("4.0.0", "pre-install"), ""),
                    "Helm is waiting for the hook Job default/begun-mover");
            assertThat(receipt.lastingEffects()).contains(
                    "Helm lists revision 1 of begun in default with status failed",
                    "Remove what was installed: helm uninstall begun -n default");
            Releases.done(console, new GpuStackReleaseIntent.UninstallReleaseIntent(name));
        }
    }
}
