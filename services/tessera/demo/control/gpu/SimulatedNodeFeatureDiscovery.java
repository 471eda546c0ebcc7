package tessera.demo.control.gpu;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tessera.demo.control.SimulatedCachedPod;
import tessera.demo.control.SimulatedControlPlaneComponent;
import tessera.demo.control.gpu.SimulatedGpuNodeRegistry.SimulatedGpuMachine;
import tessera.demo.control.gpu.SimulatedGpuStackController.GpuStackKnowledge;
import tessera.demo.fixture.plan.SimulatedMachineCatalog;
import tessera.demo.fixture.plan.SimulatedMachineCatalog.SimulatedMachineModel;
import tessera.demo.fixture.plan.SimulatedMachineFault;
import tessera.demo.object.SimulatedApiException;
import tessera.demo.object.SimulatedMetadata;
import tessera.demo.store.SimulatedResourceType;
import tessera.demo.store.SimulatedStoreJsonCodec;

/**
 * Simulated Node Feature Discovery: a running worker reports its machine as a NodeFeature, and the master labels the
 * node with the features.
 */
final class SimulatedNodeFeatureDiscovery extends SimulatedGpuStackController {

    private static final Duration LOOKING = Duration.ofSeconds(3);
    private static final String VERSION = "nfd.k8s-sigs.io/v1alpha1";
    private static final String FEATURE = "feature.node.kubernetes.io/";
    private static final Map<String, String> VENDORS = Map.of("nvidia", "10de", "amd", "1002", "habana", "1da3");
    private static final List<String> USUAL = List.of("br_netfilter", "overlay");
    private static final List<String> NVIDIA = List.of("nvidia", "nvidia_modeset", "nvidia_uvm");
    private static final Set<SimulatedMachineFault> WITHOUT_DRIVER = Set.of(SimulatedMachineFault.DRIVER_FAILS,
            SimulatedMachineFault.SECURE_BOOT);

    private final SimulatedControlPlaneComponent master;
    private final Map<String, SimulatedMachineModel> models = SimulatedMachineCatalog.load().models().stream()
            .collect(Collectors.toMap(SimulatedMachineModel::instance, Function.identity()));

    SimulatedNodeFeatureDiscovery(GpuStackKnowledge knowledge) {
        super(knowledge, "nfd-worker", "nfd-worker");
        master = context.controllers().newComponent("nfd-master", "nfd-master");
        pods.addListener((before, after) -> {
            if (after == null || !isReadyWorker(after) || isReadyWorker(before)) {
                return;
            }
            if (before != null) {
                loop.runAfter(LOOKING, () -> writeLabels(after.nodeName()));
            }
            scheduleReport(after);
        });
        nodes.addListener((before, node) -> {
            if (before != null && !before.faults().equals(node.faults())) {
                pods.onNode(node.name()).stream().filter(SimulatedNodeFeatureDiscovery::isReadyWorker)
                        .forEach(this::scheduleReport);
            }
        });
    }

    private static boolean isReadyWorker(@Nullable SimulatedCachedPod cachedPod) {
        return cachedPod != null && cachedPod.ready()
                && "node-feature-discovery".equals(cachedPod.labels().get("app.kubernetes.io/name"))
                && "worker".equals(cachedPod.labels().get("role"));
    }

    private void writeLabels(String name) throws SimulatedApiException {
        var node = findNode(name);
        if (node == null) {
            return;
        }
        var labels = featureLabels(node);
        var present = node.path("metadata").path("labels");
        if (labels.properties().stream().anyMatch(each -> !each.getValue().equals(present.path(each.getKey())))) {
            master.edit(types.nodes(), node, draft -> SimulatedMetadata.labelsOf(draft).setAll(labels));
        }
    }

