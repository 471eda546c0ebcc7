package tessera.plan.sharing;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import tessera.model.PodFacts;
import tessera.plan.model.OfferEffect;
import tessera.plan.model.OfferEffect.NodeOffer;
import tessera.plan.model.PlanEffects;
import tessera.plan.model.PodEffect;
import tessera.plan.model.PodEffect.Concern;
import tessera.plan.model.PodEffect.Fate;
import tessera.sharing.DeviceShares;
import tessera.sharing.SharingStrategy;

/** What it means to nodes and to pods that GPUs are shared otherwise. */
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
            offers.add(offer(turn));
            turn.node().pods().stream().filter(pod -> held(pod, turn) > 0)
                    .forEach(pod -> stranded(pod, turn).ifPresent(why -> pods.add(new PodEffect(pod, Fate.STRANDED,
                            Set.of(Concern.ACCELERATOR_WORK), held(pod, turn), List.of(), why))));
        }
        pods.addAll(shutOut());
        pods.sort(PodEffect.WORST_FIRST);
        return new PlanEffects(pods, List.of(), List.of(), offers);
    }

    /** How much of what can be shared a pod holds. */
    private static long held(PodFacts pod, NodeReconfiguration turn) {
        return pod.holdsResources() ? sum(pod, turn) : 0;
    }

    private static long sum(PodFacts pod, NodeReconfiguration turn) {
        var names = new HashSet<>(turn.advertised().resources().keySet());
        pod.requests().names().stream().filter(SharingEffects::shareable).forEach(names::add);
        return names.stream().mapToLong(pod.requests()::get).sum();
    }

    private static boolean shareable(String resource) {
        var plain = DeviceShares.unshared(resource);
        return plain.equals(DeviceShares.GPU) || plain.startsWith(DeviceShares.MIG);
    }

    private static OfferEffect offer(NodeReconfiguration turn) {
        var now = new TreeMap<String, Long>();
        var facts = turn.node().facts();
        facts.capacity().names().stream().filter(SharingEffects::shareable)
                .forEach(name -> now.put(name, facts.capacity().get(name)));
        var holders = turn.node().pods().stream().filter(pod -> held(pod, turn) > 0).toList();
        long held = holders.stream().mapToLong(pod -> held(pod, turn)).sum();
        long excess = 0;
        var after = turn.advertised();
        for (var name : turn.node().taken().names()) {
            long then = after.resources().getOrDefault(name, 0L);
            if (shareable(name) && then > 0) {
                excess += Math.max(0, turn.node().taken().get(name) - then);
            }
        }
        var devices = turn.devices();
        long gpus = devices.gpus() + devices.instances().values().stream().mapToLong(Long::longValue).sum();
        return new OfferEffect(turn.node().name(), devices.model(), gpus,
                new NodeOffer(turn.before().key(), sharing(turn), now),
                new NodeOffer(turn.after().key(), then(turn), after.resources()), holders.size(), held, excess,
                words(turn, holders.size(), excess));
    }

    /** What a configuration shares and a node has not got, a sentence for each. */
    static List<String> unshared(List<NodeReconfiguration> turns) {
        var words = new TreeSet<String>();
        for (var turn : turns) {
            for (var name : turn.shares().replicas().keySet()) {
                if (!has(turn, name)) {
                    words.add("%s has no %s: nothing of it is shared there%s".formatted(turn.node().name(), name,
                            turn.devices().divided() && turn.devices().instances().isEmpty()
                                    ? ", as its MIG instances go by the name of " + DeviceShares.GPU
                                            + " under the MIG strategy single"
                                    : ""));
                }
            }
        }
        return List.copyOf(words);
    }

    /** Whether a node has anything that would be handed out in shares. */
    static boolean divides(NodeReconfiguration turn) {
        return turn.shares().replicas().keySet().stream().anyMatch(name -> has(turn, name));
    }

    private static boolean has(NodeReconfiguration turn, String name) {
        return name.equals(DeviceShares.GPU) ? turn.devices().gpus() > 0 : turn.devices().instances().containsKey(name);
    }

    /** How it will share what it has. */
    private static String then(NodeReconfiguration turn) {
        var replicas = new TreeMap<>(turn.shares().replicas());
        replicas.keySet().removeIf(name -> !has(turn, name));
        return (replicas.isEmpty() ? DeviceShares.NONE
                : new DeviceShares(turn.shares().means(), turn.shares().renamed(),
                        turn.shares().onlyOne(), replicas))
                .words();
    }

    /** How its labels say that it shares now: each resource has labels of its own. */
    private static String sharing(NodeReconfiguration turn) {
        var replicas = new TreeMap<String, Integer>();
        var means = SharingStrategy.NONE;
        boolean renamed = false;
        var names = new TreeSet<>(turn.devices().instances().keySet());
        names.add(DeviceShares.GPU);
        for (var name : names) {
            var own = SharingStrategy.of(turn.node().facts().label(name + ".sharing-strategy"))
                    .orElse(SharingStrategy.NONE);
            if (own != SharingStrategy.NONE) {
                means = own;
                replicas.put(name, turn.replicasNow(name));
                renamed |= turn.node().facts().capacity().get(name + DeviceShares.SHARED) > 0;
            }
        }
        return new DeviceShares(means, renamed, false, replicas).words();
    }

    private static String words(NodeReconfiguration turn, int pods, long excess) {
        if (pods == 0) {
            return "no pod holds any";
        }
        var who = pods == 1 ? "1 pod that runs keeps what it has" : pods + " pods that run keep what they have";
        if (turn.shares().means() == SharingStrategy.MPS && !now(turn, SharingStrategy.MPS)) {
            return who + ", and may begin no new work there once MPS takes the GPUs";
        }
        return excess > 0 ? "%s: %d more %s held than there will be, until pods end".formatted(who, excess,
                excess == 1 ? "is" : "are") : who;
    }

    static boolean now(NodeReconfiguration turn, SharingStrategy means) {
        return turn.node().facts().label(DeviceShares.GPU + ".sharing-strategy").equals(means.label());
    }

    /** Why a successor of a pod could not take its place; empty when it could, or when it could not before. */
    private Optional<String> stranded(PodFacts pod, NodeReconfiguration turn) {
        if (!pod.owner().exists()) {
            return Optional.empty();
        }
        var after = turn.advertised();
        for (var name : pod.requests().names()) {
            if (!shareable(name)) {
                continue;
            }
            var plain = DeviceShares.unshared(name);
            if (after.resources().getOrDefault(name, 0L) == 0) {
                return Optional.of("asks for %s, of which the node will offer none but %s".formatted(name,
                        turn.shares().name(plain)));
            }
            boolean divided = turn.shares().onlyOne() && turn.shares().of(plain) > 1;
            boolean before = turn.replicasNow(plain) > 1;
            if (divided && !before && pod.requests().get(name) > 1) {
                return Optional.of("asks for %d: a container that asks for more than one share is refused by the node "
                        .formatted(pod.requests().get(name)) + "(UnexpectedAdmissionError)");
            }
        }
        return product(pod, turn);
    }

    private Optional<String> product(PodFacts pod, NodeReconfiguration turn) {
        var wanted = survey.detail(pod).map(detail -> detail.nodeSelector().get(PRODUCT)).orElse("");
        var then = turn.advertised().labels().get(PRODUCT);
        return wanted.isEmpty() || then == null || wanted.equals(then)
                || !wanted.equals(turn.node().facts().label(PRODUCT))
                        ? Optional.empty()
                        : Optional.of("selects %s=%s, and the node will be %s".formatted(PRODUCT, wanted, then));
    }

    /** Pods that wait for a product that no node will have any more. */
    private List<PodEffect> shutOut() {
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
            var wanted = survey.detail(pod).map(detail -> detail.nodeSelector().get(PRODUCT)).orElse("");
            if (pod.waitsForNode() && !wanted.isEmpty() && before.contains(wanted)) {
                shut.add(new PodEffect(pod, Fate.SHUT_OUT, Set.of(), 0, List.of(),
                        "waits, selects %s=%s, and no node will be that any more".formatted(PRODUCT, wanted)));
            }
        }
        return shut;
    }
}
