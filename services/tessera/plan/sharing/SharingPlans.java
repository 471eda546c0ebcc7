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

/** Plans GPU sharing: reads the input, then calls a pure planner. Safe for use by several threads. */
public final class SharingPlans {

    private final SurveyLookups lookups;
    private final Supplier<Snapshot> snapshot;
    private final AcceleratorCatalog accelerators;

    public SharingPlans(SurveyLookups lookups, Supplier<Snapshot> snapshot, AcceleratorCatalog accelerators) {
        this.lookups = lookups;
        this.snapshot = snapshot;
        this.accelerators = accelerators;
    }

    /** Plans an intent; waits for the server. */
    public ChangePlan plan(ChangeSharing wanted, Instant now) throws Failure, InterruptedException {
        var known = snapshot.get();
        var setup = lookups.readSharing();
        var same = findEqualConfigs(wanted, setup.configs().map(SharingConfigs::texts).orElseGet(TreeMap::new));
        var intent = wanted.withExistingConfigs(same);
        var names = new TreeSet<String>();
        intent.assignments().forEach(takes -> names.addAll(takes.nodes().namesIn(known)));
        var found = FoundNodes.read(lookups, names);
        var turns = NodeReconfigurations.of(intent, known, setup, found.nodes());
        var pods = new HashMap<String, List<PodDetail>>();
        var problem = readPods(turns, pods);
        return SharingPlanner.plan(intent,
                new SharingSurvey(known, accelerators, setup, now, found.nodes(), pods, found.missing(), problem),
                turns)
                .withWarnings(same.entrySet().stream()
                        .map(each -> "The configuration %s says the same already: no %s is written".formatted(
                                each.getValue(), each.getKey()))
                        .toList());
    }

    /** Returns existing configurations with the same content, by the generated name under which they would be written. */
    private static Map<String, String> findEqualConfigs(ChangeSharing wanted, SortedMap<String, String> texts) {
        var same = new TreeMap<String, String>();
        wanted.write().forEach((key, text) -> {
            var config = ConfigDocument.parse(text).config();
            if (!texts.containsKey(key) && config.filter(said -> said.shares().configName().equals(key)).isPresent()) {
                texts.entrySet().stream()
                        .filter(there -> ConfigDocument.parse(there.getValue()).config().equals(config)).findFirst()
                        .ifPresent(there -> same.put(key, there.getKey()));
            }
        });
        return same;
    }

    private Optional<Problem> readPods(NodeReconfigurations turns, Map<String, List<PodDetail>> pods)
            throws InterruptedException {
        try {
            for (var turn : turns.nodes()) {
                pods.put(turn.node().name(), lookups.podsOn(turn.node().name()));
            }
            if (!turns.nodes().isEmpty()) {
                pods.put("", lookups.unboundPods());
            }
            return Optional.empty();
        } catch (Failure failure) {
            return Optional.of(failure.problem());
        }
    }
}
