package tessera.doctor;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import tessera.kube.disruption.PodDisruptionBudget;
import tessera.model.ObjectRef;
import tessera.model.PodSummary;
import tessera.model.ProblemException;
import tessera.scheduling.ClusterObjectSource;
import tessera.stack.GpuStackStatus;
import tessera.stack.NodeGpuStackComponentChain;
import tessera.text.MessageCatalog;

/** Finds the pods that a driver upgrade cannot evict. Waits for the cluster. */
final class BlockedDriverUpgradeCheck {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(BlockedDriverUpgradeCheck.class);
    private static final String DELETION = "pod-deletion-required";
    private static final String DRAIN = "drain-required";
    private static final String SPARED = "nvidia.com/gpu-driver-upgrade-drain.skip";
    /** Which NVIDIADriver made the driver of a node; its policy counts there. */
    private static final String DRIVER_OWNER = "nvidia.com/gpu-operator.driver.owner";
    private static final Set<String> OF_NODES = Set.of("DaemonSet", "Node");
    /** Of so many pods of one node it is asked. */
    private static final int MOST = 20;

    private final GpuStackStatus stack;
    private final ClusterObjectSource objects;
    private final Map<String, List<PodDisruptionBudget>> budgets = new LinkedHashMap<>();
    private boolean policyRead;
    private Optional<JsonNode> policy = Optional.empty();

    BlockedDriverUpgradeCheck(GpuStackStatus stack, ClusterObjectSource objects) {
        this.stack = stack;
        this.objects = objects;
    }

    /** Returns the reasons by node name; nothing for nodes from which every pod can be evicted. */
    Map<String, List<String>> read() throws ProblemException, InterruptedException {
        var held = new LinkedHashMap<String, List<String>>();
        for (var chain : stack.chains()) {
            var state = chain.upgrade().label();
            if (state.equals(DELETION) || state.equals(DRAIN)) {
                var reasons = findReasons(chain, readEvictionPolicy(chain));
                if (!reasons.isEmpty()) {
                    held.put(chain.name(), reasons);
                }
            }
        }
        return held;
    }

    /** Returns the eviction part of the upgrade policy; empty where another owner than the ClusterPolicy decides. */
    private Optional<JsonNode> readEvictionPolicy(NodeGpuStackComponentChain chain)
            throws ProblemException, InterruptedException {
        if (!chain.node().info().nodeSummary().label(DRIVER_OWNER).isEmpty()) {
            return Optional.empty();
        }
        if (!policyRead) {
            policyRead = true;
            var named = stack.objects().activePolicy();
            policy = named.isEmpty() ? Optional.empty()
                    : objects.find(GpuOperatorObjectRefs.policyRef(named.get()))
                            .map(element -> element.at("/spec/driver/upgradePolicy"));
        }
        boolean drain = chain.upgrade().label().equals(DRAIN);
        return policy.map(element -> element.path(podDeletionPath(drain, element)));
    }

    private static String podDeletionPath(boolean drain, JsonNode element) {
        if (drain) {
            return "drain";
        }
        if (element.has("gpuPodDeletion")) {
            return "gpuPodDeletion";
        }
        return "podDeletion";
    }

    private List<String> findReasons(NodeGpuStackComponentChain chain, Optional<JsonNode> how)
            throws ProblemException, InterruptedException {
        boolean drain = chain.upgrade().label().equals(DRAIN);
        var reasons = new ArrayList<String>();
        var leaving = chain.node().info().pods().stream()
                .filter(pod -> drain ? isDrained(pod) : chain.node().holders().contains(pod))
                .filter(pod -> pod.holdsResources() && !OF_NODES.contains(pod.owner().kind())).limit(MOST).toList();
        for (var pod : leaving) {
            var whole = objects.find(ObjectRef.pod(pod.namespace(), pod.name()));
            if (whole.isPresent()) {
                findReason(pod, whole.get(), how).ifPresent(reason -> reasons.add(pod.key() + " " + reason));
            }
        }
        return reasons;
    }

    private static boolean isDrained(PodSummary pod) {
        return !pod.labels().getOrDefault(SPARED, "").equals("true");
    }

    private Optional<String> findReason(PodSummary pod, JsonNode whole, Optional<JsonNode> how)
            throws ProblemException, InterruptedException {
        if (how.isPresent() && !pod.owner().exists() && !how.get().path("force").asBoolean()) {
            return Optional.of(MESSAGES.text("upgrade.unmanaged"));
        }
        if (how.isPresent() && !how.get().path("deleteEmptyDir").asBoolean()
                && whole.at("/spec/volumes").valueStream().anyMatch(volume -> volume.has("emptyDir"))) {
            return Optional.of(MESSAGES.text("upgrade.emptyDir"));
        }
        return exhaustedBudget(pod).map(name -> MESSAGES.text("upgrade.budget", name));
    }

    private Optional<String> exhaustedBudget(PodSummary pod) throws ProblemException, InterruptedException {
        if (!budgets.containsKey(pod.namespace())) {
            var all = new ArrayList<PodDisruptionBudget>();
            objects.forEach(
                    new ObjectRef("policy/v1", "PodDisruptionBudget", "poddisruptionbudgets", pod.namespace(), ""), "",
                    budget -> all.add(PodDisruptionBudget.of(budget)));
            budgets.put(pod.namespace(), all);
        }
        return budgets.get(pod.namespace()).stream()
                .filter(budget -> budget.isExhausted() && budget.coversPod(pod.namespace(), pod.labels()))
                .map(PodDisruptionBudget::name).findFirst();
    }
}
