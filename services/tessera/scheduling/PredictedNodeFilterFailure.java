package tessera.scheduling;

import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tessera.kube.scheduling.FilterResult.VolumeClaimUse;
import tessera.kube.scheduling.FilterResult.VolumeConflict;
import tessera.kube.scheduling.InterPodAffinityFilter;
import tessera.kube.scheduling.InterPodAffinityFilter.AffinityViolation.AntiAffinity;
import tessera.kube.scheduling.InterPodAffinityFilter.AffinityViolation.ExistingAntiAffinity;
import tessera.kube.scheduling.InterPodAffinityFilter.AffinityViolation.MissingAffinity;
import tessera.kube.scheduling.NodeRejectionReason;
import tessera.kube.scheduling.PodTopologySpreadFilter;
import tessera.kube.scheduling.SchedulerPlugin;
import tessera.kube.scheduling.Taint;
import tessera.mig.MigProfile;
import tessera.text.MessageCatalog;

/**
 * A failed filter: one reason of perhaps several why a node does not accept a pod.
 *
 * @param plugin of the scheduler; null where the kubelet refuses the pod once it is placed
 * @param schedulerReason    in the scheduler's words
 * @param briefText     in plain words that are the same for nodes that are alike
 * @param text     in plain words, what exactly
 * @param shortfall  of what, where a resource is short
 * @param taint     which, where it is about one
 * @param excessPods   how many pods at least would have to go, where the node has as many as it may run; else 0
 * @param sharedResource whose shares the kubelet refuses
 */
