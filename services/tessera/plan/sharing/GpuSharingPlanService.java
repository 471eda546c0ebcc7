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
import tessera.gpu.AcceleratorCatalog;
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

    private final PlannerInputReader inputReader;
    private final Supplier<ClusterSnapshot> snapshot;
    private final AcceleratorCatalog accelerators;

    public GpuSharingPlanService(PlannerInputReader inputReader, Supplier<ClusterSnapshot> snapshot,
            AcceleratorCatalog accelerators) {
        this.inputReader = inputReader;
        this.snapshot = snapshot;
        this.accelerators = accelerators;
    }

    /** Plans an intent; waits for the server. */
    public ChangePlan plan(GpuSharingIntent sharingIntent, Instant now) throws ProblemException, InterruptedException {
        var known = snapshot.get();
        var setup = inputReader.readSharing();
        var same = findEqualConfigs(sharingIntent,
                setup.configs().map(SharingConfigMap::texts).orElseGet(TreeMap::new));
        var intent = sharingIntent.withExistingConfigs(same);
        var names = new TreeSet<String>();
        intent.assignments().forEach(takes -> names.addAll(takes.nodes().namesIn(known)));
        var lookupResult = NodeLookupResult.read(inputReader, names);
        var changes = NodeGpuSharingChangeSet.of(intent, known, setup, lookupResult.nodes());
        var pods = new HashMap<String, List<PodPlanningDetails>>();
        var problem = readPods(changes, pods);
        return GpuSharingPlanner
                .plan(intent,
                        new GpuSharingPlannerInput(known, accelerators, setup, now, lookupResult.nodes(), pods,
                                lookupResult.missing(), problem),
                        changes)
                .withWarnings(same.values().stream().map(SharingWarning.ReusedPluginConfig::new).toList());
    }

    /** Returns existing configurations with the same content, by the generated name under which they would be written. */
    private static Map<String, String> findEqualConfigs(GpuSharingIntent sharingIntent,
            SortedMap<String, String> texts) {
        var same = new TreeMap<String, String>();
        for (var entry : sharingIntent.write().entrySet()) {
            var key = entry.getKey();
            var text = entry.getValue();
            var config = DevicePluginConfigDocument.parse(text).config();
            if (!texts.containsKey(key)
                    && config.filter(pluginConfig -> pluginConfig.shares().configName().equals(key)).isPresent()) {
                texts.entrySet().stream()
                        .filter(there -> DevicePluginConfigDocument.parse(there.getValue()).config().equals(config))
                        .findFirst().ifPresent(there -> same.put(key, there.getKey()));
            }
        }
        return same;
    }

    private Optional<Problem> readPods(NodeGpuSharingChangeSet changes, Map<String, List<PodPlanningDetails>> pods)
            throws InterruptedException {
        try {
            for (var change : changes.nodes()) {
                pods.put(change.node().name(), inputReader.podsOn(change.node().name()));
            }
            if (!changes.nodes().isEmpty()) {
                pods.put("", inputReader.unboundPods());
            }
            return Optional.empty();
        } catch (ProblemException problemException) {
            return Optional.of(problemException.problem());
        }
    }
}
