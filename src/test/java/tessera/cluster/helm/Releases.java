package tessera.cluster.helm;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tessera.cluster.change.Console;
import tessera.cluster.stack.HttpGpuStackReader;
import tessera.demo.chart.SimulatedGpuOperatorChart;
import tessera.plan.PlanPreview;
import tessera.plan.PlanRunReceipt;
import tessera.plan.PlanRunReceipt.PlanRunEnding;
import tessera.plan.intent.GpuStackReleaseIntent;
import tessera.plan.intent.HelmChartSource;
import tessera.plan.intent.HelmReleaseNamespacedName;
import tessera.stack.GpuStackHelmRelease;

import static org.assertj.core.api.Assertions.assertThat;

/** Charts to make releases from, and the release of a cluster as a console sees it. */
final class Releases {

    private Releases() {}

    static HelmChartSource chart(Path folder, String version) throws Exception {
        return new HelmChartSource(SimulatedGpuOperatorChart.writeChart(version, folder.resolve(version)).toString(),
                "", version);
    }

    static HttpGpuStackReader source(Console console) {
        return new HttpGpuStackReader(console.session()::connection);
    }

    static GpuStackHelmRelease release(Console console) throws Exception {
        return source(console).read().release().result().orElseThrow().orElseThrow();
    }

    /** The newest revision that Helm has noted; 0 for none. */
    static int release(Console console, HelmReleaseNamespacedName name) throws Exception {
        return console.session().changes().inputReader().releases().readRelease(name, Optional.empty())
                .map(object -> object.revision()).orElse(0);
    }

    /** Makes a change to which nothing is objected, up to its end. */
    static PlanRunReceipt done(Console console, GpuStackReleaseIntent intent) throws Exception {
        var preview = console.plan(intent);
        assertThat(preview.refusalReasons()).isEmpty();
        var receipt = console.carryOut(preview);
        assertThat(receipt.ending()).as(receipt.steps().toString()).isEqualTo(PlanRunEnding.DONE);
        return receipt;
    }

    /** The pods that look at GPUs and have not been removed. */
    static List<String> trials(Console console) throws Exception {
        var names = new ArrayList<String>();
        console.read("/api/v1/namespaces/gpu-operator/pods").path("items")
                .forEach(pod -> names.add(pod.at("/metadata/name").asText()));
        return names.stream().filter(name -> name.startsWith("tessera")).toList();
    }

    static String diff(PlanPreview preview) {
        return preview.changes().getFirst().diff();
    }
}
