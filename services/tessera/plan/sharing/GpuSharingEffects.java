package tessera.plan.sharing;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import tessera.model.PluralText;
import tessera.model.PodSummary;
import tessera.plan.model.AdvertisedResourcesEffect;
import tessera.plan.model.AdvertisedResourcesEffect.NodeAdvertisedResources;
import tessera.plan.model.PlanEffects;
import tessera.plan.model.PodEffect;
import tessera.plan.model.PodEffect.PodFate;
import tessera.plan.model.PodEffect.PodRemovalConcern;
import tessera.sharing.DeviceShareCounts;
import tessera.sharing.GpuSharingStrategy;

/** The effects of a sharing change on nodes and pods. */
final class GpuSharingEffects {

    private static final String PRODUCT = DeviceShareCounts.GPU + ".product";

    private final GpuSharingPlannerInput survey;
    private final List<NodeSharingChange> turns;

    GpuSharingEffects(GpuSharingPlannerInput survey, List<NodeSharingChange> turns) {
        this.survey = survey;
        this.turns = turns;
    }

    PlanEffects effects() {
        var pods = new ArrayList<PodEffect>();
        var offers = new ArrayList<AdvertisedResourcesEffect>();
        for (var turn : turns) {
            offers.add(offerEffect(turn));
            turn.node().pods().stream().filter(pod -> countHeld(pod, turn) > 0)
                    .forEach(pod -> strandedReason(pod, turn)
                            .ifPresent(reason -> pods.add(new PodEffect(pod, PodFate.STRANDED,
                                    Set.of(PodRemovalConcern.ACCELERATOR_WORK), countHeld(pod, turn), List.of(),
                                    reason))));
        }
        pods.addAll(shutOutPods());
        pods.sort(PodEffect.WORST_FIRST);
        return new PlanEffects(pods, List.of(), List.of(), offers);
    }

    /** Returns the number of shareable devices that a pod holds. */
    private static long countHeld(PodSummary pod, NodeSharingChange turn) {
        return pod.holdsResources() ? countRequested(pod, turn) : 0;
    }

    private static long countRequested(PodSummary pod, NodeSharingChange turn) {
        var names = new HashSet<>(turn.advertised().resources().keySet());
        pod.requests().names().stream().filter(GpuSharingEffects::isShareable).forEach(names::add);
        return names.stream().mapToLong(pod.requests()::get).sum();
    }

    private static boolean isShareable(String resource) {
        var plain = DeviceShareCounts.baseName(resource);
        return plain.equals(DeviceShareCounts.GPU) || plain.startsWith(DeviceShareCounts.MIG);
    }

    private static AdvertisedResourcesEffect offerEffect(NodeSharingChange turn) {
        var now = new TreeMap<String, Long>();
        var facts = turn.node().facts();
        facts.capacity().names().stream().filter(GpuSharingEffects::isShareable)
                .forEach(name -> now.put(name, facts.capacity().get(name)));
        var holders = turn.node().pods().stream().filter(pod -> countHeld(pod, turn) > 0).toList();
        long allocated = holders.stream().mapToLong(pod -> countHeld(pod, turn)).sum();
        long excess = 0;
        var after = turn.advertised();
        for (var name : turn.node().taken().names()) {
            long then = after.resources().getOrDefault(name, 0L);
            if (isShareable(name) && then > 0) {
                excess += Math.max(0, turn.node().taken().get(name) - then);
            }
        }
        var devices = turn.devices();
        long gpus = devices.gpus() + devices.migInstances().values().stream().mapToLong(Long::longValue).sum();
        return new AdvertisedResourcesEffect(turn.node().name(), devices.product(), gpus,
                new NodeAdvertisedResources(turn.before().configName(), sharingNowText(turn), now),
                new NodeAdvertisedResources(turn.after().configName(), sharingAfterText(turn), after.resources()),
                holders.size(),
                allocated, excess,
                holdersText(turn, holders.size(), excess));
    }

    /** Returns a sentence for each resource that a configuration shares and the node lacks. */
    static List<String> unsharedWarnings(List<NodeSharingChange> turns) {
        var words = new TreeSet<String>();
        for (var turn : turns) {
            for (var name : turn.shares().replicasByResource().keySet()) {
                if (!hasResource(turn, name)) {
                    words.add("%s has no %s: nothing of it is shared there%s".formatted(turn.node().name(), name,
                            turn.devices().migEnabled() && turn.devices().migInstances().isEmpty()
                                    ? ", as its MIG instances go by the name of " + DeviceShareCounts.GPU
                                            + " under the MIG strategy single"
                                    : ""));
                }
            }
        }
        return List.copyOf(words);
    }

    /** Returns whether the node has any resource that would be shared. */
    static boolean hasShares(NodeSharingChange turn) {
        return turn.shares().replicasByResource().keySet().stream().anyMatch(name -> hasResource(turn, name));
    }

    private static boolean hasResource(NodeSharingChange turn, String name) {
        return name.equals(DeviceShareCounts.GPU) ? turn.devices().gpus() > 0
                : turn.devices().migInstances().containsKey(name);
    }

    /** Returns the resulting sharing of the node's resources. */
    private static String sharingAfterText(NodeSharingChange turn) {
        var replicas = new TreeMap<>(turn.shares().replicasByResource());
        replicas.keySet().removeIf(name -> !hasResource(turn, name));
        return (replicas.isEmpty() ? DeviceShareCounts.NONE
                : new DeviceShareCounts(turn.shares().strategy(), turn.shares().renamed(),
                        turn.shares().failsAboveOne(), replicas))
                .sharesText();
    }

