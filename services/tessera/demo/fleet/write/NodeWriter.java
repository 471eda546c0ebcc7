package tessera.demo.fleet.write;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import tessera.demo.fleet.plan.Facts;
import tessera.demo.fleet.plan.Mark;
import tessera.demo.fleet.plan.NodeLabels;
import tessera.demo.fleet.plan.NodePlan;
import tessera.demo.fleet.plan.Plan;

/** Nodes and their leases. */
final class NodeWriter {

    private static final int HEARTBEAT_SECONDS = 300;
    private static final String UNREACHABLE = "node.kubernetes.io/unreachable";

    private final Scribe scribe;

    NodeWriter(Scribe scribe) {
        this.scribe = scribe;
    }

    ObjectNode node(NodePlan plan) {
        var labels = NodeLabels.of(plan);
        var node = bare(plan, labels);
        addFields(node, plan, labels);
        return node;
    }

    /** The node without its writers. */
    ObjectNode bare(NodePlan plan, NodeLabels labels) {
        var node = scribe.object("v1", "Node", "", plan.name(), plan.createdAt());
        var metadata = Scribe.metadata(node);
        Scribe.put(metadata, "labels", labels.all());
        Scribe.put(metadata, "annotations", new TreeMap<>(Map.of("node.alpha.kubernetes.io/ttl", "0",
                "volumes.kubernetes.io/controller-managed-attach-detach", "true")));
        var spec = node.putObject("spec").put("podCIDR", podRange(plan)).put("providerID", "metal://" + plan.name());
        addTaints(spec, plan);
        addStatus(node.putObject("status"), plan);
        return node;
    }

    ObjectNode lease(NodePlan plan) {
        var lease = scribe.object("coordination.k8s.io/v1", "Lease", "kube-node-lease", plan.name(),
                plan.createdAt());
        Scribe.metadata(lease).putArray("ownerReferences").addObject().put("apiVersion", "v1").put("kind", "Node")
                .put("name", plan.name()).put("uid", scribe.mint().uid("Node", "", plan.name()));
        lease.putObject("spec").put("holderIdentity", plan.name()).put("leaseDurationSeconds", 40).put("renewTime",
                Times.micros(lastSign(plan, 10)));
        FieldSets.add(lease, "kubelet", false, lastSign(plan, 10), List.of("metadata.ownerReferences", "spec"));
        return lease;
    }

    /** When the kubelet last wrote, if it writes so often. */
    private Instant lastSign(NodePlan plan, int seconds) {
        var ago = scribe.mint().number("beat/" + plan.name(), seconds);
        return plan.state() == NodePlan.State.LOST
                ? scribe.now().minus(Plan.SILENCE).minusSeconds(ago)
                : scribe.now().minusSeconds(ago);
    }

    /** The lifecycle controller waits fifty seconds before it gives a node up. */
    private Instant lostAt() {
        return scribe.now().minus(Plan.SILENCE).plusSeconds(50);
    }

    private void addTaints(ObjectNode spec, NodePlan plan) {
        boolean cordoned = plan.state() == NodePlan.State.CORDONED;
        if (cordoned) {
            spec.put("unschedulable", true);
        }
        var taints = spec.putArray("taints");
        for (var taint : Mark.taints(plan)) {
            var object = taints.addObject().put("key", taint.key());
            if (!taint.value().isEmpty()) {
                object.put("value", taint.value());
            }
            object.put("effect", taint.effect());
        }
        if (cordoned) {
            taints.addObject().put("key", "node.kubernetes.io/unschedulable").put("effect", "NoSchedule")
                    .put("timeAdded", Times.seconds(scribe.now().minusSeconds(3 * 24 * 3600 + 1800)));
        }
        if (plan.state() == NodePlan.State.LOST) {
            for (var effect : List.of("NoSchedule", "NoExecute")) {
                taints.addObject().put("key", UNREACHABLE).put("effect", effect).put("timeAdded",
                        Times.seconds(lostAt()));
            }
        }
        if (taints.isEmpty()) {
            spec.remove("taints");
        }
    }

    private void addStatus(ObjectNode status, NodePlan plan) {
        var model = plan.model();
        // No machine has a round number of bytes; and the API server would write a round one with a larger unit.
        int odd = 4 * (2 * scribe.mint().number("odd/" + plan.name(), 500) + 1);
        addAmounts(status.putObject("capacity"), plan.capacity(), model.cpu(),
                new Bytes(model.memoryGi(), model.diskGi(), odd));
        addAmounts(status.putObject("allocatable"), plan.allocatable(), plan.allocatableCores(),
                new Bytes(plan.allocatableGib(), model.diskGi() * 9 / 10, odd));
        addConditions(status, plan);
        var addresses = status.putArray("addresses");
        addresses.addObject().put("type", "InternalIP").put("address", address(plan));
        addresses.addObject().put("type", "Hostname").put("address", plan.name());
        status.putObject("daemonEndpoints").putObject("kubeletEndpoint").put("Port", 10250);
        var info = status.putObject("nodeInfo");
        info.put("machineID", scribe.mint().hex("machine/" + plan.name(), 32));
        info.put("systemUUID", scribe.mint().uid("system", "", plan.name()));
        info.put("bootID", scribe.mint().uid("boot", "", plan.name()));
        info.put("kernelVersion", Facts.kernel(plan)).put("osImage", "Ubuntu 24.04.3 LTS");
        info.put("containerRuntimeVersion", "containerd://2.1.4").put("kubeletVersion", Facts.KUBERNETES);
        info.put("kubeProxyVersion", "").put("operatingSystem", "linux").put("architecture", "amd64");
        var images = status.putArray("images");
        for (var image : model.images()) {
            images.addObject().put("sizeBytes", 1_000_000_000L + scribe.mint().number("size/" + image, 2_000_000_000))
                    .putArray("names").add(image);
        }
    }

