package tessera.plan.sharing;

import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Supplier;
import tessera.insight.AcceleratorCatalog;
import tessera.model.Failure;
import tessera.model.Problem;
import tessera.model.Snapshot;
import tessera.plan.context.FoundNodes;
import tessera.plan.context.PodDetail;
import tessera.plan.context.SharingSetup.SharingConfigs;
import tessera.plan.context.SurveyLookups;
import tessera.plan.intent.ChangeSharing;
import tessera.plan.model.ChangePlan;
import tessera.sharing.ConfigDocument;

/** Plans how GPUs are to be shared: reads what must be known, then asks a pure planner. Safe for use by several threads. */
public final class SharingPlans {

    private final SurveyLookups lookups;
    private final Supplier<Snapshot> snapshot;
    private final AcceleratorCatalog accelerators;

    public SharingPlans(SurveyLookups lookups, Supplier<Snapshot> snapshot, AcceleratorCatalog accelerators) {
        this.lookups = lookups;
        this.snapshot = snapshot;
        this.accelerators = accelerators;
    }

    /** Works out a plan; waits for the server. */
    public ChangePlan plan(ChangeSharing wanted, Instant now) throws Failure, InterruptedException {
        var known = snapshot.get();
        var setup = lookups.sharing();
        var same = same(wanted, setup.configs().map(SharingConfigs::texts).orElseGet(TreeMap::new));
        var intent = wanted.with(same);
        var names = new TreeSet<String>();
        intent.takes().forEach(takes -> names.addAll(takes.nodes().in(known)));
        var found = FoundNodes.read(lookups, names);
        var turns = NodeReconfigurations.of(intent, known, setup, found.nodes());
        var pods = new HashMap<String, List<PodDetail>>();
        var gap = pods(turns, pods);
        return SharingPlanner.plan(intent,
                new SharingSurvey(known, accelerators, setup, now, found.nodes(), pods, found.missing(), gap), turns)
                .and(same.entrySet().stream()
                        .map(each -> "The configuration %s says the same already: no %s is written".formatted(
                                each.getValue(), each.getKey()))
                        .toList());
    }

    /** What says already what would be written under a name that nobody chose, by that name. */
    private static Map<String, String> same(ChangeSharing wanted, SortedMap<String, String> texts) {
        var same = new TreeMap<String, String>();
        wanted.write().forEach((key, text) -> {
            var config = ConfigDocument.read(text).config();
            if (!texts.containsKey(key) && config.filter(said -> said.shares().key().equals(key)).isPresent()) {
                texts.entrySet().stream()
                        .filter(there -> ConfigDocument.read(there.getValue()).config().equals(config)).findFirst()
                        .ifPresent(there -> same.put(key, there.getKey()));
            }
        });
        return same;
    }

    private Optional<Problem> pods(NodeReconfigurations turns, Map<String, List<PodDetail>> pods)
            throws InterruptedException {
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
