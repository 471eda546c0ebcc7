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
import tessera.model.ClusterSnapshot;
import tessera.model.Problem;
import tessera.model.ProblemException;
import tessera.plan.context.DevicePluginSharingConfiguration.SharingConfigMap;
import tessera.plan.context.NodeLookupResult;
import tessera.plan.context.PlannerInputReader;
import tessera.plan.context.PodPlanningDetails;
import tessera.plan.intent.GpuSharingIntent;
import tessera.plan.model.ChangePlan;
import tessera.sharing.DevicePluginConfigDocument;

/** Plans GPU sharing: reads the input, then calls a pure planner. Safe for use by several threads. */
public final class GpuSharingPlanService {

    private final PlannerInputReader lookups;
    private final Supplier<ClusterSnapshot> snapshot;
    private final AcceleratorCatalog accelerators;

    public GpuSharingPlanService(PlannerInputReader lookups, Supplier<ClusterSnapshot> snapshot,
            AcceleratorCatalog accelerators) {
        this.lookups = lookups;
        this.snapshot = snapshot;
        this.accelerators = accelerators;
    }

    /** Plans an intent; waits for the server. */
    public ChangePlan plan(GpuSharingIntent wanted, Instant now) throws ProblemException, InterruptedException {
        var known = snapshot.get();
        var setup = lookups.readSharing();
        var same = findEqualConfigs(wanted, setup.configs().map(SharingConfigMap::texts).orElseGet(TreeMap::new));
        var intent = wanted.withExistingConfigs(same);
        var names = new TreeSet<String>();
        intent.assignments().forEach(takes -> names.addAll(takes.nodes().namesIn(known)));
        var found = NodeLookupResult.read(lookups, names);
        var turns = NodeSharingChangeSet.of(intent, known, setup, found.nodes());
        var pods = new HashMap<String, List<PodPlanningDetails>>();
        var problem = readPods(turns, pods);
        return GpuSharingPlanner.plan(intent,
                new GpuSharingPlannerInput(known, accelerators, setup, now, found.nodes(), pods, found.missing(),
                        problem),
                turns)
                .withWarnings(same.entrySet().stream()
                        .map(each -> "The configuration %s says the same already: no %s is written".formatted(
                                each.getValue(), each.getKey()))
                        .toList());
    }

    /** Returns existing configurations with the same content, by the generated name under which they would be written. */
    private static Map<String, String> findEqualConfigs(GpuSharingIntent wanted, SortedMap<String, String> texts) {
        var same = new TreeMap<String, String>();
        wanted.write().forEach((key, text) -> {
            var config = DevicePluginConfigDocument.parse(text).config();
            if (!texts.containsKey(key) && config.filter(said -> said.shares().configName().equals(key)).isPresent()) {
                texts.entrySet().stream()
                        .filter(there -> DevicePluginConfigDocument.parse(there.getValue()).config().equals(config))
                        .findFirst()
                        .ifPresent(there -> same.put(key, there.getKey()));
            }
        });
        return same;
    }

    private Optional<Problem> readPods(NodeSharingChangeSet turns, Map<String, List<PodPlanningDetails>> pods)
            throws InterruptedException {
        try {
            for (var turn : turns.nodes()) {
                pods.put(turn.node().name(), lookups.podsOn(turn.node().name()));
            }
            if (!turns.nodes().isEmpty()) {
                pods.put("", lookups.unboundPods());
            }
            return Optional.empty();
        } catch (ProblemException problemException) {
            return Optional.of(problemException.problem());
        }
    }
}
