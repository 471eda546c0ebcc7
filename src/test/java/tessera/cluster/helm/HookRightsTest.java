package tessera.cluster.helm;

import com.marcnuri.helm.Helm;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tessera.cluster.change.Console;
import tessera.demo.SimulatedCluster;
import tessera.demo.SimulatedCluster.SimulationOptions;
import tessera.plan.PlanPreview;
import tessera.plan.intent.GpuStackReleaseIntent;
import tessera.plan.intent.GpuStackReleaseIntent.SetReleaseValuesIntent;
import tessera.plan.intent.HelmChartSource;
import tessera.plan.intent.HelmReleaseNamespacedName;

import static org.assertj.core.api.Assertions.assertThat;

/** Whether one may make what a chart runs on the way is asked before it is made. */
@Timeout(120)
class HookRightsTest {

    private static final HelmReleaseNamespacedName NAME = new HelmReleaseNamespacedName("hooked", "default");

    @TempDir
    private Path folder;

    private Path chart() throws Exception {
        var chart = Files.createDirectories(folder.resolve("hooked"));
        Files.createDirectories(chart.resolve("templates"));
        Files.writeString(chart.resolve("Chart.yaml"), "{apiVersion: v2, name: hooked, version: 1.0.0}");
        Files.writeString(chart.resolve("templates/all.yaml"),
                """
                        {apiVersion: v1, kind: ConfigMap, metadata: {name: settings}}
                        ---
                        {apiVersion: v1, kind: ServiceAccount, metadata: {name: mover, annotations: {helm.sh/hook: post-upgrade}}}
                        ---
                        {apiVersion: v1, kind: Endpoints, metadata: {name: sweeper, annotations: {helm.sh/hook: pre-delete}}}
                        """);
        return chart;
    }

    private static List<String> asked(PlanPreview preview) {
        return preview.access().stream().map(answer -> answer.permission().accessText()).toList();
    }

    @Test
    void hooksAreAskedForThatRunOnTheOccasion() throws Exception {
        try (var cluster = SimulatedCluster.start(SimulationOptions.defaultOptions().withNodes(2).withActivity(false));
                var console = Console.open(cluster, folder)) {
            Helm.install(chart().toString()).withName(NAME.name()).withNamespace(NAME.namespace())
                    .disableOpenApiValidation().withKubeConfigContents(cluster.kubeconfig()).call();

            var values = console
                    .plan(new SetReleaseValuesIntent(NAME, SetReleaseValuesIntent.RECORDED, "level: two\n"));
            assertThat(asked(values)).contains("create serviceaccounts in the namespace “default”")
                    .noneMatch(text -> text.contains("endpoints"));

            assertThat(asked(console.plan(new GpuStackReleaseIntent.UninstallReleaseIntent(NAME))))
                    .contains("create endpoints in the namespace “default”")
                    .noneMatch(text -> text.contains("serviceaccounts"));

            var upgrade = console.plan(new GpuStackReleaseIntent.UpgradeReleaseIntent(NAME,
                    new HelmChartSource(chart().toString(), "", ""), "level: two\n"));
            assertThat(asked(upgrade)).as("Helm renders the chart and stops before it begins")
                    .contains("create serviceaccounts in the namespace “default”")
                    .noneMatch(text -> text.contains("endpoints"));
            assertThat(Releases.release(console, NAME)).isEqualTo(1);
        }
    }
}
