package tessera.quota;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.StreamSupport;
import tessera.model.Failure;
import tessera.model.Problem;
import tessera.scheduling.KueueObjects;
import tessera.scheduling.ObjectSource;

/** Reads the ClusterQueues of Kueue, in whichever version a cluster has them. Waits for the cluster. */
final class QueueReader {

    private static final Set<String> RECLAIMS = Set.of("Any", "LowerPriority");
    private static final Set<String> DISPLACES = Set.of("LowerPriority", "LowerOrNewerEqualPriority");

    private final ObjectSource source;

    QueueReader(ObjectSource source) {
        this.source = source;
    }

    /**
     * What was read.
     *
     * @param gap why not all could be
     */
    record QueueReading(List<QueueShare> shares, Optional<Problem> gap) {}

    QueueReading read() throws Failure, InterruptedException {
        var queues = new ArrayList<JsonNode>();
        var gap = new KueueObjects(source).each("ClusterQueue", "clusterqueues", "", queues::add);
        var flavors = queues.isEmpty() ? Map.<String, KueueFlavor>of() : flavors();
        var shares = new ArrayList<QueueShare>();
        queues.forEach(queue -> shares(queue, flavors, shares));
        return new QueueReading(gap.isPresent() ? shares : lending(shares), gap);
    }

    /** By name; of those that may not be read it is not known to which nodes they lead. */
    private Map<String, KueueFlavor> flavors() throws Failure, InterruptedException {
        var flavors = new HashMap<String, KueueFlavor>();
        new KueueObjects(source).each("ResourceFlavor", "resourceflavors", "",
                flavor -> flavors.put(flavor.at("/metadata/name").asText(), KueueFlavor.of(flavor)));
        return flavors;
    }

    /** A cohort may have something of its own, or a parent: its queues alone do not tell who lends to whom. */
    private List<QueueShare> lending(List<QueueShare> shares) throws Failure, InterruptedException {
        var cohorts = new HashMap<String, KueueCohort>();
        var gap = shares.stream().allMatch(share -> share.cohort().isEmpty()) ? Optional.<Problem>empty()
                : new KueueObjects(source).each("Cohort", "cohorts", "",
                        object -> cohorts.put(object.at("/metadata/name").asText(), KueueCohort.of(object)));
        var rooms = new CohortRoom(shares, cohorts);
        return shares.stream().map(share -> share.cohort().isEmpty() || gap.isEmpty() ? rooms.of(share)
                : share.lacking("whether it has quota of its own or a parent cannot be read: " + gap.get().headline()))
                .toList();
    }

    private static void shares(JsonNode queue, Map<String, KueueFlavor> flavors, List<QueueShare> shares) {
        var spec = queue.path("spec");
        var status = queue.path("status");
        var within = spec.at("/preemption/withinClusterQueue").asText();
        var reclaim = spec.at("/preemption/reclaimWithinCohort").asText();
        var cohort = spec.path("cohortName").asText(spec.path("cohort").asText(""));
        for (var group : spec.path("resourceGroups")) {
            for (var flavor : group.path("flavors")) {
                var name = flavor.path("name").asText();
                for (var resource : flavor.path("resources")) {
                    var what = resource.path("name").asText();
                    var use = named(named(status.path("flavorsUsage"), name).path("resources"), what);
                    shares.add(new QueueShare(queue.at("/metadata/name").asText(), cohort, name, what,
                            resource.path("nominalQuota").asText("0"), text(resource, "borrowingLimit"),
                            text(resource, "lendingLimit"), RECLAIMS.contains(reclaim),
                            DISPLACES.contains(within), "",
                            text(use, "total"), text(use, "borrowed"), OptionalLong.empty(),
                            Optional.ofNullable(flavors.get(name)), status.path("pendingWorkloads").asLong(-1),
                            KueueObjects.closed(queue)));
                }
            }
        }
    }

    private static JsonNode named(JsonNode list, String name) {
        return StreamSupport.stream(list.spliterator(), false).filter(each -> each.path("name").asText().equals(name))
                .findFirst().orElseGet(() -> list.path("none"));
    }

    private static Optional<String> text(JsonNode object, String key) {
        return object.hasNonNull(key) ? Optional.of(object.path(key).asText()) : Optional.empty();
    }
}
