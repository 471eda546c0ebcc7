package tessera.demo.control.gpu;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import tessera.demo.control.gpu.SimulatedGpuSharingMode.RejectedConfigException;
import tessera.demo.fixture.plan.SimulatedDaemonSetScope;
import tessera.demo.fixture.plan.SimulatedMachineCatalog;
import tessera.demo.fixture.write.SimulatedFleetObjects;
import tessera.demo.telemetry.SimulatedGpuMigPartitioning;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** What nodes offer and are labelled with, by boards, strategy and sharing. */
class SimulatedGpuResourcesAndLabelsTest {

    private static final SimulatedMachineCatalog HARDWARE = SimulatedMachineCatalog.load();

    private static SimulatedMachineCatalog.SimulatedMachineModel model(String id) {
        return HARDWARE.models().stream().filter(machineModel -> machineModel.id().equals(id)).findFirst()
                .orElseThrow();
    }

    private static List<SimulatedGpuMigPartitioning> all(int count, Map<String, Integer> instances) {
        return Collections.nCopies(count, SimulatedGpuMigPartitioning.ofInstances(instances));
    }

    private static List<SimulatedGpuMigPartitioning> whole(int count) {
        return Collections.nCopies(count, SimulatedGpuMigPartitioning.WHOLE);
    }

    private static SimulatedGpuSharingMode sharing(String block) throws RejectedConfigException {
        return SimulatedGpuSharingMode.parse("version: v1\nsharing:\n" + block.indent(2));
    }

    @Test
    void theStoryIsWhatItsConfigurationsGive() throws RejectedConfigException {
        var slices = "timeSlicing:\n  renameByDefault: %s\n  resources: [{name: nvidia.com/gpu, replicas: 4}]\n";
        var configs = Map.of("", SimulatedGpuSharingMode.NONE, "shared-4", sharing(slices.formatted("false")),
                "renamed-4", sharing(slices.formatted("true")));
        int seen = 0;
        for (var node : SimulatedFleetObjects
                .generate(42, 30, SimulatedDaemonSetScope.ALL, Instant.parse("2026-11-21T14:02:31Z")).objects()) {
            var labels = node.at("/metadata/labels");
            var model = HARDWARE.models().stream()
                    .filter(each -> each.instance().equals(labels.path("node.kubernetes.io/instance-type").asText()))
                    .findFirst();
            if (!node.path("kind").asText().equals("Node")
                    || !model.map(SimulatedMachineCatalog.SimulatedMachineModel::isNvidia).orElse(false)) {
                continue;
            }
            var resourcesAndLabels = SimulatedGpuResourcesAndLabels.from(model.orElseThrow(),
                    cuts(node, model.orElseThrow()), "mixed", configs.getOrDefault(
                            labels.path("nvidia.com/device-plugin.config").asText(), SimulatedGpuSharingMode.NONE));
            resourcesAndLabels.labels()
                    .forEach((key, value) -> assertThat(labels.path(key).asText()).as(node + key).isEqualTo(value));
            assertThat(resourcesAndLabels.staleLabels(texts((ObjectNode) labels))).isEmpty();
            if (!node.at("/status/nodeInfo/kernelVersion").asText().startsWith("6.8.0-79")) {
                resourcesAndLabels.resources()
                        .forEach((name, count) -> assertThat(node.path("status").path("capacity").path(name).asText())
                                .as(name).isEqualTo(count.toString()));
            }
            seen++;
        }
        assertThat(seen).isEqualTo(22);
    }

    private static Map<String, String> texts(ObjectNode labels) {
        var texts = new TreeMap<String, String>();
        labels.properties().forEach(each -> texts.put(each.getKey(), each.getValue().asText()));
        return texts;
    }

    private static List<SimulatedGpuMigPartitioning> cuts(ObjectNode node,
            SimulatedMachineCatalog.SimulatedMachineModel machineModel) {
        var cuts = new ArrayList<SimulatedGpuMigPartitioning>();
        HARDWARE.layouts().getOrDefault(node.at("/metadata/labels/nvidia.com~1mig.config").asText(), List.of())
                .forEach(part -> cuts.addAll(
                        Collections.nCopies(part.gpus(), part.instances().isEmpty() ? SimulatedGpuMigPartitioning.WHOLE
                                : SimulatedGpuMigPartitioning.ofInstances(part.instances()))));
        return cuts.isEmpty() ? whole(machineModel.gpus()) : cuts;
    }

    @Test
    void underSingleInstancesGoByTheNameOfGpusIfAllAreAlike() {
        var resourcesAndLabels = SimulatedGpuResourcesAndLabels.from(model("h100"), all(8, Map.of("1g.10gb", 7)),
                "single", SimulatedGpuSharingMode.NONE);

        assertThat(resourcesAndLabels.resources()).containsExactly(Map.entry("nvidia.com/gpu", 56L));
        assertThat(resourcesAndLabels.labels())
                .containsEntry("nvidia.com/gpu.product", "NVIDIA-H100-80GB-HBM3-MIG-1g.10gb")
                .containsEntry("nvidia.com/gpu.count", "56").containsEntry("nvidia.com/gpu.memory", "9984")
                .containsEntry("nvidia.com/gpu.slices.gi", "1").containsEntry("nvidia.com/mig.strategy", "single");
    }