    private ObjectNode featureLabels(JsonNode node) {
        var labels = SimulatedStoreJsonCodec.newObject();
        var model = models
                .get(node.path("metadata").path("labels").path("node.kubernetes.io/instance-type").asText(""));
        if (model == null) {
            return labels;
        }
        labels.put(FEATURE + "cpu-cpuid.AVX512F", "true").put(FEATURE + "kernel-version.full", kernelOf(node))
                .put(FEATURE + "system-os_release.ID", "ubuntu").put(FEATURE + "system-os_release.VERSION_ID", "24.04");
        var vendor = VENDORS.get(model.vendor());
        if (vendor != null) {
            labels.put(FEATURE + "pci-" + vendor + ".present", "true");
        }
        if (model.rdma()) {
            labels.put(FEATURE + "pci-15b3.present", "true");
        }
        return labels;
    }

    private static String kernelOf(JsonNode node) {
        return node.path("status").path("nodeInfo").path("kernelVersion").asText("");
    }

    private void scheduleReport(SimulatedCachedPod worker) {
        loop.runAfter(LOOKING, () -> {
            var type = loop.objects().catalog().findByKind(VERSION, "NodeFeature");
            var node = findNode(worker.nodeName());
            var pod = component.findPod(worker);
            if (type != null && node != null && pod != null && pods.byUid(worker.uid()) != null) {
                writeReport(type, newReport(pod, worker, node));
            }
        });
    }

    private void writeReport(SimulatedResourceType type, ObjectNode report) throws SimulatedApiException {
        var old = component.find(type, SimulatedMetadata.namespaceOf(report), SimulatedMetadata.nameOf(report));
        if (old == null) {
            component.create(type, report);
        } else {
            component.edit(type, old, draft -> {
                for (var part : List.of("labels", "annotations", "ownerReferences")) {
                    draft.withObjectProperty("metadata").set(part, report.path("metadata").path(part));
                }
                draft.set("spec", report.get("spec"));
            });
        }
    }

    private ObjectNode newReport(JsonNode pod, SimulatedCachedPod worker, JsonNode node) {
        var report = SimulatedMetadata.newObject(VERSION, "NodeFeature", worker.namespace(), worker.nodeName());
        SimulatedMetadata.labelsOf(report).put("nfd.node.kubernetes.io/node-name", worker.nodeName());
        var image = pod.at("/spec/containers/0/image").asText();
        SimulatedMetadata.annotationsOf(report).put("nfd.node.kubernetes.io/worker.version",
                image.substring(image.lastIndexOf(':') + 1));
        addOwners(report.withObjectProperty("metadata").putArray("ownerReferences"), pod, worker);
        var spec = report.putObject("spec");
        var features = spec.putObject("features");
        features.putObject("attributes").putObject("kernel.version").putObject("elements").put("full", kernelOf(node));
        var loaded = features.putObject("flags").putObject("kernel.loadedmodule").putObject("elements");
        USUAL.forEach(loaded::putObject);
        nodes.find(worker.nodeName()).map(SimulatedNodeFeatureDiscovery::gpuModules).orElse(List.of())
                .forEach(loaded::putObject);
        features.putObject("instances");
        spec.set("labels", featureLabels(node));
        return report;
    }

    /** Makes the DaemonSet an owner, so that the report outlives the worker. */
    private static void addOwners(ArrayNode owners, JsonNode pod, SimulatedCachedPod worker) {
        pod.at("/metadata/ownerReferences").forEach(owner -> {
            if (owner.deepCopy() instanceof ObjectNode inherited) {
                owners.add(inherited.put("blockOwnerDeletion", false));
            }
        });
        owners.addObject().put("apiVersion", "v1").put("kind", "Pod").put("name", worker.name()).put("uid",
                worker.uid());
    }

    /** Returns the kernel modules for the boards that the machine has loaded. */
    private static List<String> gpuModules(SimulatedGpuMachine node) {
        if (node.hasFault(SimulatedMachineFault.NOUVEAU)) {
            return List.of("nouveau");
        }
        return node.faults().stream().anyMatch(WITHOUT_DRIVER::contains) ? List.of() : NVIDIA;
    }
}
