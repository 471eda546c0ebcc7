package tessera.demo.control.gpu;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tessera.demo.control.gpu.SimulatedGpuNodes.GpuMachine;
import tessera.demo.control.loop.ControlComponent;
import tessera.demo.control.loop.PodCard;
import tessera.demo.fixture.plan.MachineFault;
import tessera.demo.object.ApiError;
import tessera.demo.store.StoreJson;

/** Node feature discovery: what its workers found on their machines, as NodeFeatures, which its master reads. */
final class NodeReports {

    private static final Duration LOOKING = Duration.ofSeconds(3);
    private static final List<String> USUAL = List.of("br_netfilter", "overlay");
    private static final List<String> NVIDIA = List.of("nvidia", "nvidia_modeset", "nvidia_uvm");
    private static final Set<MachineFault> WITHOUT_DRIVER = Set.of(MachineFault.DRIVER_FAILS, MachineFault.SECURE_BOOT);

    private static final List<String> REWRITTEN = List.of("labels", "annotations", "ownerReferences");

    private final GpuStackContext ground;
    private final NodeFeatures discovered;
    private final SimulatedGpuNodes nodes;
    private final ControlComponent component;

    NodeReports(GpuStackContext ground, NodeFeatures discovered, SimulatedGpuNodes nodes) {
        this.ground = ground;
        this.discovered = discovered;
        this.nodes = nodes;
        component = new ControlComponent(ground.loop(), ground.kinds(), "nfd-worker", "nfd-worker");
        ground.pods().listen(this::changed);
        nodes.listen((before, node) -> {
            if (before != null && !before.faults().equals(node.faults())) {
                ground.pods().on(node.name()).stream().filter(NodeReports::works).forEach(this::report);
            }
        });
    }

    private static boolean works(@Nullable PodCard card) {
        return card != null && card.ready()
                && "node-feature-discovery".equals(card.labels().get("app.kubernetes.io/name"))
                && "worker".equals(card.labels().get("role"));
    }

    private void changed(@Nullable PodCard before, @Nullable PodCard after) {
        if (after != null && works(after) && !works(before)) {
            report(after);
        }
    }

    private void report(PodCard worker) {
        ground.loop().after(LOOKING, () -> {
            if (ground.pods().byUid(worker.uid()) != null) {
                write(worker);
            }
        });
    }

    private void write(PodCard worker) throws ApiError {
        var type = ground.loop().objects().catalog().ofKind("nfd.k8s-sigs.io/v1alpha1", "NodeFeature");
        var node = component.find(ground.kinds().nodes(), "", worker.node());
        if (type == null || node == null) {
            return;
        }
        var pod = component.find(ground.kinds().pods(), worker.namespace(), worker.name());
        if (pod == null) {
            return;
        }
        var report = report(pod, worker, node);
        var old = component.find(type, worker.namespace(), worker.node());
        if (old == null) {
            component.create(type, report);
        } else {
            component.edit(type, old, draft -> {
                var metadata = StoreJson.child(draft, "metadata");
                REWRITTEN.forEach(part -> metadata.set(part, report.path("metadata").path(part)));
                draft.set("spec", report.get("spec"));
            });
        }
    }

    private ObjectNode report(JsonNode pod, PodCard worker, JsonNode node) {
        var report = StoreJson.object().put("kind", "NodeFeature").put("apiVersion", "nfd.k8s-sigs.io/v1alpha1");
        var metadata = report.putObject("metadata").put("name", worker.node()).put("namespace", worker.namespace());
        metadata.putObject("labels").put("nfd.node.kubernetes.io/node-name", worker.node());
        var image = pod.at("/spec/containers/0/image").asText();
        metadata.putObject("annotations").put("nfd.node.kubernetes.io/worker.version",
                image.substring(image.lastIndexOf(':') + 1));
        owners(metadata.putArray("ownerReferences"), pod, worker);
        var spec = report.putObject("spec");
        var features = spec.putObject("features");
        features.putObject("attributes").putObject("kernel.version").putObject("elements").put("full",
                StoreJson.text(node, "status", "nodeInfo", "kernelVersion"));
        var loaded = features.putObject("flags").putObject("kernel.loadedmodule").putObject("elements");
        USUAL.forEach(loaded::putObject);
        nodes.find(worker.node()).map(NodeReports::forGpus).orElse(List.of()).forEach(loaded::putObject);
        features.putObject("instances");
        spec.set("labels", discovered.labels(node));
        return report;
    }

    /** As long as the DaemonSet is there, what a worker has told outlives it. */
    private static void owners(ArrayNode owners, JsonNode pod, PodCard worker) {
        pod.at("/metadata/ownerReferences").forEach(owner -> {
            if (owner.deepCopy() instanceof ObjectNode inherited) {
                owners.add(inherited.put("blockOwnerDeletion", false));
            }
        });
        owners.addObject().put("apiVersion", "v1").put("kind", "Pod").put("name", worker.name())
                .put("uid", worker.uid());
    }

    private static List<String> forGpus(GpuMachine node) {
        return node.has(MachineFault.NOUVEAU) ? List.of("nouveau")
                : node.faults().stream().anyMatch(WITHOUT_DRIVER::contains) ? List.of() : NVIDIA;
    }
}
