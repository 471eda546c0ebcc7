package tessera.demo.control.gpu;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tessera.demo.control.gpu.GpuNodeRegistry.GpuMachine;
import tessera.demo.control.loop.CachedPod;
import tessera.demo.control.loop.ControlComponent;
import tessera.demo.fixture.plan.MachineFault;
import tessera.demo.object.ApiError;
import tessera.demo.store.StoreJson;

/** Simulated workers of Node Feature Discovery, which report their machines as NodeFeatures for the master. */
final class NodeFeatureReports {

    private static final Duration LOOKING = Duration.ofSeconds(3);
    private static final List<String> USUAL = List.of("br_netfilter", "overlay");
    private static final List<String> NVIDIA = List.of("nvidia", "nvidia_modeset", "nvidia_uvm");
    private static final Set<MachineFault> WITHOUT_DRIVER = Set.of(MachineFault.DRIVER_FAILS, MachineFault.SECURE_BOOT);

    private static final List<String> REWRITTEN = List.of("labels", "annotations", "ownerReferences");

    private final GpuStackContext ground;
    private final SimulatedNodeDiscovery discovered;
    private final GpuNodeRegistry nodes;
    private final ControlComponent component;

    NodeFeatureReports(GpuStackContext ground, SimulatedNodeDiscovery discovered, GpuNodeRegistry nodes) {
        this.ground = ground;
        this.discovered = discovered;
        this.nodes = nodes;
        component = new ControlComponent(ground.loop(), ground.kinds(), "nfd-worker", "nfd-worker");
        ground.pods().addListener(this::podChanged);
        nodes.addListener((before, node) -> {
            if (before != null && !before.faults().equals(node.faults())) {
                ground.pods().onNode(node.name()).stream().filter(NodeFeatureReports::isReadyWorker)
                        .forEach(this::scheduleReport);
            }
        });
    }

    private static boolean isReadyWorker(@Nullable CachedPod card) {
        return card != null && card.ready()
                && "node-feature-discovery".equals(card.labels().get("app.kubernetes.io/name"))
                && "worker".equals(card.labels().get("role"));
    }

    private void podChanged(@Nullable CachedPod before, @Nullable CachedPod after) {
        if (after != null && isReadyWorker(after) && !isReadyWorker(before)) {
            scheduleReport(after);
        }
    }

    private void scheduleReport(CachedPod worker) {
        ground.loop().runAfter(LOOKING, () -> {
            if (ground.pods().byUid(worker.uid()) != null) {
                writeReport(worker);
            }
        });
    }

    private void writeReport(CachedPod worker) throws ApiError {
        var type = ground.loop().objects().catalog().findByKind("nfd.k8s-sigs.io/v1alpha1", "NodeFeature");
        var node = component.find(ground.kinds().nodes(), "", worker.nodeName());
        if (type == null || node == null) {
            return;
        }
        var pod = component.find(ground.kinds().pods(), worker.namespace(), worker.name());
        if (pod == null) {
            return;
        }
        var report = newReport(pod, worker, node);
        var old = component.find(type, worker.namespace(), worker.nodeName());
        if (old == null) {
            component.create(type, report);
        } else {
            component.edit(type, old, draft -> {
                var metadata = StoreJson.childObject(draft, "metadata");
                REWRITTEN.forEach(part -> metadata.set(part, report.path("metadata").path(part)));
                draft.set("spec", report.get("spec"));
            });
        }
    }

    private ObjectNode newReport(JsonNode pod, CachedPod worker, JsonNode node) {
        var report = StoreJson.newObject().put("kind", "NodeFeature").put("apiVersion", "nfd.k8s-sigs.io/v1alpha1");
        var metadata = report.putObject("metadata").put("name", worker.nodeName()).put("namespace", worker.namespace());
        metadata.putObject("labels").put("nfd.node.kubernetes.io/node-name", worker.nodeName());
        var image = pod.at("/spec/containers/0/image").asText();
        metadata.putObject("annotations").put("nfd.node.kubernetes.io/worker.version",
                image.substring(image.lastIndexOf(':') + 1));
        addOwners(metadata.putArray("ownerReferences"), pod, worker);
        var spec = report.putObject("spec");
        var features = spec.putObject("features");
        features.putObject("attributes").putObject("kernel.version").putObject("elements").put("full",
                StoreJson.textAt(node, "status", "nodeInfo", "kernelVersion"));
        var loaded = features.putObject("flags").putObject("kernel.loadedmodule").putObject("elements");
        USUAL.forEach(loaded::putObject);
        nodes.find(worker.nodeName()).map(NodeFeatureReports::gpuFeatures).orElse(List.of()).forEach(loaded::putObject);
        features.putObject("instances");
        spec.set("labels", discovered.featureLabels(node));
        return report;
    }

    /** Makes the DaemonSet an owner, so that the report outlives the worker. */
    private static void addOwners(ArrayNode owners, JsonNode pod, CachedPod worker) {
        pod.at("/metadata/ownerReferences").forEach(owner -> {
            if (owner.deepCopy() instanceof ObjectNode inherited) {
                owners.add(inherited.put("blockOwnerDeletion", false));
            }
        });
        owners.addObject().put("apiVersion", "v1").put("kind", "Pod").put("name", worker.name())
                .put("uid", worker.uid());
    }

    private static List<String> gpuFeatures(GpuMachine node) {
        return node.hasFault(MachineFault.NOUVEAU) ? List.of("nouveau")
                : node.faults().stream().anyMatch(WITHOUT_DRIVER::contains) ? List.of() : NVIDIA;
    }
}
