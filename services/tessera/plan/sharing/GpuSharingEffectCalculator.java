package tessera.plan.sharing;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import tessera.model.PodSummary;
import tessera.plan.model.AdvertisedResourcesEffect;
import tessera.plan.model.AdvertisedResourcesEffect.NodeAdvertisedResources;
import tessera.plan.model.PlanEffects;
import tessera.plan.model.PodEffect;
import tessera.plan.model.PodEffect.PodFate;
import tessera.plan.model.PodEffect.PodRemovalConcern;
import tessera.plan.model.ShareHolderEffect;
import tessera.sharing.DeviceShareCounts;
import tessera.sharing.GpuSharingStrategy;

/** The effects of a sharing change on nodes and pods. */
final class GpuSharingEffectCalculator {

    private static final String PRODUCT = DeviceShareCounts.GPU + ".product";

    private final GpuSharingPlannerInput input;
    private final List<NodeGpuSharingChange> changes;

    GpuSharingEffectCalculator(GpuSharingPlannerInput input, List<NodeGpuSharingChange> changes) {
        this.input = input;
        this.changes = changes;
    }

    PlanEffects effects() {
        var pods = new ArrayList<PodEffect>();
        var offers = new ArrayList<AdvertisedResourcesEffect>();
        for (var change : changes) {
            offers.add(offerEffect(change));
            for (var pod : change.node().pods().stream().filter(pod -> countHeld(pod, change) > 0).toList()) {
                strandedReason(pod, change).ifPresent(reason -> pods.add(new PodEffect(pod, PodFate.STRANDED,
                        Set.of(PodRemovalConcern.ACCELERATOR_WORK), countHeld(pod, change), List.of(), reason)));
            }
        }
        pods.addAll(shutOutPods());
        pods.sort(PodEffect.WORST_FIRST);
        return new PlanEffects(pods, List.of(), List.of(), offers);
    }

    /** Returns the number of shareable devices that a pod holds. */
    private static long countHeld(PodSummary pod, NodeGpuSharingChange change) {
        return pod.holdsResources() ? countRequested(pod, change) : 0;
    }

    private static long countRequested(PodSummary pod, NodeGpuSharingChange change) {
        var names = new HashSet<>(change.advertised().resources().keySet());
        pod.requests().names().stream().filter(GpuSharingEffectCalculator::isShareable).forEach(names::add);
        return names.stream().mapToLong(pod.requests()::get).sum();
    }

    private static boolean isShareable(String resource) {
        var plain = DeviceShareCounts.baseName(resource);
        return plain.equals(DeviceShareCounts.GPU) || plain.startsWith(DeviceShareCounts.MIG);
    }

    private static AdvertisedResourcesEffect offerEffect(NodeGpuSharingChange change) {
        var now = new TreeMap<String, Long>();
        var nodeSummary = change.node().nodeSummary();
        nodeSummary.capacity().names().stream().filter(GpuSharingEffectCalculator::isShareable)
                .forEach(name -> now.put(name, nodeSummary.capacity().get(name)));
        var holders = change.node().pods().stream().filter(pod -> countHeld(pod, change) > 0).toList();
        long allocated = holders.stream().mapToLong(pod -> countHeld(pod, change)).sum();
        long excess = 0;
        var after = change.advertised();
        for (var name : change.node().allocated().names()) {
            long then = after.resources().getOrDefault(name, 0L);
            if (isShareable(name) && then > 0) {
                excess += Math.max(0, change.node().allocated().get(name) - then);
            }
        }
        var devices = change.devices();
        long gpus = devices.gpus() + devices.migInstances().values().stream().mapToLong(Long::longValue).sum();
        return new AdvertisedResourcesEffect(change.node().name(), devices.product(), gpus,
                new NodeAdvertisedResources(change.before().configName(), sharingNowText(change), now),
                new NodeAdvertisedResources(change.after().configName(), sharingAfterText(change), after.resources()),
                holders.size(), allocated, excess, holderEffect(change, holders.size(), excess));
    }

    /** Returns a warning for each shared resource that a node lacks, or has an unknown number of. */
    static List<SharingWarning> unsharedWarnings(List<NodeGpuSharingChange> turns) {
        return turns.stream().flatMap(GpuSharingEffectCalculator::unsharedWarnings).distinct()
                .sorted(Comparator.comparing(SharingWarning::text)).toList();
    }

    private static Stream<SharingWarning> unsharedWarnings(NodeGpuSharingChange change) {
        var node = change.node().name();
        var devices = change.devices();
        boolean single = devices.migEnabled() && devices.migInstances().isEmpty();
        return Stream.concat(
                devices.migInstancesAtMost() ? Stream.of(new SharingWarning.UnknownMigReplicas(node)) : Stream.empty(),
                change.shares().replicasByResource().keySet().stream().filter(name -> !hasResource(change, name))
                        .map(name -> new SharingWarning.MissingSharedResource(node, name, single)));
    }

    /** Returns whether the node has any resource that would be shared. */
    static boolean hasShares(NodeGpuSharingChange change) {
        return change.shares().replicasByResource().keySet().stream().anyMatch(name -> hasResource(change, name));
    }

    private static boolean hasResource(NodeGpuSharingChange change, String name) {
        if (name.equals(DeviceShareCounts.GPU)) {
            return change.devices().gpus() > 0;
        }
        return change.devices().migInstances().containsKey(name);
    }

