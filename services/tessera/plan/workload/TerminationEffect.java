package tessera.plan.workload;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import tessera.model.PodFacts;
import tessera.plan.context.PlanSurvey;
import tessera.plan.intent.WorkloadKind;

/**
 * The pods of something as some of them end, and what that stops. Pure.
 *
 * @param pods   its own, those that have ended left out
 * @param making what they are made of
 */
record TerminationEffect(WorkloadKind kind, List<PodFacts> pods, PodOwnerSpec making, PlanSurvey survey) {

    /** What is known of which pods go when it is made smaller: all of them, or the last of those that have numbers. */
    List<PodFacts> going(int before, int after) {
        if (after == 0) {
            return pods;
        }
        return !numbered() || after > before ? List.of() : from(after);
    }

    /** Whether the last pods, or groups of pods, go first. */
    private boolean numbered() {
        return kind == WorkloadKind.STATEFUL_SET || kind == WorkloadKind.LEADER_WORKER_SET;
    }

    /** The pods from one of them on, or from one of their groups on. */
    List<PodFacts> from(int first) {
        int start = making.whole().at("/spec/ordinals/start").asInt(0);
        return pods.stream().filter(pod -> ordinal(pod) >= start + first).toList();
    }

    private static int ordinal(PodFacts pod) {
        var last = WorkloadKind.group(pod).orElseGet(() -> pod.name().substring(pod.name().lastIndexOf('-') + 1));
        return last.matches("\\d{1,6}") ? Integer.parseInt(last) : -1;
    }

    /** What is to be said of its having fewer pods. */
    List<String> words(int before, int after) {
        var words = new ArrayList<String>();
        int there = unseen() ? before : (int) pods.stream().filter(pod -> pod.deleting() == null).count();
        int fewer = there - after;
        if (fewer > 0 && after > 0 && kind == WorkloadKind.DEPLOYMENT) {
            words.add("%d of its %d pods %s; the cluster chooses which, those that do not run first".formatted(fewer,
                    there, fewer == 1 ? "ends" : "end"));
        }
        var ends = working(before, after);
        if (held(ends) > 0) {
            words.add("Frees " + worked(ends));
        }
        return words;
    }

    /** How many of those that stay are not ready now, the cluster ending first what does not run. */
    long unready(int before, int after) {
        var staying = new ArrayList<>(pods);
        staying.removeAll(going(before, after));
        long unready = staying.stream().filter(pod -> pod.deleting() == null && pod.ready() < pod.total()).count();
        return numbered() || after == 0 ? unready : Math.max(0, unready - Math.max(0, pods.size() - after));
    }

    /** How many accelerators those work on that end. */
    long freed(int before, int after) {
        return held(working(before, after));
    }

    /** Those that work and end, the cluster ending first what does not; where it chooses, those that hold most. */
    private List<PodFacts> working(int before, int after) {
        if (after >= before) {
            return List.of();
        }
        if (numbered() || after == 0) {
            return going(before, after);
        }
        var working = pods.stream().filter(TerminationEffect::works)
                .sorted(Comparator.comparingLong((PodFacts pod) -> survey.accelerators(pod)).reversed()).toList();
        return working.subList(0, Math.max(0, working.size() - Math.max(0, after)));
    }

    /** Whether what runs on accelerators ends with so many of them; taken to be so where its pods are not to be seen. */
    boolean dangerous(long held) {
        return held > 0 || (unseen() && making.each().filter(each -> survey.accelerators(each) > 0).isPresent());
    }

    private boolean unseen() {
        return pods.isEmpty() && !survey.snapshot().podScope().complete();
    }

    /** How many accelerators some of them work on. */
    long held(List<PodFacts> some) {
        return some.stream().filter(TerminationEffect::works).mapToLong(survey::accelerators).sum();
    }

    /** What of accelerators some of them work on, in words. */
    String worked(List<PodFacts> some) {
        return survey.held(some.stream().filter(TerminationEffect::works).toList());
    }

    private static boolean works(PodFacts pod) {
        return pod.holdsResources() && pod.deleting() == null;
    }
}
