package tessera.plan.sharing;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import tessera.model.Plurals;
import tessera.model.PodFacts;
import tessera.plan.model.OfferEffect;
import tessera.plan.model.OfferEffect.NodeOffer;
import tessera.plan.model.PlanEffects;
import tessera.plan.model.PodEffect;
import tessera.plan.model.PodEffect.Concern;
import tessera.plan.model.PodEffect.Fate;
import tessera.sharing.DeviceShares;
import tessera.sharing.SharingStrategy;

/** The effects of a sharing change on nodes and pods. */
final class SharingEffects {

    private static final String PRODUCT = DeviceShares.GPU + ".product";

    private final SharingSurvey survey;
    private final List<NodeReconfiguration> turns;

    SharingEffects(SharingSurvey survey, List<NodeReconfiguration> turns) {
        this.survey = survey;
        this.turns = turns;
    }

    PlanEffects effects() {
        var pods = new ArrayList<PodEffect>();
        var offers = new ArrayList<OfferEffect>();
        for (var turn : turns) {
            offers.add(offerEffect(turn));
            turn.node().pods().stream().filter(pod -> countHeld(pod, turn) > 0)
                    .forEach(pod -> strandedReason(pod, turn)
                            .ifPresent(reason -> pods.add(new PodEffect(pod, Fate.STRANDED,
                                    Set.of(Concern.ACCELERATOR_WORK), countHeld(pod, turn), List.of(), reason))));
        }
        pods.addAll(shutOutPods());
        pods.sort(PodEffect.WORST_FIRST);
        return new PlanEffects(pods, List.of(), List.of(), offers);
    }

    /** Returns the number of shareable devices that a pod holds. */
    private static long countHeld(PodFacts pod, NodeReconfiguration turn) {
        return pod.holdsResources() ? countRequested(pod, turn) : 0;
    }

    private static long countRequested(PodFacts pod, NodeReconfiguration turn) {
        var names = new HashSet<>(turn.advertised().resources().keySet());
        pod.requests().names().stream().filter(SharingEffects::isShareable).forEach(names::add);
        return names.stream().mapToLong(pod.requests()::get).sum();
    }

    private static boolean isShareable(String resource) {
        var plain = DeviceShares.baseName(resource);
        return plain.equals(DeviceShares.GPU) || plain.startsWith(DeviceShares.MIG);
    }

    private static OfferEffect offerEffect(NodeReconfiguration turn) {
        var now = new TreeMap<String, Long>();
        var facts = turn.node().facts();
        facts.capacity().names().stream().filter(SharingEffects::isShareable)
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
        return new OfferEffect(turn.node().name(), devices.product(), gpus,
                new NodeOffer(turn.before().configName(), sharingNowText(turn), now),
                new NodeOffer(turn.after().configName(), sharingAfterText(turn), after.resources()), holders.size(),
                allocated, excess,
                holdersText(turn, holders.size(), excess));
    }

    /** Returns a sentence for each resource that a configuration shares and the node lacks. */
    static List<String> unsharedWarnings(List<NodeReconfiguration> turns) {
        var words = new TreeSet<String>();
        for (var turn : turns) {
            for (var name : turn.shares().replicasByResource().keySet()) {
                if (!hasResource(turn, name)) {
                    words.add("%s has no %s: nothing of it is shared there%s".formatted(turn.node().name(), name,
                            turn.devices().migEnabled() && turn.devices().migInstances().isEmpty()
                                    ? ", as its MIG instances go by the name of " + DeviceShares.GPU
                                            + " under the MIG strategy single"
                                    : ""));
                }
            }
        }
        return List.copyOf(words);
    }

    /** Returns whether the node has any resource that would be shared. */
    static boolean hasShares(NodeReconfiguration turn) {
        return turn.shares().replicasByResource().keySet().stream().anyMatch(name -> hasResource(turn, name));
    }

    private static boolean hasResource(NodeReconfiguration turn, String name) {
        return name.equals(DeviceShares.GPU) ? turn.devices().gpus() > 0
                : turn.devices().migInstances().containsKey(name);
    }

    /** Returns the resulting sharing of the node's resources. */
    private static String sharingAfterText(NodeReconfiguration turn) {
        var replicas = new TreeMap<>(turn.shares().replicasByResource());
        replicas.keySet().removeIf(name -> !hasResource(turn, name));
        return (replicas.isEmpty() ? DeviceShares.NONE
                : new DeviceShares(turn.shares().strategy(), turn.shares().renamed(),
                        turn.shares().failsAboveOne(), replicas))
                .sharesText();
    }

    /** Returns the present sharing by the node's labels, which are separate for each resource. */
    private static String sharingNowText(NodeReconfiguration turn) {
        var replicas = new TreeMap<String, Integer>();
        var means = SharingStrategy.NONE;
        boolean renamed = false;
        var names = new TreeSet<>(turn.devices().migInstances().keySet());
        names.add(DeviceShares.GPU);
        for (var name : names) {
            var own = SharingStrategy.fromLabel(turn.node().facts().label(name + ".sharing-strategy"))
                    .orElse(SharingStrategy.NONE);
            if (own != SharingStrategy.NONE) {
                means = own;
                replicas.put(name, turn.currentReplicas(name));
                renamed |= turn.node().facts().capacity().get(name + DeviceShares.SHARED) > 0;
            }
        }
        return new DeviceShares(means, renamed, false, replicas).sharesText();
    }

    private static String holdersText(NodeReconfiguration turn, int pods, long excess) {
        if (pods == 0) {
            return "no pod holds any";
        }
        var who = pods == 1 ? "1 pod that runs keeps what it has" : pods + " pods that run keep what they have";
        if (turn.shares().strategy() == SharingStrategy.MPS && !usesStrategy(turn, SharingStrategy.MPS)) {
            return who + ", and may begin no new work there once MPS takes the GPUs";
        }
        if (endsMps(turn)) {
            return "MPS ends, and with it the work of %s there".formatted(Plurals.countText(pods, "pod"));
        }
        return excess > 0 ? "%s: %d more %s held than there will be, until pods end".formatted(who, excess,
                excess == 1 ? "is" : "are") : who;
    }

    static boolean usesStrategy(NodeReconfiguration turn, SharingStrategy means) {
        return turn.node().facts().label(DeviceShares.GPU + ".sharing-strategy").equals(means.label());
    }

    /** Returns whether the MPS control daemon leaves the node, and takes along the servers through which its pods work. */
    static boolean endsMps(NodeReconfiguration turn) {
        return usesStrategy(turn, SharingStrategy.MPS) && turn.shares().strategy() != SharingStrategy.MPS;
    }

    /** Returns why a successor of a pod could not be scheduled; empty if it could, or could not before either. */
    private Optional<String> strandedReason(PodFacts pod, NodeReconfiguration turn) {
        if (!pod.owner().exists()) {
            return Optional.empty();
        }
        var after = turn.advertised();
        for (var name : pod.requests().names()) {
            if (!isShareable(name)) {
                continue;
            }
            var plain = DeviceShares.baseName(name);
            if (after.resources().getOrDefault(name, 0L) == 0) {
                return Optional.of("asks for %s, of which the node will offer none but %s".formatted(name,
                        turn.shares().sharedName(plain)));
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

    private Optional<String> productMismatch(PodFacts pod, NodeReconfiguration turn) {
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
                shut.add(new PodEffect(pod, Fate.SHUT_OUT, Set.of(), 0, List.of(),
                        "waits, selects %s=%s, and no node will be that any more".formatted(PRODUCT, wanted)));
            }
        }
        return shut;
    }
}
