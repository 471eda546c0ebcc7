package tessera.demo.control.workload;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Comparator;
import java.util.List;
import tessera.demo.control.loop.ControlLoop;
import tessera.demo.control.loop.ControllerKinds;
import tessera.demo.control.loop.KnownPods;
import tessera.demo.control.loop.PodCard;
import tessera.demo.object.ApiError;
import tessera.demo.store.StoreJson;

/** Keeps each ReplicaSet at as many pods as it wants. */
public final class ReplicaSets {

    /** Who goes first when there are too many: those without a node, then those not ready, then the youngest. */
    private static final Comparator<PodCard> EXPENDABLE = Comparator
            .comparing((PodCard pod) -> !pod.node().isEmpty()).thenComparing(pod -> !pod.phase().equals("Pending"))
            .thenComparing(PodCard::ready).thenComparing(PodCard::createdAt, Comparator.reverseOrder());

    private final WorkloadController office;
    private final SelectorAdoption claims;

    public ReplicaSets(ControlLoop loop, ControllerKinds kinds, KnownPods pods) {
        office = new WorkloadController(loop, kinds, pods, kinds.replicaSets(), "replicaset-controller");
        claims = new SelectorAdoption(office.component(), kinds.pods());
        office.open(this::reconcile);
        office.minds(this::reconcile);
    }

    private void reconcile(ObjectNode set) throws ApiError {
        if (set.path("metadata").hasNonNull("deletionTimestamp")) {
            return;
        }
        claim(set);
        var active = active(set);
        int wanted = set.path("spec").path("replicas").asInt(1);
        for (int i = active.size(); i < wanted; i++) {
            if (office.hire(set, PodBlueprint.pod(set.path("spec").path("template"), set), this::reconcile) == null) {
                break;
            }
        }
        for (var pod : active.stream().sorted(EXPENDABLE).limit(Math.max(0, active.size() - wanted)).toList()) {
            office.dismiss(set, pod);
        }
        report(set);
    }

    private void claim(ObjectNode set) throws ApiError {
        for (var card : office.podsOf(set)) {
            if (!card.deleting() && !SelectorAdoption.wants(set, card.labels())) {
                settle(card, pod -> claims.release(set, pod));
            }
        }
        for (var card : office.orphans(StoreJson.text(set, "metadata", "namespace"))) {
            if (card.active() && SelectorAdoption.wants(set, card.labels())) {
                settle(card, pod -> SelectorAdoption.adoptable(set, pod) ? claims.adopt(set, pod) : pod);
            }
        }
    }

    @FunctionalInterface
    private interface Settlement {
        ObjectNode of(ObjectNode pod) throws ApiError;
    }

    private void settle(PodCard card, Settlement settlement) throws ApiError {
        var pod = office.component().find(office.kinds().pods(), card.namespace(), card.name());
        if (pod != null) {
            office.note(settlement.of(pod));
        }
    }

    private List<PodCard> active(ObjectNode set) {
        return office.podsOf(set).stream().filter(PodCard::active).toList();
    }

    private void report(ObjectNode set) throws ApiError {
        var pods = office.podsOf(set);
        int active = (int) pods.stream().filter(PodCard::active).count();
        int ready = (int) pods.stream().filter(pod -> pod.active() && pod.ready()).count();
        int leaving = (int) pods.stream().filter(pod -> pod.deleting() && !pod.over()).count();
        var refusal = office.refusal(set);
        office.component().editStatus(office.kinds().replicaSets(), set, status -> {
            status.put("replicas", active);
            OwnerStatuses.count(status, "fullyLabeledReplicas", active);
            OwnerStatuses.count(status, "readyReplicas", ready);
            OwnerStatuses.count(status, "availableReplicas", ready);
            status.put("terminatingReplicas", leaving);
            status.put("observedGeneration", set.path("metadata").path("generation").asLong());
            if (refusal.isEmpty()) {
                OwnerStatuses.removeCondition(status, "ReplicaFailure");
            } else {
                OwnerStatuses.condition(status, "ReplicaFailure", true, "FailedCreate", office.component().now())
                        .put("message", refusal);
            }
        });
    }

    static int wanted(ObjectNode set) {
        return set.path("spec").path("replicas").asInt(1);
    }

    static String revision(ObjectNode set) {
        return StoreJson.text(set, "metadata", "annotations", DeploymentController.REVISION);
    }
}
