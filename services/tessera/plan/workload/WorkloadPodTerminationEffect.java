package tessera.plan.workload;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import tessera.model.PodSummary;
import tessera.plan.context.NodeAndPodPlannerInput;
import tessera.plan.intent.WorkloadKind;

/**
 * The effects of ending some pods of a workload. Pure.
 *
 * @param pods   its own, those that have ended left out
 * @param ownerSpec what they are made of
 */
record WorkloadPodTerminationEffect(WorkloadKind kind, List<PodSummary> pods, WorkloadSpecReader ownerSpec,
        NodeAndPodPlannerInput input) {

    /** Returns the pods known to end when it is scaled down: all, or the last ones if pods are numbered. */
    List<PodSummary> endingPods(int before, int after) {
        if (after == 0) {
            return pods;
        }
        if (!hasOrdinals() || after > before) {
            return List.of();
        }
        return podsFrom(after);
    }

    /** Returns whether the last pods, or groups of pods, end first. */
    private boolean hasOrdinals() {
        return kind == WorkloadKind.STATEFUL_SET || kind == WorkloadKind.LEADER_WORKER_SET;
    }

    /** Returns the pods from an ordinal, or a group index, upwards. */
    List<PodSummary> podsFrom(int first) {
        int start = ownerSpec.json().at("/spec/ordinals/start").asInt(0);
        return pods.stream().filter(pod -> ordinalOf(pod) >= start + first).toList();
    }

    private static int ordinalOf(PodSummary pod) {
        var last = WorkloadKind.groupIndexOf(pod)
                .orElseGet(() -> pod.name().substring(pod.name().lastIndexOf('-') + 1));
        return last.matches("\\d{1,6}") ? Integer.parseInt(last) : -1;
    }

    /** Returns the warnings about fewer pods. */
    List<WorkloadChangeWarning> scaleDownWarnings(int before, int after) {
        var texts = new ArrayList<WorkloadChangeWarning>();
        int there = isUnseen() ? before : (int) pods.stream().filter(pod -> pod.deleting() == null).count();
        int fewer = there - after;
        if (fewer > 0 && after > 0 && kind == WorkloadKind.DEPLOYMENT) {
            texts.add(new WorkloadChangeWarning.ControllerPicksPods(fewer, there));
        }
        var ends = endingWorkingPods(before, after);
        if (countHeldAccelerators(ends) > 0) {
            texts.add(new WorkloadChangeWarning.WorkloadFreesGpus(heldText(ends)));
        }
        return texts;
    }

    /** Returns the number of remaining pods that are not ready now, as unready pods end first. */
    long countUnreadyRemaining(int before, int after) {
        var staying = new ArrayList<>(pods);
        staying.removeAll(endingPods(before, after));
        long unready = staying.stream().filter(pod -> pod.deleting() == null && pod.ready() < pod.total()).count();
        return hasOrdinals() || after == 0 ? unready : Math.max(0, unready - Math.max(0, pods.size() - after));
    }

    /** Returns the number of accelerators in use by the pods that end. */
    long countFreedAccelerators(int before, int after) {
        return countHeldAccelerators(endingWorkingPods(before, after));
    }

    /** Returns the working pods that end, idle ones first; if the cluster chooses, those that hold most. */
    private List<PodSummary> endingWorkingPods(int before, int after) {
        if (after >= before) {
            return List.of();
        }
        if (hasOrdinals() || after == 0) {
            return endingPods(before, after);
        }
        var working = pods.stream().filter(WorkloadPodTerminationEffect::isWorking)
                .sorted(Comparator.comparingLong((PodSummary pod) -> input.countAccelerators(pod)).reversed()).toList();
        return working.subList(0, Math.max(0, working.size() - Math.max(0, after)));
    }

    /** Returns whether accelerator work ends; true also if the pods are not visible and request accelerators. */
    boolean isDangerous(long allocated) {
        return allocated > 0 || (isUnseen()
                && ownerSpec.unitRequests().filter(amounts -> input.countAccelerators(amounts) > 0).isPresent());
    }

    private boolean isUnseen() {
        return pods.isEmpty() && !input.snapshot().podScope().isComplete();
    }

    /** Returns the number of accelerators that some pods work on. */
    long countHeldAccelerators(List<PodSummary> some) {
        return some.stream().filter(WorkloadPodTerminationEffect::isWorking).mapToLong(input::countAccelerators).sum();
    }

    /** Returns the accelerators that some pods work on, as text. */
    String heldText(List<PodSummary> some) {
        return input.heldText(some.stream().filter(WorkloadPodTerminationEffect::isWorking).toList());
    }

    private static boolean isWorking(PodSummary pod) {
        return pod.holdsResources() && pod.deleting() == null;
    }
}