    /** Returns the present sharing by the node's labels, which are separate for each resource. */
    private static String sharingNowText(NodeSharingChange turn) {
        var replicas = new TreeMap<String, Integer>();
        var means = GpuSharingStrategy.NONE;
        boolean renamed = false;
        var names = new TreeSet<>(turn.devices().migInstances().keySet());
        names.add(DeviceShareCounts.GPU);
        for (var name : names) {
            var own = GpuSharingStrategy.fromLabel(turn.node().facts().label(name + ".sharing-strategy"))
                    .orElse(GpuSharingStrategy.NONE);
            if (own != GpuSharingStrategy.NONE) {
                means = own;
                replicas.put(name, turn.currentReplicas(name));
                renamed |= turn.node().facts().capacity().get(name + DeviceShareCounts.SHARED) > 0;
            }
        }
        return new DeviceShareCounts(means, renamed, false, replicas).sharesText();
    }

    private static String holdersText(NodeSharingChange turn, int pods, long excess) {
        if (pods == 0) {
            return "no pod holds any";
        }
        var who = pods == 1 ? "1 pod that runs keeps what it has" : pods + " pods that run keep what they have";
        if (turn.shares().strategy() == GpuSharingStrategy.MPS && !usesStrategy(turn, GpuSharingStrategy.MPS)) {
            return who + ", and may begin no new work there once MPS takes the GPUs";
        }
        if (endsMps(turn)) {
            return "MPS ends, and with it the work of %s there".formatted(PluralText.countText(pods, "pod"));
        }
        return excess > 0 ? "%s: %d more %s held than there will be, until pods end".formatted(who, excess,
                excess == 1 ? "is" : "are") : who;
    }

    static boolean usesStrategy(NodeSharingChange turn, GpuSharingStrategy means) {
        return turn.node().facts().label(DeviceShareCounts.GPU + ".sharing-strategy").equals(means.label());
    }

    /** Returns whether the MPS control daemon leaves the node, and takes along the servers through which its pods work. */
    static boolean endsMps(NodeSharingChange turn) {
        return usesStrategy(turn, GpuSharingStrategy.MPS) && turn.shares().strategy() != GpuSharingStrategy.MPS;
    }

    /** Returns why a successor of a pod could not be scheduled; empty if it could, or could not before either. */
    private Optional<String> strandedReason(PodSummary pod, NodeSharingChange turn) {
        if (!pod.owner().exists()) {
            return Optional.empty();
        }
        var after = turn.advertised();
        for (var name : pod.requests().names()) {
            if (!isShareable(name)) {
                continue;
            }
            var plain = DeviceShareCounts.baseName(name);
            if (after.resources().getOrDefault(name, 0L) == 0) {
                var other = turn.shares().sharedName(plain);
                return Optional.of(other.equals(name) ? "asks for %s, of which the node will offer none".formatted(name)
                        : "asks for %s, of which the node will offer none but %s".formatted(name, other));
            }
            boolean divided = turn.shares().failsAboveOne() && turn.shares().replicasOf(plain) > 1;
            boolean before = turn.currentReplicas(plain) > 1;
            if (divided && !before && pod.requests().get(name) > 1) {
                return Optional.of("asks for %d: a container that asks for more than one share is refused by the node "
                        .formatted(pod.requests().get(name)) + "(UnexpectedAdmissionError)");
            }
        }
        return productMismatch(pod, turn);
    }

    private Optional<String> productMismatch(PodSummary pod, NodeSharingChange turn) {
        var wanted = survey.detailOf(pod).map(detail -> detail.nodeSelector().get(PRODUCT)).orElse("");
        var then = turn.advertised().labels().get(PRODUCT);
        return wanted.isEmpty() || then == null || wanted.equals(then)
                || !wanted.equals(turn.node().facts().label(PRODUCT))
                        ? Optional.empty()
                        : Optional.of("selects %s=%s, and the node will be %s".formatted(PRODUCT, wanted, then));
    }

    /** Returns pending pods that select a product which no node will have any more. */
    private List<PodEffect> shutOutPods() {
        var before = new HashSet<String>();
        var after = new HashSet<String>();
        var turned = new HashSet<String>();
        for (var turn : turns) {
            before.add(turn.node().facts().label(PRODUCT));
            after.add(turn.advertised().labels().getOrDefault(PRODUCT, ""));
            turned.add(turn.node().name());
        }
        survey.snapshot().nodes().stream().filter(node -> !turned.contains(node.name()))
                .forEach(node -> after.add(node.facts().label(PRODUCT)));
        before.removeAll(after);
        var shut = new ArrayList<PodEffect>();
        for (var pod : survey.snapshot().unbound()) {
            var wanted = survey.detailOf(pod).map(detail -> detail.nodeSelector().get(PRODUCT)).orElse("");
            if (pod.waitsForNode() && !wanted.isEmpty() && before.contains(wanted)) {
                shut.add(new PodEffect(pod, PodFate.SHUT_OUT, Set.of(), 0, List.of(),
                        "waits, selects %s=%s, and no node will be that any more".formatted(PRODUCT, wanted)));
            }
        }
        return shut;
    }
}
