package tessera.plan.quota;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tessera.gpu.AcceleratorCatalog;
import tessera.model.ClusterSnapshot;
import tessera.plan.context.ReferencedObjectReader.QuotaWithUsage;

/**
 * The complete input of a planner of namespace bounds.
 *
 * @param namespace the object; empty where there is none
 * @param quotas    of the namespace, as the server counts them
 * @param objects   by plural and name, those of the meant ones that are there
 * @param findings  what is wrong with what is to be written
 */
record NamespacePolicyPlannerInput(ClusterSnapshot snapshot, AcceleratorCatalog accelerators,
        Optional<JsonNode> namespace, List<QuotaWithUsage> quotas, Map<String, JsonNode> objects,
        List<NamespacePolicyFinding> findings) {

    NamespacePolicyPlannerInput {
        quotas = List.copyOf(quotas);
        objects = Map.copyOf(objects);
        findings = List.copyOf(findings);
    }

    Optional<JsonNode> findObject(String resource, String name) {
        return Optional.ofNullable(objects.get(resource + "/" + name));
    }
}
