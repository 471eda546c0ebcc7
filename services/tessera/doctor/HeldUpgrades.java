package tessera.doctor;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import tessera.model.Failure;
import tessera.model.ObjectRef;
import tessera.model.PodFacts;
import tessera.scheduling.ObjectSource;
import tessera.scheduling.spec.LabelRule;
import tessera.stack.GpuStack;
import tessera.stack.NodeChain;

/** Looks for pods that no upgrade of a driver can evict. Waits for the cluster. */
final class HeldUpgrades {

    private static final String DELETION = "pod-deletion-required";
    private static final String DRAIN = "drain-required";
    private static final String SPARED = "nvidia.com/gpu-driver-upgrade-drain.skip";
    /** Which NVIDIADriver made the driver of a node; its policy counts there. */
    private static final String DRIVER_OWNER = "nvidia.com/gpu-operator.driver.owner";
    private static final Set<String> OF_NODES = Set.of("DaemonSet", "Node");
    /** Of so many pods of one node it is asked. */
    private static final int MOST = 20;

    private final GpuStack stack;
    private final ObjectSource objects;
    private final Map<String, List<JsonNode>> budgets = new LinkedHashMap<>();
    private boolean asked;
    private Optional<JsonNode> policy = Optional.empty();

    HeldUpgrades(GpuStack stack, ObjectSource objects) {
        this.stack = stack;
        this.objects = objects;
    }

    /** Why, by the node's name; nothing of nodes on which every pod can go. */
    Map<String, List<String>> read() throws Failure, InterruptedException {
        var held = new LinkedHashMap<String, List<String>>();
        for (var chain : stack.chains()) {
            var state = chain.upgrade().label();
            if (state.equals(DELETION) || state.equals(DRAIN)) {
                var reasons = reasons(chain, how(chain));
                if (!reasons.isEmpty()) {
                    held.put(chain.name(), reasons);
                }
            }
        }
        return held;
    }

    /** How the policy has pods evicted; empty where another than the ClusterPolicy decides. */
    private Optional<JsonNode> how(NodeChain chain) throws Failure, InterruptedException {
        if (!chain.node().info().facts().label(DRIVER_OWNER).isEmpty()) {
            return Optional.empty();
        }
        if (!asked) {
            asked = true;
            var named = stack.objects().policy();
            policy = named.isEmpty() ? Optional.empty()
                    : objects.object(GpuStackInventory.policy(named.get()))
                            .map(each -> each.at("/spec/driver/upgradePolicy"));
        }
        boolean drain = chain.upgrade().label().equals(DRAIN);
        return policy.map(each -> each.path(drain ? "drain"
                : each.has("gpuPodDeletion") ? "gpuPodDeletion"
                        : "podDeletion"));
    }

    private List<String> reasons(NodeChain chain, Optional<JsonNode> how) throws Failure, InterruptedException {
        boolean drain = chain.upgrade().label().equals(DRAIN);
        var reasons = new ArrayList<String>();
        var leaving = chain.node().info().pods().stream()
                .filter(pod -> drain ? drained(pod) : chain.node().holders().contains(pod))
                .filter(pod -> pod.holdsResources() && !OF_NODES.contains(pod.owner().kind())).limit(MOST).toList();
        for (var pod : leaving) {
            var whole = objects.object(ObjectRef.pod(pod.namespace(), pod.name()));
            if (whole.isPresent()) {
                reason(pod, whole.get(), how).ifPresent(why -> reasons.add(pod.key() + " " + why));
            }
        }
        return reasons;
    }

    private static boolean drained(PodFacts pod) {
        return !pod.labels().getOrDefault(SPARED, "").equals("true");
    }

    private Optional<String> reason(PodFacts pod, JsonNode whole, Optional<JsonNode> how)
            throws Failure, InterruptedException {
        if (how.isPresent() && !pod.owner().exists() && !how.get().path("force").asBoolean()) {
            return Optional.of("belongs to no controller, and the policy forces none away (force)");
        }
        if (how.isPresent() && !how.get().path("deleteEmptyDir").asBoolean()
                && whole.at("/spec/volumes").valueStream().anyMatch(volume -> volume.has("emptyDir"))) {
            return Optional.of("has an emptyDir, and the policy spares those (deleteEmptyDir)");
        }
        return budget(pod).map(name -> "may not be evicted now: the budget %s lets none of its pods go"
                .formatted(name));
    }

    private Optional<String> budget(PodFacts pod) throws Failure, InterruptedException {
        if (!budgets.containsKey(pod.namespace())) {
            var all = new ArrayList<JsonNode>();
            objects.each(new ObjectRef("policy/v1", "PodDisruptionBudget", "poddisruptionbudgets", pod.namespace(),
                    ""), "", all::add);
            budgets.put(pod.namespace(), all);
        }
        return budgets.get(pod.namespace()).stream()
                .filter(each -> each.at("/status/disruptionsAllowed").asInt() == 0
                        && LabelRule.of(each.at("/spec/selector")).matches(pod.labels()))
                .map(each -> each.at("/metadata/name").asText()).findFirst();
    }
}