public record PredictedNodeFilterFailure(@Nullable SchedulerPlugin plugin, NodeFilterFailureEndCondition blocker,
        String schedulerReason, String briefText, String text, Optional<ResourceShortfall> shortfall,
        Optional<Taint> taint, long excessPods, Optional<String> sharedResource) {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(PredictedNodeFilterFailure.class);

    private PredictedNodeFilterFailure(@Nullable SchedulerPlugin plugin, NodeFilterFailureEndCondition blocker,
            String schedulerReason, String briefText, String text, Optional<ResourceShortfall> shortfall,
            Optional<Taint> taint, long excessPods) {
        this(plugin, blocker, schedulerReason, briefText, text, shortfall, taint, excessPods, Optional.empty());
    }

    static PredictedNodeFilterFailure permanent(SchedulerPlugin plugin, NodeRejectionReason reason, String text) {
        return permanent(plugin, reason.message(), text, text);
    }

    static PredictedNodeFilterFailure permanent(@Nullable SchedulerPlugin plugin, String reason, String brief,
            String text) {
        return new PredictedNodeFilterFailure(plugin, NodeFilterFailureEndCondition.LASTING, reason, brief, text,
                Optional.empty(), Optional.empty(), 0);
    }

    static PredictedNodeFilterFailure causedByPods(SchedulerPlugin plugin, NodeRejectionReason reason, String brief,
            String text) {
        return causedByPods(plugin, reason.message(), brief, text);
    }

    static PredictedNodeFilterFailure causedByPods(SchedulerPlugin plugin, String reason, String brief, String text) {
        return new PredictedNodeFilterFailure(plugin, NodeFilterFailureEndCondition.OTHERS, reason, brief, text,
                Optional.empty(), Optional.empty(), 0);
    }

    /** Returns the failure of a node whose devices would do, were they not tainted or in an unfinished pool. */
    static PredictedNodeFilterFailure forWithheldDevices(String reason, String text) {
        return new PredictedNodeFilterFailure(SchedulerPlugin.DYNAMIC_RESOURCES, NodeFilterFailureEndCondition.CLOSED,
                reason, MESSAGES.text("filter.devicesWithheld"), text, Optional.empty(), Optional.empty(), 0);
    }

    /** Returns the refusal of a kubelet, of which the scheduler knows nothing. */
    static PredictedNodeFilterFailure refusedByKubelet(String resource, long asked) {
        return new PredictedNodeFilterFailure(null, NodeFilterFailureEndCondition.LASTING, "",
                MESSAGES.text("filter.kubeletShares.brief", resource),
                MESSAGES.text("filter.kubeletShares", asked, resource), Optional.empty(), Optional.empty(), 0,
                Optional.of(resource));
    }

    static PredictedNodeFilterFailure forCordon() {
        return new PredictedNodeFilterFailure(SchedulerPlugin.NODE_UNSCHEDULABLE, NodeFilterFailureEndCondition.CLOSED,
                NodeRejectionReason.UNSCHEDULABLE.message(), MESSAGES.text("filter.cordon"),
                MESSAGES.text("filter.cordon"), Optional.empty(), Optional.empty(), 0);
    }

    static PredictedNodeFilterFailure forTaint(Taint taint) {
        return new PredictedNodeFilterFailure(SchedulerPlugin.TAINT_TOLERATION, NodeFilterFailureEndCondition.CLOSED,
                NodeRejectionReason.UNTOLERATED_TAINT.message(), MESSAGES.text("filter.taint.brief", taint),
                MESSAGES.text("filter.taint", taint), Optional.empty(), Optional.of(taint), 0);
    }

    static PredictedNodeFilterFailure tooManyPods(long pods, long limit) {
        return new PredictedNodeFilterFailure(SchedulerPlugin.NODE_RESOURCES_FIT,
                limit < 1 ? NodeFilterFailureEndCondition.LASTING : NodeFilterFailureEndCondition.OTHERS,
                NodeRejectionReason.TOO_MANY_PODS.message(), MESSAGES.text("filter.podLimit.brief"),
                MESSAGES.text("filter.podLimit", pods, limit), Optional.empty(), Optional.empty(), pods + 1 - limit);
    }

    static PredictedNodeFilterFailure ofSpread(PodTopologySpreadFilter.SpreadViolation violation) {
        var key = violation.constraint().topologyKey();
        return violation.domain()
                .map(domain -> causedByPods(SchedulerPlugin.POD_TOPOLOGY_SPREAD, NodeRejectionReason.TOPOLOGY_SKEW,
                        MESSAGES.text("filter.spread.brief"),
                        MESSAGES.text("filter.spread", key, domain, violation.pods(), violation.minimum(),
                                violation.constraint().maxSkew())))
                .orElseGet(() -> permanent(SchedulerPlugin.POD_TOPOLOGY_SPREAD,
                        NodeRejectionReason.TOPOLOGY_LABEL_MISSING, MESSAGES.text("filter.spreadLabel", key)));
    }

    static PredictedNodeFilterFailure ofAffinity(InterPodAffinityFilter.AffinityViolation violation) {
        return switch (violation) {
            case MissingAffinity(var term, var hasDomain) -> causedByPods(SchedulerPlugin.INTER_POD_AFFINITY,
                    violation.reason(), MESSAGES.text("filter.affinity.brief"),
                    hasDomain ? MESSAGES.text("filter.affinity", term.termText())
                            : MESSAGES.text("filter.topologyLabel", term.topologyKey()));
            case AntiAffinity(var term, var pod) -> causedByPods(SchedulerPlugin.INTER_POD_AFFINITY, violation.reason(),
                    MESSAGES.text("filter.antiAffinity.brief"),
                    MESSAGES.text("filter.antiAffinity", term.termText(), pod.podKey()));
            case ExistingAntiAffinity(var topologyKey, var pod) -> causedByPods(SchedulerPlugin.INTER_POD_AFFINITY,
                    violation.reason(), MESSAGES.text("filter.existingAntiAffinity.brief"),
                    MESSAGES.text("filter.existingAntiAffinity", pod.podKey(), topologyKey));
        };
    }

    /** Returns whether a plugin of the scheduler failed. */
    public boolean isOf(SchedulerPlugin one) {
        return plugin == one;
    }

    /** Returns whether a kubelet refuses the pod, once it is placed. */
    public boolean isByKubelet() {
        return plugin == null;
    }

    /** Returns whether the pod names other nodes alone. */
    public boolean isPinnedElsewhere() {
        return schedulerReason.equals(NodeRejectionReason.NOT_IN_PREFILTER_RESULT.message());
    }

    /** Returns whether the node lacks labels that the pod wants. */
    boolean isLabelMismatch() {
        return isOf(SchedulerPlugin.NODE_AFFINITY) && !isPinnedElsewhere();
    }

    /** Returns whether the node reaches no volume for a claim of the pod. */
    boolean isOutOfReachOfVolume() {
        return isOf(SchedulerPlugin.VOLUME_BINDING) || isOf(SchedulerPlugin.VOLUME_ZONE);
    }

    /** Returns whether the scheduler asks its plugin before those for volumes, other pods and devices. */
    boolean isBeforeVolumes() {
        return plugin != null && plugin.compareTo(SchedulerPlugin.VOLUME_RESTRICTIONS) < 0;
    }

    /** Returns the failure of nodes that a claim has no volume for. */
    static PredictedNodeFilterFailure ofVolume(SchedulerPlugin plugin, VolumeConflict conflict) {
        return permanent(plugin, conflict.reason(), switch (conflict.reason()) {
            case NO_VOLUME_TO_BIND -> MESSAGES.text("filter.noFreeVolume", conflict.claim());
            case VOLUME_ZONE -> MESSAGES.text("filter.volumeZone", conflict.claim());
            case NO_BOUND_VOLUME -> MESSAGES.text("filter.volumeGone", conflict.claim());
            default -> MESSAGES.text("filter.volumeReach", conflict.claim());
        });
    }

    /** Returns the failure of all nodes while another pod mounts a claim that only one may mount. */
    static PredictedNodeFilterFailure ofVolumeClaimUse(VolumeClaimUse use) {
        return causedByPods(SchedulerPlugin.VOLUME_RESTRICTIONS, NodeRejectionReason.CLAIM_OF_ANOTHER_POD,
                MESSAGES.text("filter.claimInUse.brief"), MESSAGES.text("filter.claimInUse", use.pod().podKey()));
    }

    /** Returns whether the machine has the devices and does not offer them for the time being. */
    boolean isWithheldDevice() {
        return blocker == NodeFilterFailureEndCondition.CLOSED
                && (shortfall.isPresent() || isOf(SchedulerPlugin.DYNAMIC_RESOURCES));
    }

    /** @param hold how long it lasts; {@link NodeFilterFailureEndCondition#CLOSED} where the machine has as much, and does not offer it for the time being */
    static PredictedNodeFilterFailure forShortfall(ResourceShortfall shortage, NodeFilterFailureEndCondition hold) {
        var latent = Optional.of(shortage.notAdvertisedText())
                .filter(_ -> hold == NodeFilterFailureEndCondition.CLOSED);
        return forShortfall(shortage, hold,
                latent.orElseGet(() -> shortage.briefText(hold == NodeFilterFailureEndCondition.LAYOUT)),
                latent.orElseGet(shortage::shortfallText));
    }

    private static PredictedNodeFilterFailure forShortfall(ResourceShortfall shortage,
            NodeFilterFailureEndCondition hold, String brief, String text) {
        return new PredictedNodeFilterFailure(SchedulerPlugin.NODE_RESOURCES_FIT, hold,
                NodeRejectionReason.insufficientMessage(shortage.resource()), brief, text, Optional.of(shortage),
                Optional.empty(), 0);
    }

    /** Returns the failure of a node whose device plugin never advertises a resource with its MIG strategy. */
    static PredictedNodeFilterFailure ofMigStrategy(ResourceShortfall shortage, String strategy) {
        var text = shortage.strategyText(strategy);
        return forShortfall(shortage, NodeFilterFailureEndCondition.LASTING, text, text);
    }

    /** Returns whether it is a lack of MIG instances, which another layout may offer. */
    boolean lacksMigInstances() {
        return shortfall().filter(missing -> MigProfile.ofResource(missing.resource()).isPresent()).isPresent();
    }
}
