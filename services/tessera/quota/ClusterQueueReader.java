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
import tessera.model.Problem;
import tessera.model.ProblemException;
import tessera.scheduling.ClusterObjectSource;
import tessera.scheduling.KueueObjectReader;
import tessera.text.MessageCatalog;

/** Reads Kueue ClusterQueues in any API version that the cluster serves. Waits for the cluster. */
final class ClusterQueueReader {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(ClusterQueueReader.class);
    private static final Set<String> RECLAIMS = Set.of("Any", "LowerPriority");
    private static final Set<String> DISPLACES = Set.of("LowerPriority", "LowerOrNewerEqualPriority");

    private final ClusterObjectSource source;

    ClusterQueueReader(ClusterObjectSource source) {
        this.source = source;
    }

    /**
     * The queue shares that were read, and the problem that kept some from being read.
     *
     * @param problem why not all could be
     */
    record ClusterQueueReadResult(List<ClusterQueueQuota> shares, Optional<Problem> problem) {}

    ClusterQueueReadResult read() throws ProblemException, InterruptedException {
        var queues = new ArrayList<JsonNode>();
        var problem = new KueueObjectReader(source).forEach("ClusterQueue", "clusterqueues", "", queues::add);
        var flavors = queues.isEmpty() ? Map.<String, KueueResourceFlavor>of() : readFlavors();
        var shares = new ArrayList<ClusterQueueQuota>();
        queues.forEach(queue -> addShares(queue, flavors, shares));
        return new ClusterQueueReadResult(problem.isPresent() ? shares : applyCohorts(shares), problem);
    }

    /** Returns the flavors by name; those that may not be read are missing. */
    private Map<String, KueueResourceFlavor> readFlavors() throws ProblemException, InterruptedException {
        var flavors = new HashMap<String, KueueResourceFlavor>();
        new KueueObjectReader(source).forEach("ResourceFlavor", "resourceflavors", "",
                flavor -> flavors.put(flavor.at("/metadata/name").asText(), KueueResourceFlavor.of(flavor)));
        return flavors;
    }

    /** Returns the shares with what cohorts add: a cohort can have quota and a parent of its own. */
    private List<ClusterQueueQuota> applyCohorts(List<ClusterQueueQuota> shares)
            throws ProblemException, InterruptedException {
        var cohorts = new HashMap<String, KueueCohort>();
        var problem = shares.stream().allMatch(share -> share.cohort().isEmpty()) ? Optional.<Problem>empty()
                : new KueueObjectReader(source).forEach("Cohort", "cohorts", "",
                        object -> cohorts.put(object.at("/metadata/name").asText(), KueueCohort.of(object)));
        var calculator = new CohortCapacityCalculator(shares, cohorts);
        return shares.stream()
                .map(share -> share.cohort().isEmpty() || problem.isEmpty() ? calculator.withAdmissible(share)
                        : share.withUnknownReason(MESSAGES.text("cohort.unread", problem.get().headline())))
                .toList();
    }

    private static void addShares(JsonNode queue, Map<String, KueueResourceFlavor> flavors,
            List<ClusterQueueQuota> shares) {
        var spec = queue.path("spec");
        var status = queue.path("status");
        var within = spec.at("/preemption/withinClusterQueue").asText();
        var reclaim = spec.at("/preemption/reclaimWithinCohort").asText();
        var cohort = spec.path("cohortName").asText(spec.path("cohort").asText(""));
        for (var group : spec.path("resourceGroups")) {
            for (var flavor : group.path("flavors")) {
                var name = flavor.path("name").asText();
                for (var resource : flavor.path("resources")) {
                    var subject = resource.path("name").asText();
                    var use = useOf(status, name, subject);
                    shares.add(new ClusterQueueQuota(queue.at("/metadata/name").asText(), cohort, name, subject,
                            resource.path("nominalQuota").asText("0"), optionalText(resource, "borrowingLimit"),
                            optionalText(resource, "lendingLimit"), RECLAIMS.contains(reclaim),
                            DISPLACES.contains(within), "", optionalText(use, "total"), optionalText(use, "borrowed"),
                            OptionalLong.empty(), Optional.ofNullable(flavors.get(name)),
                            status.path("pendingWorkloads").asLong(-1), KueueObjectReader.closedReason(queue)));
                }
            }
        }
    }

    /** What has quota counts, be it that it waits for an admission check. */
    private static JsonNode useOf(JsonNode status, String flavor, String resource) {
        var reserved = entryNamed(entryNamed(status.path("flavorsReservation"), flavor).path("resources"), resource);
        if (reserved.isMissingNode()) {
            return entryNamed(entryNamed(status.path("flavorsUsage"), flavor).path("resources"), resource);
        }
        return reserved;
    }

    private static JsonNode entryNamed(JsonNode list, String name) {
        return StreamSupport.stream(list.spliterator(), false)
                .filter(element -> element.path("name").asText().equals(name)).findFirst()
                .orElseGet(() -> list.path("none"));
    }

    private static Optional<String> optionalText(JsonNode object, String key) {
        if (object.hasNonNull(key)) {
            return Optional.of(object.path(key).asText());
        }
        return Optional.empty();
    }
}
