package tessera.quota;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * A Kueue Cohort: queues that lend to each other, and the quota they share. Amounts are as written.
 *
 * @param parentName  the cohort above it; empty for none
 * @param amounts what it has beside that of its queues
 */
record KueueCohort(String name, String parentName, Map<FlavorResourceKey, CohortQuotaAmounts> amounts) {

    /** A resource in a flavor. */
    record FlavorResourceKey(String flavor, String resource) {

        static FlavorResourceKey of(ClusterQueueQuota share) {
            return new FlavorResourceKey(share.flavor(), share.resource());
        }
    }

    /**
     * The quota of a cohort for one resource in one flavor.
     *
     * @param nominal its own
     * @param borrowingLimit    how much it may borrow of the cohort above; empty for as much as there is
     * @param lendingLimit   how much of its own and its queues' that may have at most; empty for all
     */
    record CohortQuotaAmounts(Optional<String> nominal, Optional<String> borrowingLimit,
            Optional<String> lendingLimit) {

        private static final CohortQuotaAmounts NONE = new CohortQuotaAmounts(Optional.empty(), Optional.empty(),
                Optional.empty());
    }

    KueueCohort {
        amounts = Map.copyOf(amounts);
    }

    static KueueCohort of(JsonNode object) {
        var spec = object.path("spec");
        var amounts = new HashMap<FlavorResourceKey, CohortQuotaAmounts>();
        for (var group : spec.path("resourceGroups")) {
            for (var flavor : group.path("flavors")) {
                for (var resource : flavor.path("resources")) {
                    amounts.put(new FlavorResourceKey(flavor.path("name").asText(), resource.path("name").asText()),
                            new CohortQuotaAmounts(optionalText(resource, "nominalQuota"),
                                    optionalText(resource, "borrowingLimit"), optionalText(resource, "lendingLimit")));
                }
            }
        }
        // As v1alpha1 had it.
        var parent = spec.path("parentName").asText(spec.path("parent").asText(""));
        return new KueueCohort(object.at("/metadata/name").asText(), parent, amounts);
    }

    CohortQuotaAmounts amountsOf(FlavorResourceKey key) {
        return amounts.getOrDefault(key, CohortQuotaAmounts.NONE);
    }

    private static Optional<String> optionalText(JsonNode object, String key) {
        if (object.hasNonNull(key)) {
            return Optional.of(object.path(key).asText());
        }
        return Optional.empty();
    }
}
