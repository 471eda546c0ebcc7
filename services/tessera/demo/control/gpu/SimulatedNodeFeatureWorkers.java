package tessera.demo.control.gpu;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tessera.demo.control.gpu.SimulatedGpuNodeRegistry.SimulatedGpuMachine;
import tessera.demo.control.loop.SimulatedControlPlaneComponent;
import tessera.demo.control.loop.SimulatedControllerCachedPod;
import tessera.demo.fixture.plan.SimulatedMachineFault;
import tessera.demo.object.SimulatedApiException;
import tessera.demo.store.SimulatedStoreJsonCodec;

/** Simulated workers of Node Feature Discovery, which report their machines as NodeFeatures for the master. */
final class SimulatedNodeFeatureWorkers {

    private static final Duration LOOKING = Duration.ofSeconds(3);
    private static final List<String> USUAL = List.of("br_netfilter", "overlay");
    private static final List<String> NVIDIA = List.of("nvidia", "nvidia_modeset", "nvidia_uvm");
    private static final Set<SimulatedMachineFault> WITHOUT_DRIVER = Set.of(SimulatedMachineFault.DRIVER_FAILS,
            SimulatedMachineFault.SECURE_BOOT);

    private static final List<String> REWRITTEN = List.of("labels", "annotations", "ownerReferences");

    private final SimulatedGpuStackContext context;
    private final SimulatedNodeFeatureDiscovery discovered;
    private final SimulatedGpuNodeRegistry nodes;
    private final SimulatedControlPlaneComponent component;

    SimulatedNodeFeatureWorkers(SimulatedGpuStackContext context, SimulatedNodeFeatureDiscovery discovered,
            SimulatedGpuNodeRegistry nodes) {
        this.context = context;
        this.discovered = discovered;
        this.nodes = nodes;
        component = new SimulatedControlPlaneComponent(context.loop(), context.types(), "nfd-worker", "nfd-worker");
        context.pods().addListener(this::podChanged);
        nodes.addListener((before, node) -> {
            if (before != null && !before.faults().equals(node.faults())) {
                context.pods().onNode(node.name()).stream().filter(SimulatedNodeFeatureWorkers::isReadyWorker)
                        .forEach(this::scheduleReport);
            }
        });
    }

    private static boolean isReadyWorker(@Nullable SimulatedControllerCachedPod cachedPod) {
        return cachedPod != null && cachedPod.ready()
                && "node-feature-discovery".equals(cachedPod.labels().get("app.kubernetes.io/name"))
                && "worker".equals(cachedPod.labels().get("role"));
    }

    private void podChanged(@Nullable SimulatedControllerCachedPod before,
            @Nullable SimulatedControllerCachedPod after) {
        if (after != null && isReadyWorker(after) && !isReadyWorker(before)) {
            scheduleReport(after);
        }
    }

    private void scheduleReport(SimulatedControllerCachedPod worker) {
        context.loop().runAfter(LOOKING, () -> {
            if (context.pods().byUid(worker.uid()) != null) {
                writeReport(worker);
            }
        });
    }

    private void writeReport(SimulatedControllerCachedPod worker) throws SimulatedApiException {
        var type = context.loop().objects().catalog().findByKind("nfd.k8s-sigs.io/v1alpha1", "NodeFeature");
        var node = component.find(context.types().nodes(), "", worker.nodeName());
        if (type == null || node == null) {
            return;
        }
        var pod = component.find(context.types().pods(), worker.namespace(), worker.name());
        if (pod == null) {
            return;
        }
        var report = newReport(pod, worker, node);
        var old = component.find(type, worker.namespace(), worker.nodeName());
        if (old == null) {
            component.create(type, report);
        } else {
            component.edit(type, old, draft -> {
                var metadata = SimulatedStoreJsonCodec.childObject(draft, "metadata");
                for (var part : REWRITTEN) {
                    metadata.set(part, report.path("metadata").path(part));
                }
                draft.set("spec", report.get("spec"));
            });
        }
    }

    private ObjectNode newReport(JsonNode pod, SimulatedControllerCachedPod worker, JsonNode node) {
        var report = SimulatedStoreJsonCodec.newObject().put("kind", "NodeFeature").put("apiVersion",
                "nfd.k8s-sigs.io/v1alpha1");
        var metadata = report.putObject("metadata").put("name", worker.nodeName()).put("namespace", worker.namespace());
        metadata.putObject("labels").put("nfd.node.kubernetes.io/node-name", worker.nodeName());
        var image = pod.at("/spec/containers/0/image").asText();
        metadata.putObject("annotations").put("nfd.node.kubernetes.io/worker.version",
                image.substring(image.lastIndexOf(':') + 1));
        addOwners(metadata.putArray("ownerReferences"), pod, worker);
        var spec = report.putObject("spec");
        var features = spec.putObject("features");
        features.putObject("attributes").putObject("kernel.version").putObject("elements").put("full",
                SimulatedStoreJsonCodec.textAt(node, "status", "nodeInfo", "kernelVersion"));
        var loaded = features.putObject("flags").putObject("kernel.loadedmodule").putObject("elements");
        USUAL.forEach(loaded::putObject);
        nodes.find(worker.nodeName()).map(SimulatedNodeFeatureWorkers::gpuFeatures).orElse(List.of())
                .forEach(loaded::putObject);
        features.putObject("instances");
        spec.set("labels", discovered.featureLabels(node));
        return report;
    }

    /** Makes the DaemonSet an owner, so that the report outlives the worker. */
    private static void addOwners(ArrayNode owners, JsonNode pod, SimulatedControllerCachedPod worker) {
        pod.at("/metadata/ownerReferences").forEach(owner -> {
            if (owner.deepCopy() instanceof ObjectNode inherited) {
                owners.add(inherited.put("blockOwnerDeletion", false));
            }
        });
        owners.addObject().put("apiVersion", "v1").put("kind", "Pod").put("name", worker.name())
                .put("uid", worker.uid());
    }

    private static List<String> gpuFeatures(SimulatedGpuMachine node) {
        if (node.hasFault(SimulatedMachineFault.NOUVEAU)) {
            return List.of("nouveau");
        }
        if (node.faults().stream().anyMatch(WITHOUT_DRIVER::contains)) {
            return List.of();
        }
        return NVIDIA;
    }
}