    @Test
    void underSingleWhatIsNotAlikeOffersNothingAndIsLabelledInvalid() {
        var mixed = List.of(SimulatedGpuMigPartitioning.ofInstances(Map.of("1g.10gb", 7)),
                SimulatedGpuMigPartitioning.ofInstances(Map.of("3g.40gb", 2)));
        var half = List.of(SimulatedGpuMigPartitioning.ofInstances(Map.of("1g.10gb", 7)),
                SimulatedGpuMigPartitioning.WHOLE);
        var empty = List.of(SimulatedGpuMigPartitioning.ofInstances(Map.of("1g.10gb", 7)),
                SimulatedGpuMigPartitioning.ofInstances(Map.of()));

        assertThat(SimulatedGpuResourcesAndLabels.from(model("h100"), mixed, "single", SimulatedGpuSharingMode.NONE)
                .problemText()).contains("more than one MIG device type present on node");
        assertThat(SimulatedGpuResourcesAndLabels.from(model("h100"), half, "single", SimulatedGpuSharingMode.NONE)
                .problemText()).contains("configured with the same migEnabled value");
        var resourcesAndLabels = SimulatedGpuResourcesAndLabels.from(model("h100"), empty, "single",
                SimulatedGpuSharingMode.NONE);
        assertThat(resourcesAndLabels.problemText()).contains("device 1 has no MIG devices configured");
        assertThat(resourcesAndLabels.resources()).containsExactly(Map.entry("nvidia.com/gpu", 0L));
        assertThat(resourcesAndLabels.labels())
                .containsEntry("nvidia.com/gpu.product", "NVIDIA-H100-80GB-HBM3-MIG-INVALID")
                .containsEntry("nvidia.com/gpu.count", "0").containsEntry("nvidia.com/gpu.replicas", "0")
                .containsEntry("nvidia.com/gpu.sharing-strategy", "");
    }

    @Test
    void underNoneADividedGpuStillCountsAsOne() {
        var resourcesAndLabels = SimulatedGpuResourcesAndLabels.from(model("h100"), all(8, Map.of("1g.10gb", 7)),
                "none", SimulatedGpuSharingMode.NONE);

        assertThat(resourcesAndLabels.resources()).containsExactly(Map.entry("nvidia.com/gpu", 8L));
        assertThat(resourcesAndLabels.labels()).doesNotContainKey("nvidia.com/mig.strategy");
    }

    @Test
    void instancesCanBeSharedByTimeButNotByProcesses() throws RejectedConfigException {
        var time = sharing("timeSlicing:\n  resources: [{name: nvidia.com/mig-1g.10gb, replicas: 3}]\n");
        var processes = sharing("mps:\n  resources: [{name: gpu, replicas: 3}]\n");
        var cuts = all(8, Map.of("1g.10gb", 7));

        var resourcesAndLabels = SimulatedGpuResourcesAndLabels.from(model("h100"), cuts, "mixed", time);
        assertThat(resourcesAndLabels.resources()).containsEntry("nvidia.com/mig-1g.10gb", 168L)
                .containsEntry("nvidia.com/gpu", 0L);
        assertThat(resourcesAndLabels.labels()).containsEntry("nvidia.com/mig-1g.10gb.replicas", "3")
                .containsEntry("nvidia.com/mig-1g.10gb.product", "NVIDIA-H100-80GB-HBM3-MIG-1g.10gb-SHARED")
                .containsEntry("nvidia.com/gpu.replicas", "0");
        assertThat(SimulatedGpuResourcesAndLabels.from(model("h100"), cuts, "mixed", processes).problemText())
                .isEqualTo("sharing using MPS is not supported for MIG devices");
    }

    @Test
    void aConfigurationIsRejectedWholeWhereItMakesNoSense() throws RejectedConfigException {
        assertThatThrownBy(() -> SimulatedGpuSharingMode.parse("version: v2"))
                .isInstanceOf(RejectedConfigException.class);
        assertThatThrownBy(() -> sharing("timeSlicing:\n  resources: [{name: gpu, replicas: 1}]\n"))
                .hasMessageContaining("replicas must be >= 2");
        assertThatThrownBy(() -> sharing("timeSlicing:\n  renameByDefault: true\n"))
                .hasMessageContaining("no resources specified");
        var misplaced = sharing("timeSlicing:\n  resources: [{name: gpu, replicas: 3, renameByDefault: true}]\n");
        assertThat(misplaced.renamed()).isFalse();
        assertThat(misplaced.replicasOf("nvidia.com/gpu")).isEqualTo(3);
        assertThat(sharing("mps:\n  resources: [{name: gpu, replicas: 3}]\n").singleDeviceOnly()).isTrue();
    }
}