    /**
     * @param memory in GiB
     * @param disk   in GiB
     * @param odd    how many KiB less of each
     */
    private record Bytes(long memory, long disk, int odd) {

        String memoryText() {
            return memory * 1024 * 1024 - odd + "Ki";
        }

        String diskText() {
            return disk * 1024 * 1024 - odd + "Ki";
        }
    }

    private static void addAmounts(ObjectNode amounts, SortedMap<String, Long> devices, int cores, Bytes bytes) {
        var all = new TreeMap<String, String>();
        devices.forEach((name, count) -> all.put(name, Long.toString(count)));
        all.put("cpu", Integer.toString(cores));
        all.put("memory", bytes.memoryText());
        all.put("ephemeral-storage", bytes.diskText());
        all.put("hugepages-1Gi", "0");
        // Gaudi cannot work without them.
        all.put("hugepages-2Mi", devices.containsKey("habana.ai/gaudi") ? "64Gi" : "0");
        all.put("pods", "110");
        all.forEach(amounts::put);
    }

    private void addConditions(ObjectNode status, NodePlan plan) {
        var conditions = status.putArray("conditions");
        boolean lost = plan.state() == NodePlan.State.LOST;
        record Sign(String type, String status, String reason, String message) {}
        var signs = List.of(
                new Sign("MemoryPressure", "False", "KubeletHasSufficientMemory",
                        "kubelet has sufficient memory available"),
                new Sign("DiskPressure", "False", "KubeletHasNoDiskPressure", "kubelet has no disk pressure"),
                new Sign("PIDPressure", "False", "KubeletHasSufficientPID", "kubelet has sufficient PID available"),
                new Sign("Ready", "True", "KubeletReady", "kubelet is posting ready status"));
        for (var sign : signs) {
            conditions.addObject().put("type", sign.type()).put("status", lost ? "Unknown" : sign.status())
                    .put("lastHeartbeatTime", Times.seconds(lastSign(plan, HEARTBEAT_SECONDS)))
                    .put("lastTransitionTime", Times.seconds(lost ? lostAt() : plan.createdAt().plusSeconds(40)))
                    .put("reason", lost ? "NodeStatusUnknown" : sign.reason())
                    .put("message", lost ? "Kubelet stopped posting node status." : sign.message());
        }
    }

    private void addFields(ObjectNode node, NodePlan plan, NodeLabels labels) {
        FieldSets.add(node, "kubelet", false, plan.createdAt(), List.of("metadata.annotations", "spec.providerID"));
        addLabels(node, labels.own());
        FieldSets.add(node, "kube-controller-manager", false, plan.createdAt(),
                List.of("spec.podCIDR", "spec.taints", "spec.unschedulable"));
        if (!labels.features().isEmpty()) {
            FieldSets.add(node, "nfd-master", false, plan.createdAt().plusSeconds(240), List.of());
            addLabels(node, labels.features());
        }
        if (!labels.operator().isEmpty()) {
            FieldSets.add(node, "gpu-operator", false, plan.createdAt().plusSeconds(300), List.of());
            addLabels(node, labels.operator());
        }
        FieldSets.add(node, "kubelet", true, lastSign(plan, HEARTBEAT_SECONDS),
                List.of("status.allocatable", "status.capacity", "status.images", "status.nodeInfo"));
    }

    /** Gives labels to the last writer. */
    private static void addLabels(ObjectNode node, SortedMap<String, String> labels) {
        var entries = Scribe.metadata(node).withArray("managedFields");
        var owned = entries.path(entries.size() - 1).withObject("/fieldsV1").withObjectProperty("f:metadata")
                .putObject("f:labels");
        labels.keySet().forEach(key -> owned.putObject("f:" + key));
    }

    static String address(NodePlan plan) {
        return "10.20." + plan.number() / 250 + "." + (plan.number() % 250 + 1);
    }

    /** Each node has a range for 254 pods. */
    private static String podRange(NodePlan plan) {
        return podAddress(plan, 0) + "/24";
    }

    static String podAddress(NodePlan plan, int host) {
        return "10." + (128 + plan.number() / 256) + "." + plan.number() % 256 + "." + host;
    }
}
