package tessera.plan.sharing;

import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.Supplier;
import tessera.model.Failure;
import tessera.model.Problem;
import tessera.model.Snapshot;
import tessera.plan.draft.Plan;
import tessera.plan.intent.ChangeSharing;
import tessera.plan.survey.FoundNodes;
import tessera.plan.survey.Lookups;
import tessera.plan.survey.PodDetail;

/** Plans how GPUs are to be shared: reads what must be known, then asks a pure planner. Safe for use by several threads. */
public final class SharingPlans {

    private final Lookups lookups;
    private final Supplier<Snapshot> snapshot;

    public SharingPlans(Lookups lookups, Supplier<Snapshot> snapshot) {
        this.lookups = lookups;
        this.snapshot = snapshot;
    }

    /** Works out a plan; waits for the server. */
    public Plan plan(ChangeSharing intent, Instant now) throws Failure, InterruptedException {
        var known = snapshot.get();
        var setup = lookups.sharing();
        var names = new TreeSet<String>();
        intent.takes().forEach(takes -> names.addAll(takes.nodes().in(known)));
        var found = FoundNodes.read(lookups, names);
        var turns = Turns.of(intent, known, setup, found.nodes());
        var pods = new HashMap<String, List<PodDetail>>();
        var gap = pods(turns, pods);
        return SharingPlanner.plan(intent,
                new SharingSurvey(known, setup, now, found.nodes(), pods, found.missing(), gap), turns);
    }

    private Optional<Problem> pods(Turns turns, Map<String, List<PodDetail>> pods) throws InterruptedException {
        try {
            for (var turn : turns.turns()) {
                pods.put(turn.node().name(), lookups.podsOn(turn.node().name()));
            }
            if (!turns.turns().isEmpty()) {
                pods.put("", lookups.podsOnNoNode());
            }
            return Optional.empty();
        } catch (Failure failure) {
            return Optional.of(failure.problem());
        }
    }
}