    /** Returns the resulting sharing of the node's resources. */
    private static String sharingAfterText(NodeGpuSharingChange change) {
        var replicas = new TreeMap<>(change.shares().replicasByResource());
        replicas.keySet().removeIf(name -> !hasResource(change, name));
        return (replicas.isEmpty() ? DeviceShareCounts.NONE
                : new DeviceShareCounts(change.shares().strategy(), change.shares().renamed(),
                        change.shares().failsAboveOne(), replicas))
                .sharesText();
    }

    /** Returns the present sharing by the node's labels, which are separate for each resource. */
    private static String sharingNowText(NodeGpuSharingChange change) {
        var replicas = new TreeMap<String, Integer>();
        var means = GpuSharingStrategy.NONE;
        boolean renamed = false;
        var names = new TreeSet<>(change.devices().migInstances().keySet());
        names.add(DeviceShareCounts.GPU);
        for (var name : names) {
            var strategy = GpuSharingStrategy.fromLabel(change.node().nodeSummary().label(name + ".sharing-strategy"))
                    .orElse(GpuSharingStrategy.NONE);
            if (strategy != GpuSharingStrategy.NONE) {
                means = strategy;
                replicas.put(name, change.currentReplicas(name));
                renamed |= change.node().nodeSummary().capacity().get(name + DeviceShareCounts.SHARED) > 0;
            }
        }
        return new DeviceShareCounts(means, renamed, false, replicas).sharesText();
    }

    private static ShareHolderEffect holderEffect(NodeGpuSharingChange change, int pods, long excess) {
        if (pods == 0) {
            return new ShareHolderEffect.NoShareHolders();
        }
        if (change.shares().strategy() == GpuSharingStrategy.MPS && !usesStrategy(change, GpuSharingStrategy.MPS)) {
            return new ShareHolderEffect.MpsTakeover(pods);
        }
        if (endsMps(change)) {
            return new ShareHolderEffect.MpsEnd(pods);
        }
        return excess > 0 ? new ShareHolderEffect.ExcessShares(pods, excess) : new ShareHolderEffect.KeptShares(pods);
    }

    static boolean usesStrategy(NodeGpuSharingChange change, GpuSharingStrategy means) {
        return change.node().nodeSummary().label(DeviceShareCounts.GPU + ".sharing-strategy").equals(means.label());
    }

    /** Returns whether the MPS control daemon leaves the node, and takes along the servers through which its pods work. */
    static boolean endsMps(NodeGpuSharingChange change) {
        return usesStrategy(change, GpuSharingStrategy.MPS) && change.shares().strategy() != GpuSharingStrategy.MPS;
    }

    /** Returns why a successor of a pod could not be scheduled; empty if it could, or could not before either. */
    private Optional<SharingPodEffectReason> strandedReason(PodSummary pod, NodeGpuSharingChange change) {
        if (!pod.owner().exists()) {
            return Optional.empty();
        }
        var after = change.advertised();
        for (var name : pod.requests().names()) {
            if (!isShareable(name)) {
                continue;
            }
            var plain = DeviceShareCounts.baseName(name);
            if (after.resources().getOrDefault(name, 0L) == 0) {
                var other = change.shares().sharedName(plain);
                return Optional.of(new SharingPodEffectReason.WithdrawnResourceRequest(name,
                        Optional.of(other).filter(shared -> !shared.equals(name))));
            }
            boolean divided = change.shares().failsAboveOne() && change.shares().replicasOf(plain) > 1;
            boolean before = change.currentReplicas(plain) > 1;
            if (divided && !before && pod.requests().get(name) > 1) {
                return Optional.of(new SharingPodEffectReason.MultipleShareRequest(pod.requests().get(name)));
            }
        }
        return productMismatch(pod, change);
    }

    private Optional<SharingPodEffectReason> productMismatch(PodSummary pod, NodeGpuSharingChange change) {
        var wanted = input.detailOf(pod).map(detail -> detail.nodeSelector().get(PRODUCT)).orElse("");
        var then = change.advertised().labels().get(PRODUCT);
        if (wanted.isEmpty() || then == null || wanted.equals(then)
                || !wanted.equals(change.node().nodeSummary().label(PRODUCT))) {
            return Optional.empty();
        }
        return Optional.of(new SharingPodEffectReason.OutdatedProductSelector(PRODUCT, wanted, then));
    }

    /** Returns pending pods that select a product which no node will have any more. */
    private List<PodEffect> shutOutPods() {
        var before = new HashSet<String>();
        var after = new HashSet<String>();
        var turned = new HashSet<String>();
        for (var change : changes) {
            before.add(change.node().nodeSummary().label(PRODUCT));
            after.add(change.advertised().labels().getOrDefault(PRODUCT, ""));
            turned.add(change.node().name());
        }
        input.snapshot().nodes().stream().filter(node -> !turned.contains(node.name()))
                .forEach(node -> after.add(node.nodeSummary().label(PRODUCT)));
        before.removeAll(after);
        var shut = new ArrayList<PodEffect>();
        for (var pod : input.snapshot().unbound()) {
            var wanted = input.detailOf(pod).map(detail -> detail.nodeSelector().get(PRODUCT)).orElse("");
            if (pod.waitsForNode() && !wanted.isEmpty() && before.contains(wanted)) {
                shut.add(new PodEffect(pod, PodFate.SHUT_OUT, Set.of(), 0, List.of(),
                        new SharingPodEffectReason.UnmatchedProductSelector(PRODUCT, wanted)));
            }
        }
        return shut;
    }
}
